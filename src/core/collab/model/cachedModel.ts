// Which model Codex uses and which others it has, as Codex reports it. Party asks once per session and keeps the answer
// in collab's state.

import * as z from '../../base/schema.ts';
import type { CollabState } from '../collab.ts';
import { isModelName } from './localSettings.ts';

export interface CachedModel {
  /** Codex's default model; null when Codex did not report it. */
  readonly model: string | null;
  /** Each model that Codex has, with its efforts; empty when Codex did not report them. */
  readonly catalogue: Readonly<Record<string, readonly string[]>>;
  /** What Codex refused, so that Party does not ask for it again: `MODEL`, or `MODEL EFFORT`. */
  readonly refused?: readonly string[];
  readonly at: string;
}

/** Null before Party has asked Codex. */
export function cachedModelOf(state: CollabState): CachedModel | null {
  const { cached_model: model, model_cached_at: at } = state;
  // The state is a file that any program can edit, and the model becomes an argument. So Party asks Codex again when
  // the model's name is not valid.
  if (at === null || (model !== null && !isModelName(model))) return null;
  const catalogue = Catalogue.safeParse(state['cached_catalogue']);
  const refused = Refused.safeParse(state['refused_models']);
  return { model, catalogue: catalogue.data ?? {}, refused: refused.data ?? [], at };
}

export function withCachedModel(state: CollabState, cached: CachedModel): CollabState {
  const { model, catalogue, refused = [], at } = cached;
  const known = { ...state, cached_model: model, model_cached_at: at, cached_catalogue: catalogue };
  return refused.length === 0 ? known : { ...known, refused_models: refused };
}

const Refused = z.array(z.string());
const Catalogue = z.record(z.string(), z.array(z.string()));
