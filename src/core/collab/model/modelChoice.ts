// Which model and effort a review uses, and what to do when Codex refuses one of them.

import { oneLine } from '../../base/outsideText.ts';
import type { CachedModel } from './cachedModel.ts';
import { chooseEffort, type Effort, efforts, isLower, knownEffort } from './effort.ts';
import type { LocalSettings } from './localSettings.ts';

export interface Choice {
  /** Null lets Codex choose. */
  readonly model: string | null;
  readonly effort: Effort | null;
}

export interface Chosen extends Choice {
  /** What differs from the request, and what happens instead. */
  readonly notes: readonly string[];
}

export function choose(rule: Effort, { model: wish, effort: override }: LocalSettings, codex: CachedModel): Chosen {
  const { refused = [] } = codex;
  const own = codex.model !== null && refused.includes(codex.model) ? null : codex.model;
  const problem = wish === null ? undefined : wishProblem(wish, codex);
  const model = wish === null || problem !== undefined ? own : wish;
  const wanted = chooseEffort(rule, override);
  const effort = knownEffort(wanted.effort, effortsOf(codex, model));
  return {
    model,
    effort,
    notes: [
      ...(problem === undefined ? [] : [`${problem}; ${instead(own)}`]),
      ...(wanted.note === null ? [] : [wanted.note]),
      ...(effort === wanted.effort
        ? []
        : [`${model ?? 'The model'} does not support the effort ${wanted.effort}; the review uses ${effort}`]),
    ],
  };
}

function wishProblem(wish: string, { model: own, catalogue, refused = [] }: CachedModel): string | undefined {
  if (refused.includes(wish)) return `Codex has refused the model ${wish} in this session`;
  // When Codex's own model is missing from the list, it comes from another provider, so the list proves nothing.
  const isAuthority = own !== null && Object.hasOwn(catalogue, own);
  return isAuthority && !Object.hasOwn(catalogue, wish) ? `Codex does not list the model ${wish}` : undefined;
}

/** Records the refusal, so that the next review does not try the same again. */
export function withRefusal(refused: Refused, { model, effort }: Choice, cached: CachedModel): CachedModel {
  if (model === null) return cached;
  const what = refused === 'model' ? model : refusedEffort(model, effort ?? '');
  return { ...cached, refused: [...(cached.refused ?? []), what] };
}

export type Refused = 'model' | 'effort';

/** What to try next. Party tries it once. */
export function fallback(refused: Refused, choice: Choice, rule: Effort, codex: CachedModel): Chosen {
  const { model, effort } = choice;
  if (refused === 'model') {
    const other = codex.model === model ? null : codex.model;
    const known = effortsOf(codex, other);
    const notes = [`Codex refuses the model ${model ?? ''}; ${instead(other)}`];
    return { model: other, effort: effort === null ? null : knownEffort(effort, known), notes };
  }
  // First drops what the user asked for beyond the rule, then the rule's own effort.
  const less = effort === null || effort === 'high' || isLower(effort, 'high') ? null : 'high';
  const other = effort !== null && isLower(rule, effort) ? rule : less;
  const done = other === null ? 'Codex chooses one' : `the review uses ${other}`;
  return { model, effort: other, notes: [`Codex refuses the effort ${effort ?? ''}; ${done}`] };
}

/** Undefined when nothing is known about the model. */
function effortsOf({ catalogue, refused = [] }: CachedModel, model: string | null): readonly string[] | undefined {
  if (model === null) return undefined;
  const listed = Object.hasOwn(catalogue, model) ? catalogue[model] : undefined;
  const left = (listed ?? efforts).filter((effort) => !refused.includes(refusedEffort(model, effort)));
  return listed === undefined && left.length === efforts.length ? undefined : left;
}

/** Model names contain no space, so the two parts stay distinct. */
function refusedEffort(model: string, effort: string): string {
  return `${model} ${effort}`;
}

function instead(model: string | null): string {
  return model === null ? 'Codex chooses one' : `the review uses ${oneLine(model, 100)}`;
}
