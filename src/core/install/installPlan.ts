// What `party install` does: which links and settings it puts where, and what it leaves alone. The facts are what is
// there now; nothing here touches a file.

import { messageOf } from '../base/errors.ts';
import { type Addition, mergeSettings } from './settingsMerge.ts';

export interface InstallPlaces {
  /** `~/.local/bin`. */
  readonly bin: string;
  /** Claude's folder: `~/.claude`, or `~/.claude-tmux` alongside it. */
  readonly claude: string;
  readonly codex: string;
  /** `$PARTY_HOME/current`. */
  readonly current: string;
  /** The same as the user types it in `~/.claude`; undefined when Claude's folder is elsewhere. */
  readonly typedClaude: string;
}

export type FoundEntry =
  | { readonly kind: 'absent' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'file'; readonly text: string }
  | { readonly kind: 'folder' }
  /** A device, or something that cannot be read. */
  | { readonly kind: 'other'; readonly why: string };

export type LinkedProgram = 'party' | 'tmux-team';

export interface WantedLink {
  readonly path: string;
  readonly target: string;
  readonly program?: LinkedProgram;
}

export interface InstallFacts {
  readonly places: InstallPlaces;
  readonly found: ReadonlyMap<string, FoundEntry>;
  /** By the path: a program there that is Party's all the same, by npm's own link or of another installation. */
  readonly ours: ReadonlyMap<string, 'npm' | 'script'>;
  /** By the path: the folder around it that this user cannot write to. */
  readonly closed: ReadonlyMap<string, string>;
  /** The first program of that name on the PATH that is not Party's. */
  readonly others: Readonly<Partial<Record<LinkedProgram, string>>>;
  /** Programs that the user let Party put in front of another one. */
  readonly agreed: ReadonlySet<LinkedProgram>;
}

/** `link` and `merge` change something. */
export type PlannedStep =
  | { readonly do: 'link'; readonly path: string; readonly target: string; readonly replaces: boolean }
  | { readonly do: 'merge'; readonly path: string; readonly added: readonly Addition[]; readonly replaces: boolean }
  | { readonly do: 'keep'; readonly path: string }
  | { readonly do: 'leave'; readonly path: string; readonly why: string; readonly program?: LinkedProgram };

export function planInstall(facts: InstallFacts): PlannedStep[] {
  return [...wantedLinks(facts.places).map((link) => planLink(link, facts)), planSettings(facts)];
}

/** Scripts at the paths that the documents name, of which two are older ones. */
export function wantedLinks({ bin, claude, codex, current }: InstallPlaces): WantedLink[] {
  const resources = `${current}/resources`;
  return [
    { path: `${bin}/party`, target: `${resources}/bin/party`, program: 'party' },
    { path: `${bin}/tmux-team`, target: `${resources}/bin/tmux-team`, program: 'tmux-team' },
    { path: `${claude}/skills/codex-transport`, target: `${resources}/claude/skills/codex-transport` },
    { path: `${claude}/skills/codex-cli`, target: `${resources}/older/codex-cli` },
    { path: `${codex}/skills/claude-transport`, target: `${resources}/codex/skills/claude-transport` },
    { path: `${codex}/skills/claude-cli`, target: `${resources}/older/claude-cli` },
  ];
}

export function settingsFile({ claude }: InstallPlaces): string {
  return `${claude}/settings.json`;
}

/** Claude Code loads the plugin from the folder of the marketplace, so it is always the newest installed version. */
export function settingsAdditions({ current, claude, typedClaude }: InstallPlaces): Addition[] {
  const script = 'skills/codex-transport/scripts/tmux-codex.sh';
  return [
    { path: ['permissions', 'allow', `Bash(${typedClaude}/${script}:*)`] },
    { path: ['permissions', 'allow', `Bash(${claude}/${script}:*)`] },
    { path: ['extraKnownMarketplaces', 'party'], value: { source: { source: 'directory', path: current } } },
    { path: ['enabledPlugins', 'party@party'], value: true },
  ];
}

/** The programs that need the user's word first. */
export function toAsk(steps: readonly PlannedStep[]): LinkedProgram[] {
  return steps.flatMap((step) => (step.do === 'leave' && step.program !== undefined ? [step.program] : []));
}

function planLink({ path, target, program }: WantedLink, facts: InstallFacts): PlannedStep {
  const { found, others, agreed, closed, ours } = facts;
  const there = found.get(path) ?? { kind: 'absent' };
  if ((there.kind === 'link' && there.target === target) || ours.get(path) === 'npm') return { do: 'keep', path };
  if (there.kind === 'other') return { do: 'leave', path, why: there.why };
  if (closed.has(path)) return { do: 'leave', path, why: closedText(closed.get(path)) };
  if (program !== undefined && !agreed.has(program)) {
    const own = there.kind === 'absent' || ours.has(path) ? undefined : `${path} is another program`;
    const other = others[program];
    const why = own ?? (other === undefined ? undefined : `${other} is another ${program}, and this one would hide it`);
    if (why !== undefined) return { do: 'leave', path, why, program };
  }
  return { do: 'link', path, target, replaces: there.kind !== 'absent' };
}

function closedText(folder = ''): string {
  return `you do not have permission to write to ${folder}`;
}

function planSettings({ places, found, closed }: InstallFacts): PlannedStep {
  const path = settingsFile(places);
  const there = found.get(path) ?? { kind: 'absent' };
  if (there.kind === 'other') return { do: 'leave', path, why: there.why };
  if (there.kind === 'folder') return { do: 'leave', path, why: 'it is a folder' };
  if (there.kind === 'link') return { do: 'leave', path, why: `it is a link to ${there.target}, which does not exist` };
  try {
    const before = there.kind === 'file' ? there.text : undefined;
    const { added } = mergeSettings(before, settingsAdditions(places), path);
    if (added.length === 0) return { do: 'keep', path };
    if (closed.has(path)) return { do: 'leave', path, why: closedText(closed.get(path)) };
    return { do: 'merge', path, added, replaces: before !== undefined };
  } catch (error) {
    return { do: 'leave', path, why: messageOf(error) };
  }
}
