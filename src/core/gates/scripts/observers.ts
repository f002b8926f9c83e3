// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of sh

// The scripts of the hooks that are not gates. Most of them decide without Node that there is nothing to do.

import { skillHints } from '../../messages/skillHint.ts';
import { planPath } from '../../plan/plan.ts';
import { reviewVerbs } from '../codexCalls.ts';
import type { GateName, HookName } from '../hooks.ts';
import { findGate } from './gates.ts';
import {
  findHook,
  giveInput,
  head,
  hookBundle,
  observe,
  observeInput,
  onlyInParty,
  readShortStdin,
  readStdin,
  type ScriptLines,
  tidy,
  withNode,
} from './parts.ts';
import { holds, holdsAsWritten, passOver, shortest } from './patterns.ts';

/** scripts.ts has the others: they share a script, or another program calls them. */
type Observer = Exclude<HookName, GateName | 'stop' | 'collab-stop' | 'codex-notify'>;

/** By the names of the hooks. */
export function observerScripts(): Readonly<Record<Observer, ScriptLines>> {
  return {
    'agent-trace': agentTraceScript(),
    'bash-drift': bashDriftScript(),
    'codex-trace': codexTraceScript(),
    'marker-invalidate': markerInvalidateScript(),
    'permission-request': permissionRequestScript(),
    'plan-review': planReviewScript(),
    'session-cleanup': sessionCleanupScript(),
    'skill-eval': skillEvalScript(),
    'skill-marker': skillMarkerScript(),
    'worktree-guard': worktreeGuardScript(),
  };
}

/** For a hook that runs rarely: starts Node each time. */
function always(name: string, about: string): ScriptLines {
  return [...head(about), onlyInParty, ...observe(name)];
}

function agentTraceScript(): ScriptLines {
  return always(
    'agent-trace',
    'SubagentStart and SubagentStop of Claude Code: what the critics say. An observer: whatever happens, Claude goes on.',
  );
}

function sessionCleanupScript(): ScriptLines {
  return always(
    'session-cleanup',
    'SessionStart and SessionEnd of Claude Code. An observer: whatever happens here, Claude goes on.',
  );
}

function permissionRequestScript(): ScriptLines {
  return always(
    'permission-request',
    'PermissionRequest of Claude Code: what Claude asks the human. An observer: it answers nothing, and Claude goes on asking.',
  );
}

function skillMarkerScript(): ScriptLines {
  return always(
    'skill-marker',
    'PostToolUse of Skill: which skill was loaded. An observer: whatever happens, Claude goes on.',
  );
}

function markerInvalidateScript(): ScriptLines {
  return [
    ...head(
      'PostToolUse of the tools that edit: takes the marker files away. An observer: whatever happens, Claude goes on.',
    ),
    onlyInParty,
    '# Without a marker file of any conversation there is nothing to take away.',
    'for marker in "${PARTY_MARKER_ROOT:-/tmp}"/claude-*-*; do [ -f "$marker" ] && break; done',
    '[ -f "$marker" ] || exit 0',
    ...observe('marker-invalidate'),
  ];
}

function codexTraceScript(): ScriptLines {
  const script = 'tmux-codex';
  const verbs = reviewVerbs.filter((verb) => verb !== script).map((verb) => `*party*${verb}*`);
  return [
    ...head(
      'PostToolUse and PostToolUseFailure of Bash: what was done about the review. An observer: whatever happens, Claude goes on.',
    ),
    onlyInParty,
    // Not by the shell itself: the input has all that the command printed.
    readStdin,
    `case $input in ${[holdsAsWritten(script), ...verbs].join(' | ')}) ;; *) exit 0 ;; esac`,
    ...observeInput('codex-trace'),
  ];
}

function worktreeGuardScript(): ScriptLines {
  return [
    ...head(
      'PreToolUse of Bash: keeps the branch of the main worktree, and edits in sight. If it breaks, the call goes on.',
    ),
    onlyInParty,
    ...readShortStdin,
    "case $input in *git*checkout* | *git*switch* | *'gh co '* | *gh*checkout* | *sed[!A-Za-z]*-* | *perl[!A-Za-z]*-* | *awk*inplace* | *ruby[!A-Za-z]*-*) ;; *) exit 0 ;; esac",
    ...observeInput('worktree-guard'),
  ];
}

function skillEvalScript(): ScriptLines {
  const words = (asWritten: boolean) =>
    skillHints.filter((hint) => hint.asWritten === asWritten).flatMap((hint) => Object.keys(hint.words));
  const patterns = [...shortest(words(false)).map(holds), ...words(true).map(holdsAsWritten)];
  return [
    ...head(
      'UserPromptSubmit of Claude Code: tells the party which message has arrived, and Claude which skill fits. An observer.',
    ),
    onlyInParty,
    ...readShortStdin,
    '# Every message begins with its sender: [CODEX] …, [HUMAN 3f9k2a7c] … The words are those of core/messages/skillHint.ts.',
    `case $input in *'"prompt":'*) ;; *) exit 0 ;; esac`,
    `case \${input#*'"prompt":'} in`,
    ...passOver(["*'['[A-Z]*", ...patterns], '  '),
    '  *) exit 0 ;;',
    'esac',
    ...observeInput('skill-eval'),
  ];
}

const whereGated = 'gated "${CLAUDE_PROJECT_DIR:-$PWD}" || gated "$PWD" || exit 0';

function bashDriftScript(): ScriptLines {
  return [
    ...head(
      'PostToolUse and PostToolUseFailure of Bash, where a plan gate is on: what has changed. An observer: Claude goes on.',
    ),
    ...findGate(),
    whereGated,
    ...observe('bash-drift'),
  ];
}

function planReviewScript(): ScriptLines {
  const plan = planPath.slice(planPath.lastIndexOf('/') + 1);
  const review = withNode('"$hook" plan-review 2>/dev/null', giveInput);
  return [
    ...head(
      'PostToolUse of the tools that edit, where a plan gate is on: Codex reviews the plan. If it breaks, Claude is told that',
      'the plan stays unapproved.',
    ),
    ...findGate(),
    whereGated,
    readStdin,
    `case $input in ${holdsAsWritten(plan)}) ;; *) exit 0 ;; esac`,
    'broken() { echo "Party: the plan was not reviewed ($1), so it is not approved. Tell the human; see: party gates check" >&2; exit 2; }',
    findHook,
    ...tidy,
    ...review.slice(0, -1),
    `fi || broken "${hookBundle} failed with $?"`,
  ];
}
