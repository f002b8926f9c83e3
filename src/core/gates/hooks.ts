// The table of Party's hooks. From it come the bundles (build.mjs), the plugin's hooks.json (scripts/registration.ts)
// and what hook.cjs loads. The code of the hook `pr-gate` is the function prGate in src/cli/hooks/prGate.ts; it has a
// bundle of its own, hook-pr-gate.cjs, because every loaded byte delays the agent.

interface HookSpec {
  /** It can deny a call, and denies when it breaks. All others are observers. */
  readonly gate?: true;
  /** It acts wherever a plan gate is on, also for a Claude outside any party. */
  readonly ofPlan?: true;
}

export const hooks = {
  'pr-gate': { gate: true },
  'codex-gate': { gate: true },
  'codex-trace': {},
  'plan-gate': { gate: true, ofPlan: true },
  'plan-review': { ofPlan: true },
  'bash-drift': { ofPlan: true },
  'agent-trace': {},
  'skill-marker': {},
  'marker-invalidate': {},
  'state-gate': { gate: true },
  'worktree-guard': {},
  'session-cleanup': {},
  'skill-eval': {},
  'permission-request': {},
  stop: {},
  // The script of `stop` calls it.
  'collab-stop': {},
  // Codex calls it, through resources/codex/notify.sh.
  'codex-notify': {},
} as const satisfies Record<string, HookSpec>;

export type HookName = keyof typeof hooks;
export type GateName = { [N in HookName]: (typeof hooks)[N] extends { gate: true } ? N : never }[HookName];

export const hookNames = Object.keys(hooks) as readonly HookName[];

export function hookNamed(name: string): HookSpec | undefined {
  return Object.hasOwn(hooks, name) ? hooks[name as HookName] : undefined;
}

/** Which of Claude's events calls which hooks, and how many seconds each may take. */
interface Registration {
  readonly event: string;
  /** The tools; without it, every one. */
  readonly matcher?: string;
  readonly calls: Readonly<Partial<Record<HookName, number>>>;
}

/** A gate that takes longer than its time lets the call through, and so it ends sooner by itself (cli/hooks/main.ts). */
export const registrations: readonly Registration[] = [
  { event: 'SessionStart', calls: { 'session-cleanup': 10 } },
  { event: 'SessionEnd', calls: { 'session-cleanup': 10 } },
  { event: 'UserPromptSubmit', calls: { 'skill-eval': 10 } },
  { event: 'PermissionRequest', calls: { 'permission-request': 10 } },
  { event: 'PreToolUse', matcher: '*', calls: { 'plan-gate': 30 } },
  { event: 'PreToolUse', matcher: 'Bash', calls: { 'codex-gate': 30, 'worktree-guard': 10 } },
  { event: 'PreToolUse', matcher: 'Bash|mcp__.*', calls: { 'pr-gate': 30 } },
  { event: 'PreToolUse', matcher: 'Write|Edit|MultiEdit|NotebookEdit|mcp__.*', calls: { 'state-gate': 30 } },
  { event: 'PostToolUse', matcher: 'Bash', calls: { 'codex-trace': 30, 'bash-drift': 60 } },
  { event: 'PostToolUse', matcher: 'Skill', calls: { 'skill-marker': 10 } },
  { event: 'PostToolUse', matcher: 'Write|Edit|MultiEdit|NotebookEdit', calls: { 'marker-invalidate': 10 } },
  { event: 'PostToolUse', matcher: 'Write|Edit|MultiEdit', calls: { 'plan-review': 1300 } },
  { event: 'PostToolUseFailure', matcher: 'Bash', calls: { 'codex-trace': 30, 'bash-drift': 60 } },
  { event: 'SubagentStart', calls: { 'agent-trace': 30 } },
  { event: 'SubagentStop', calls: { 'agent-trace': 30 } },
  { event: 'Stop', calls: { stop: 1300 } },
  { event: 'StopFailure', calls: { stop: 30 } },
];
