// The policy in words: what a pull request needs, why, what waits for the user, and what was let through.

import { oneLine } from '../base/outsideText.ts';
import { type Reader, type Remark, remarkText } from '../base/remark.ts';
import type { Translate } from '../base/translate.ts';
import { evidenceKinds } from '../project/evidenceKinds.ts';
import { gatedActs } from '../project/gatedActs.ts';
import type { Pass } from './pass.ts';
import { type GatePolicy, isPlainStrict, type PolicyName, type PolicySource } from './policy.ts';

/** `strict: all 8 checks`. */
export function policyText({ name, required }: Pick<GatePolicy, 'name' | 'required'>, t: Translate): string {
  switch (name) {
    case 'strict':
      return t('strict: all {0} checks', String(evidenceKinds.length));
    case 'standard':
      return t('standard: {0}', required.join(', '));
    case 'off':
      return t('off: nothing is required');
    case 'list':
      return required.join(', ');
    default: {
      const unreachable: never = name;
      return unreachable;
    }
  }
}

/** Where each part of the requirement comes from. */
export function sourceText({ from, file, rule, kinds }: PolicySource, t: Translate): string {
  const key = rule === null ? 'gates.require' : t('the rule for {0}', oneLine(rule, 100));
  return t('{0}: {1}', kinds.length === evidenceKinds.length ? t('all checks') : kinds.join(', '), origin());

  function origin(): string {
    if (from === 'default') return t('the default');
    if (from === 'confirmed') return t('{0}, as you confirmed it', key);
    return t('{0} in {1}', key, oneLine(file ?? '', 200));
  }
}

/** Undefined when nothing waits. */
export function waitingRemark({ waiting }: GatePolicy, t: Translate): Remark | undefined {
  if (waiting === null) return undefined;
  const file = oneLine(waiting.file ?? t('the configuration'), 200);
  const { leavesOut, freed } = waiting;
  const less = [
    ...(leavesOut.length === 0 ? [] : [t('no longer asks for {0}', leavesOut.join(', '))]),
    ...(freed.length === 0 ? [] : [t('no longer gates {0}', freed.join(', '))]),
  ];
  const problem = t(
    '{0} {1} ({2}); this counts once the human has confirmed it',
    file,
    less.length === 0 ? t('drops a rule') : less.join(t(' and ')),
    nameText(waiting.name, t),
  );
  return { problem, next: [{ act: 'confirmPolicy' }] };
}

/** Everything about the policy, line by line; nothing about the default. */
export function policyLines(policy: GatePolicy, t: Translate, reader?: Reader): string[] {
  if (isPlainStrict(policy)) return [];
  const waiting = waitingRemark(policy, t);
  return [
    policyText(policy, t),
    ...policy.sources.map((source) => sourceText(source, t)),
    ...freeText(policy, t),
    ...policy.ignored.map((text) => oneLine(text, 300)),
    // Without a reader the ways out are shown apart, as buttons.
    ...(waiting === undefined ? [] : [reader === undefined ? waiting.problem : remarkText(waiting, reader)]),
  ];
}

/** What the gate lets pass without evidence, because the user has said so. */
export function freeText({ acts }: Pick<GatePolicy, 'acts'>, t: Translate): string[] {
  const free = gatedActs.filter((act) => !acts.includes(act));
  return free.length === 0 ? [] : [t('not gated: {0} (gates.acts, as you confirmed it)', free.join(', '))];
}

export function passText({ usedAt, reason }: Pass, t: Translate): string {
  const why = oneLine(reason, 160);
  return usedAt === null
    ? t('the next pull request of this code passes: {0}', why)
    : t('a pull request was let through: {0}', why);
}

function nameText(name: PolicyName, t: Translate): string {
  return name === 'list' ? t('a list of its own') : name;
}
