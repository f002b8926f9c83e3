// What gets in Party's way on this machine: other extensions, and hooks that another tool has left behind. The doctor and
// one notice in the editor say the same.

import { isRecord, listOf, recordOf } from '../../base/json.ts';
import { type DoctorCheck, failure, fine, listedNames, warning } from './doctorCheck.ts';

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

export interface Conflict {
  readonly kind: 'rival' | 'hook-runner' | 'claude-extension' | 'old-hooks';
  /** One sentence without a full stop. */
  readonly message: string;
  readonly fix: string;
}

/** Extensions whose own agents run the hooks in `.claude`. */
const hookRunners: Readonly<Record<string, string>> = {
  'github.copilot-chat': 'GitHub Copilot Chat',
};

/** It runs a Claude outside the party. */
const claudeExtension = 'anthropic.claude-code';

/** VS Code gives an id to the extension that contributes it first. */
const ours = /^party(\.|$)/;

/** The worst first. */
export function extensionConflicts({ others, isGated, readsClaudeHooks }: ExtensionFacts): Conflict[] {
  const rivals = others.filter(({ contributed }) => contributed.some((id) => ours.test(id)));
  const runners = isGated && readsClaudeHooks ? others.flatMap(({ id }) => hookRunners[id.toLowerCase()] ?? []) : [];
  const hasClaude = others.some(({ id }) => id.toLowerCase() === claudeExtension);
  return [
    ...(rivals.length === 0
      ? []
      : [
          conflict('rival', `${listedNames(rivals.map(({ id }) => id))} contributes commands or views of Party`, {
            fix: 'Uninstall or disable that extension',
          }),
        ]),
    ...(runners.length === 0
      ? []
      : [
          conflict(
            'hook-runner',
            `${listedNames(runners)} also runs the hooks of this folder, so the plan gate holds it back too`,
            {
              fix: 'Set ".claude/settings.json" and ".claude/settings.local.json" to false in the setting chat.hookFilesLocations',
            },
          ),
        ]),
    ...(hasClaude
      ? [
          conflict(
            'claude-extension',
            'The extension Claude Code starts a Claude of its own, which no gate of the party holds back',
            {
              fix: "Talk to the Claude in the party's terminal, or disable that extension in this workspace",
            },
          ),
        ]
      : []),
  ];
}

export function judgeExtensions(facts: ExtensionFacts): DoctorCheck {
  const [worst] = extensionConflicts(facts);
  if (worst === undefined) return fine('extensions', 'No other extension is in the way');
  const told = worst.kind === 'rival' ? failure : warning;
  return told('extensions', worst.message, { fix: worst.fix });
}

export interface OldHooks {
  /** The settings file. */
  readonly file: string;
  /** The scripts that it calls. */
  readonly scripts: readonly string[];
}

export function oldHooksConflict({ file, scripts }: OldHooks): Conflict | undefined {
  if (scripts.length === 0) return undefined;
  const told = `${file} still calls ${listedNames(scripts)} of an earlier tool: each call is judged twice, by different rules`;
  return conflict('old-hooks', told, { fix: `Remove these hooks from ${file}: Party brings its own` });
}

export function judgeOldHooks(found: OldHooks): DoctorCheck {
  const known = oldHooksConflict(found);
  if (known === undefined) return fine('old-hooks', 'No hooks of an earlier tool are in your settings of Claude');
  return warning('old-hooks', known.message, { fix: known.fix });
}

/** The names of scripts that tmux-team and its relatives have had in `~/.claude/hooks`, as far as these settings call them. */
export function oldScripts(settings: unknown): string[] {
  const groups = Object.values(recordOf(recordOf(settings)['hooks'])).flatMap(listOf);
  const commands = groups.flatMap((group) => listOf(recordOf(group)['hooks'])).filter(isRecord);
  const lines = commands.map((one) => one['command']).filter((line) => typeof line === 'string');
  const foreign = lines.filter((line) => !line.includes('resources/claude/hooks/'));
  return earlier.filter((script) => foreign.some((line) => new RegExp(`(?:^|[/\\s"'])${script}\\.sh\\b`).test(line)));
}

const earlier = [
  ...['codex-gate', 'codex-trace', 'pr-gate', 'agent-trace', 'marker-invalidate', 'skill-eval', 'skill-marker'],
  ...['session-cleanup', 'worktree-guard', 'plan-gate', 'codex-plan-review'],
];

function conflict(kind: Conflict['kind'], message: string, { fix }: Pick<Conflict, 'fix'>): Conflict {
  return { kind, message, fix };
}
