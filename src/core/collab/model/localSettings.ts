// The user's own choice of model and effort, in the front matter of `.claude/codex-collab.local.md`. Any program in the
// project can write that file, so it can ask for more effort but not for less (see effort.ts).

import { nearest } from '../../base/nearest.ts';
import { oneLine } from '../../base/outsideText.ts';
import { collabSettingsFile } from '../collab.ts';
import { readFrontMatter } from '../frontMatter.ts';
import { type Effort, efforts, readEffort } from './effort.ts';

export interface LocalSettings {
  readonly model: string | null;
  readonly effort: Effort | null;
  /** Lines that Party could not read, and ignores. */
  readonly problems: readonly string[];
}

export const noSettings: LocalSettings = { model: null, effort: null, problems: [] };

export function readLocalSettings(text: string): LocalSettings {
  const front = readFrontMatter(text);
  if (front === undefined) {
    return text.trim() === '' ? noSettings : { ...noSettings, problems: [problem('does not begin with front matter')] };
  }
  const model = front.fields.get('model') ?? '';
  const override = front.fields.get('reasoning_override') ?? '';
  const effort = readEffort(override);
  const hasModel = isModelName(model);
  return {
    model: hasModel ? model : null,
    effort: effort ?? null,
    problems: [
      ...(model === '' || hasModel ? [] : [problem(`has an invalid model name: ${oneLine(model, 60)}`)]),
      ...(override === '' || effort !== undefined
        ? []
        : [problem(`has an invalid reasoning_override: ${oneLine(override, 60)}. Use one of ${efforts.join(', ')}`)]),
      ...[...front.fields.keys()].filter((key) => !keys.includes(key)).map(unknownKey),
      ...front.strange.map((line) => problem(`has a line that is not "key: value": ${oneLine(line, 60)}`)),
    ],
  };
}

/** The name must not look like a flag, because it becomes an argument, and must be safe to show. */
export function isModelName(text: string): boolean {
  return /^[A-Za-z0-9][\w.:/@+-]{0,99}$/.test(text);
}

const keys: readonly string[] = ['model', 'reasoning_override'];

function unknownKey(key: string): string {
  const meant = nearest(key, keys);
  return problem(`has an unknown key ${oneLine(key, 60)}${meant === undefined ? '' : `; did you mean ${meant}?`}`);
}

function problem(text: string): string {
  return `${collabSettingsFile} ${text}${/[.?]$/.test(text) ? '' : '.'} It is ignored`;
}
