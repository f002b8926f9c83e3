// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of sh

// All scripts that choose a Node, by path: those of the hooks, and the three that start another program of Party. `npm
// run build` writes them; test/house/scripts.test.ts fails when they are out of date.

import { collabStateFile } from '../../collab/collab.ts';
import { gateScripts } from './gates.ts';
import { observerScripts } from './observers.ts';
import {
  becomeNode,
  giveInput,
  head,
  hookBundle,
  isThere,
  onlyInParty,
  readStdin,
  type ScriptLines,
  setAside,
  tidy,
  walkUp,
  withNode,
} from './parts.ts';

const hooks: Readonly<Record<string, ScriptLines>> = { ...gateScripts(), ...observerScripts(), stop: stopScript() };

/** The text of each script, by its path in the repository. */
export const scripts: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...Object.entries(hooks).map(([name, lines]) => [`resources/claude/hooks/${name}.sh`, lines] as const),
    ['resources/codex/notify.sh', notifyScript()] as const,
    ['resources/bin/party', partyScript()] as const,
    ['resources/demo/agent.sh', demoScript()] as const,
  ].map(([path, lines]) => [path, `${lines.join('\n')}\n`]),
);

/** The only hook that runs two programs, one after the other. It starts no subshell before it needs one, for speed. */
function stopScript(): ScriptLines {
  return [
    ...head(
      'Stop and StopFailure of Claude Code in a party: the end of a turn, for those who wait for it. After Stop, where collab is',
      'on, Codex reviews what was done. If that breaks, Claude stops, and the human is told that nothing was reviewed.',
    ),
    onlyInParty,
    'state=${PARTY_STATE_ROOT:-/tmp}/party-${PARTY_SESSION#party-}',
    '# A message on its way, one that waits for an answer, or a letter of Codex: without any of them no process waits.',
    'for sign in "$state"/messages/open/* "$state"/codex/outbox/*.json; do [ -e "$sign" ] && break; done',
    '[ -e "$sign" ] && waits=1 || waits=',
    ...walkUp({
      name: 'on',
      start: ['CDPATH= cd -P -- "$1" 2>/dev/null || return 1', 'top=$PWD'],
      found: isThere(collabStateFile),
      up: 'top=${top%/*}',
    }),
    'here=$PWD',
    'case $0 in /*) hooks=${0%/*} ;; *) hooks=$here/${0%/*} ;; esac',
    '{ on "${CLAUDE_PROJECT_DIR:-$here}" || on "$here"; } && collab=1 || collab=',
    '[ -n "$waits$collab" ] || exit 0',
    'cd -- "$here" 2>/dev/null',
    readStdin,
    ...tidy,
    'run() {',
    ...becomeNode(`"$hooks/../../../${hookBundle}" "$1"`).map((line) => `  ${line}`),
    '}',
    `[ -z "$waits" ] || ${giveInput}(run stop)`,
    '[ -n "$collab" ] || exit 0',
    `${giveInput}(run collab-stop 2>/dev/null) ||`,
    `  echo '{"systemMessage":"Party: Codex has not reviewed this, because ${hookBundle} did not run. See: party gates check"}'`,
    'exit 0',
  ];
}

function notifyScript(): ScriptLines {
  return [
    ...head(
      'Codex runs this at the end of every turn, with the event as its last argument. An observer: it never fails.',
    ),
    onlyInParty,
    `hook=\${0%/*}/../../${hookBundle}`,
    ...setAside,
    ...withNode('"$hook" codex-notify "$@"'),
    'exit 0',
  ];
}

function partyScript(): ScriptLines {
  const missing = 'party: Node.js 20 or newer is needed, but there is no node on the PATH (set PARTY_NODE to one)';
  return [
    ...head(
      'The party command: finds Node and runs the bundle beside this folder. Also works through a symbolic link.',
    ),
    'case $0 in */*) self=$0 ;; *) self=./$0 ;; esac',
    'while [ -h "$self" ]; do',
    '  link=$(readlink "$self")',
    '  case $link in /*) self=$link ;; *) self=${self%/*}/$link ;; esac',
    'done',
    '# Hints then name a command that this user can run: by its path where a shell finds none, or another one.',
    'name=${PARTY_NAME:-party}',
    '# Without a subshell, which takes as long as the rest of this script.',
    'set -f; IFS=: found=; for entry in $PATH; do [ ! -f "${entry:-.}/$name" ] || [ ! -x "${entry:-.}/$name" ] || { found=${entry:-.}/$name; break; }; done; unset IFS; set +f',
    '[ "$found" -ef "${self%/*}/$name" ] || { case $0 in */*) PARTY_TYPED=${0%/*} ;; *) PARTY_TYPED=. ;; esac; export PARTY_TYPED="$PARTY_TYPED/$name"; }',
    ...setAside,
    ...becomeNode('"${self%/*}/../../dist/cli.cjs" "$@"', [
      `command -v node >/dev/null 2>&1 || { echo '${missing}' >&2; exit 1; }`,
    ]),
  ];
}

function demoScript(): ScriptLines {
  return [
    ...head('Starts the scripted stand-in for a role: agent.sh claude|codex'),
    ...becomeNode('"${0%/*}/agent.mjs" "$@"'),
  ];
}
