// Other extensions that get in Party's way.

import { type DoctorCheck, failure, fine, listed, warning } from '../../../core/status/doctor/doctorCheck.ts';

export interface OtherExtension {
  readonly id: string;
  /** The ids of the commands and view containers that it contributes. */
  readonly contributed: readonly string[];
}

export interface ExtensionFacts {
  /** All but Party itself. */
  readonly others: readonly OtherExtension[];
  /** The hooks of the plan gate are in `.claude` of an open folder. */
  readonly isGated: boolean;
  /** VS Code reads hooks from `.claude/settings.json`: its setting does not say otherwise. */
  readonly readsClaudeHooks: boolean;
}

/** Extensions whose own agents run the hooks in `.claude`. They pass other names of tools, so the plan gate denies all. */
const hookRunners: Readonly<Record<string, string>> = {
  'github.copilot-chat': 'GitHub Copilot Chat',
};

/** VS Code gives an id to the extension that contributes it first. */
const ours = /^party(\.|$)/;

export function judgeExtensions({ others, isGated, readsClaudeHooks }: ExtensionFacts): DoctorCheck {
  const rivals = others.filter(({ contributed }) => contributed.some((id) => ours.test(id)));
  if (rivals.length > 0) {
    return failure('extensions', `${listed(rivals.map(({ id }) => id))} contributes commands or views of Party`, {
      fix: 'Uninstall or disable that extension',
    });
  }
  const runners = others.flatMap(({ id }) => hookRunners[id.toLowerCase()] ?? []);
  if (runners.length === 0 || !isGated || !readsClaudeHooks) {
    return fine('extensions', 'No other extension is in the way');
  }
  const told = `${listed(runners)} also runs the hooks of this folder, so the plan gate denies its agent everything`;
  return warning('extensions', told, {
    fix: 'Set ".claude/settings.json" and ".claude/settings.local.json" to false in the setting chat.hookFilesLocations',
  });
}
