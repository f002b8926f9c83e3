// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of Bash

// Talking to Codex and looking at the party before the plan is approved: what passes, and every way that was thought of to
// take more through the same door.

import assert from 'node:assert/strict';
import { type McpToolName, mcpServer, mcpTools, readsOnly } from '../../../../src/core/agents/mcpTools.ts';
import { denialText } from '../../../../src/core/gates/denial.ts';
import type { OwnProgram } from '../../../../src/core/gates/plan/partyLine.ts';
import { type GateFacts, type PartyFacts, planGate } from '../../../../src/core/gates/plan/planGate.ts';

const bin = '/opt/party/resources/bin';
const skill = '/opt/party/resources/claude/skills/codex-transport/scripts/tmux-codex.sh';
const answer = '/tmp/party-x/messages/to-codex/response-m1.md';
const own: Readonly<Record<OwnProgram, readonly string[]>> = {
  party: ['party', `${bin}/party`],
  'tmux-codex.sh': ['tmux-codex.sh', `${bin}/tmux-codex.sh`, skill, '/opt/my party/tmux-codex.sh'],
};

/** A party whose Codex only reads, with one open question. */
const readOnly: PartyFacts = {
  isOwn: (program, word) => own[program].includes(word),
  detour: () => undefined,
  isAnswer: async (path) => path === answer,
  isAsked: async () => true,
  isOwnServer: async () => true,
  doubt: async () => undefined,
};

async function why(tool_name: string, tool_input: Record<string, unknown>, party: Partial<PartyFacts> = {}) {
  const facts: GateFacts = {
    ...{ top: '/repo', cwd: '/repo', approved: false, ripgrepConfig: false },
    placeOf: (path) => ({ kind: path === '/repo/docs/plan.md' ? 'plan' : 'other' }),
    isOwnAgent: () => false,
    git: () => ({
      own: { settings: [], indexHook: false },
      nested: () => [],
      around: () => ({ settings: [], indexHook: false }),
    }),
    party: { ...readOnly, ...party },
  };
  const denial = await planGate({ tool_name, tool_input, cwd: '/repo' }, facts);
  return denial && denialText(denial);
}
const bash = (command: string, party?: Partial<PartyFacts>) => why('Bash', { command }, party);

/** Each is one call of Party's own program, and does nothing else. */
const passing = [
  'party status',
  'party status --json',
  ` party status\n`,
  'party plan status',
  'party plan status --json',
  'party plan history',
  'party plan history --json',
  'party plan diff',
  'party plan diff 1',
  'party plan diff 1 2',
  'party plan diff v1 now --json',
  `${bin}/party status`,
  `"${bin}/party" status`,
  'tmux-codex.sh --prompt "Is the retry safe?"',
  "tmux-codex.sh --prompt 'What does $HOME; rm -rf / && `id` > x do?'",
  "tmux-codex.sh --prompt 'It'\\''s a question!'",
  'tmux-codex.sh --prompt "costs 5\\$ or \\`less\\`"',
  'tmux-codex.sh --prompt hello',
  'tmux-codex.sh --prompt "~ is home"',
  'tmux-codex.sh --prompt "*.ts, or all?"',
  `${bin}/tmux-codex.sh --prompt 'x y'`,
  `${skill} --prompt 'x y'`,
  `"${skill}" --prompt 'x y'`,
  `'/opt/my party/tmux-codex.sh' --prompt 'x y'`,
  `tmux-codex.sh --respond ${answer}`,
  `tmux-codex.sh --respond "${answer}"`,
  `${skill} --respond '${answer}'`,
];

/** None of these may run. */
const attacks: Readonly<Record<string, readonly string[]>> = {
  'more than one command': [
    'party status; touch x',
    'party status ;touch x',
    'party status && touch x',
    'party status || touch x',
    'party status | sh',
    'party status |& sh',
    'party status & touch x',
    'party status &',
    'party status\ntouch x',
    'party status\r\ntouch x',
    'touch x; party status',
    'cd /tmp && party status',
    'cd /tmp; tmux-codex.sh --prompt x',
    'tmux-codex.sh --prompt x; touch x',
    "tmux-codex.sh --prompt 'x' && touch x",
    "tmux-codex.sh --prompt 'x'\ntouch x",
    "tmux-codex.sh --prompt 'one line\nanother line'",
    'tmux-codex.sh --prompt "one line\nanother line"',
    `tmux-codex.sh --respond ${answer}; touch x`,
    `tmux-codex.sh --respond ${answer} | tee x`,
    'ls; tmux-codex.sh --prompt x',
    '{ party status; }',
    '( party status )',
    '! party status',
    'if party status; then touch x; fi',
    'while party status; do touch x; done',
    'for x in 1; do party status; done',
    'case x in x) party status ;; esac',
    'party() { touch x; }; party status',
    'function party { touch x; }',
    'tmux-codex.sh() { touch x; }; tmux-codex.sh --prompt x',
    'alias party="touch x"',
    "alias tmux-codex.sh='touch x'; tmux-codex.sh --prompt x",
    'hash -p ./evil party; party status',
    'enable -f ./evil.so party',
    'trap "touch x" EXIT; party status',
    'export PATH=.:$PATH; party status',
    'source evil; party status',
    '. ./evil; party status',
    'coproc party status',
    'time party status',
  ],
  'a file that is written or read into it': [
    'party status > x',
    'party status >x',
    'party status >> x',
    'party status 2> x',
    'party status &> x',
    'party status >| x',
    'party status 3> x',
    'party status > /dev/null',
    'party status 2>&1',
    '> x party status',
    'party status < x',
    'tmux-codex.sh --prompt x > x',
    "tmux-codex.sh --prompt 'x' >src/a.ts",
    'tmux-codex.sh --prompt - < x',
    'tmux-codex.sh --prompt x <<< y',
    "tmux-codex.sh --prompt - <<'EOT'\nx\nEOT",
    'tmux-codex.sh --prompt "$(cat <<\'EOT\'\nx\nEOT\n)"',
    `tmux-codex.sh --respond ${answer} > src/a.ts`,
    'tmux-codex.sh --respond <(touch x)',
    'party plan diff > src/a.ts',
    'party plan history | tee src/a.ts',
  ],
  'a substitution or an expansion': [
    'party $(touch x)',
    'party `touch x`',
    'party status $(touch x)',
    'party status ${x:=y}',
    'party $VERB',
    'party sta${x}tus',
    'party {status,plan}',
    'party plan {status,approve}',
    'party plan stat*',
    'party s?atus',
    'party [s]tatus',
    'tmux-codex.sh --prompt "$(touch x)"',
    'tmux-codex.sh --prompt "`touch x`"',
    'tmux-codex.sh --prompt "$HOME"',
    'tmux-codex.sh --prompt "${x:-$(touch x)}"',
    "tmux-codex.sh --prompt $'a\\nb'",
    'tmux-codex.sh --prompt $"text"',
    'tmux-codex.sh --prompt "$((1+1))"',
    'tmux-codex.sh --prompt "!!"',
    'tmux-codex.sh --prompt !$',
    'tmux-codex.sh --prompt *.md',
    'tmux-codex.sh --prompt a?c',
    'tmux-codex.sh --prompt ~root',
    'tmux-codex.sh --prompt =ls',
    'tmux-codex.sh --prompt {a,b}',
    'tmux-codex.sh --prompt a{1..3}',
    'tmux-codex.sh --prompt x # y',
    'tmux-codex.sh --prompt (x)',
    'tmux-codex.sh $MODE x',
    'tmux-codex.sh --pro* x',
    'tmux-codex.sh --{prompt,review} x',
    'tmux-codex.sh --respond $R',
    'tmux-codex.sh --respond /tmp/party-x/messages/to-codex/*',
    'tmux-codex.sh --respond /tmp/party-x/messages/to-codex/response-m?.md',
    'tmux-codex.sh --respond ~/response-m1.md',
    'tmux-codex.sh --prompt "a" "b"$(touch x)',
    'tmux-codex.sh --prompt "unclosed',
    "tmux-codex.sh --prompt 'unclosed",
    'tmux-codex.sh --prompt x\\',
  ],
  'a variable before it': [
    'PATH=. party status',
    'PARTY_HOME=. party status',
    'PARTY_SESSION=party-other tmux-codex.sh --prompt x',
    'PARTY_STATE_ROOT=/repo tmux-codex.sh --prompt x',
    'PARTY_NODE=./evil party status',
    'PARTY_TMUX_SOCKET=other tmux-codex.sh --prompt x',
    'NODE_OPTIONS=--require=./evil.js party status',
    'NODE_V8_COVERAGE=src party status',
    'LD_PRELOAD=./evil.so party status',
    'BASH_ENV=./evil party status',
    'CLAUDECODE= party plan status',
    'X=1 party status',
    'party status X=1',
    'env party status',
    'env PATH=. party status',
    'env -i party status',
    'exec party status',
    'command party status',
    'builtin party status',
    'eval party status',
    'eval "tmux-codex.sh --prompt x"',
    'nohup tmux-codex.sh --prompt x',
    'sudo party status',
    'timeout 5 party status',
    'xargs party status',
    'nice party status',
    'setsid tmux-codex.sh --prompt x',
    'stdbuf -o0 party status',
    'watch party status',
    'script -c "party status" x',
  ],
  'another program of the same name': [
    './party status',
    './tmux-codex.sh --prompt x',
    'bin/tmux-codex.sh --prompt x',
    '../party status',
    'resources/bin/party status',
    '/repo/tmux-codex.sh --prompt x',
    '/repo/resources/bin/tmux-codex.sh --prompt x',
    '/tmp/tmux-codex.sh --prompt x',
    '/tmp/party status',
    '~/bin/party status',
    `${bin}/../bin/tmux-codex.sh --prompt x`,
    `${bin}//tmux-codex.sh --prompt x`,
    `/repo/..${bin}/party status`,
    '/proc/self/cwd/tmux-codex.sh --prompt x',
    'sh tmux-codex.sh --prompt x',
    `sh ${skill} --prompt x`,
    `bash ${skill} --prompt x`,
    `bash -x ${skill} --prompt x`,
    `. ${skill} --prompt x`,
    `node /opt/party/dist/cli.cjs status`,
    'party-status',
    'Party status',
    'PARTY status',
    'party.sh status',
    'xparty status',
    'tmux-codex --prompt x',
    'tmux-codex.sh.bak --prompt x',
    'tmux-claude.sh x',
    `${bin}/party/ status`,
    `${bin}/tmux-team talk codex x`,
    'tmux-team status',
    '"party" status',
    "'tmux-codex.sh' --prompt x",
    'par\\ty status',
    'p""arty status',
    'party"" status',
    'part[y] status',
    `${bin}/part? status`,
    `${bin}/{party,x} status`,
    '"$PARTY" status',
    'pаrty status',
    'party\u200b status',
    'party\u00a0status',
  ],
  'another verb of party': [
    'party',
    'party --help',
    'party start',
    'party stop',
    'party talk codex x',
    'party talk all x',
    'party restart codex',
    'party restore',
    'party relay',
    'party mcp',
    'party mcp --role reviewer',
    'party tmux-codex --prompt x',
    'party tmux-claude x',
    'party plan',
    'party plan start',
    'party plan stop',
    'party plan approve --reason x',
    'party plan review',
    'party plan cancel',
    'party plan export',
    'party plan export src',
    'party plan import src',
    'party plan status export',
    'party plan diff 1 2 3',
    'party plan diff ../../x',
    'party plan diff --output=x',
    'party plan diff 1 --out x',
    'party plan history --out x',
    'party evidence run tests -- touch x',
    'party evidence verify',
    'party review request',
    'party review approve',
    'party findings triage r1-F1 fixed',
    'party findings reply r1-F1 x --to codex',
    'party worktree x',
    'party collab start',
    'party gates pass --reason x',
    'party gates try -- touch x',
    'party log anchor --reason x',
    'party budget renew --reason x',
    'party pm task add x',
    'party install',
    'party uninstall',
    'party doctor --fix',
    'party config set x y',
    'party message resend x',
    'party sweep',
  ],
  'a flag that does more': [
    'party --config ./evil.json status',
    'party status --config ./evil.json',
    'party status --config=./evil.json',
    'party --json status',
    'party status --json --json',
    'party status --verbose',
    'party status --watch',
    'party status -- x',
    'party status x',
    'party "status"',
    'party status "--json"',
    'party plan "approve" --reason x',
    'party plan status --local',
    'party plan status --reason x',
    'party plan --json status',
    'party plan history 1',
    'party plan diff 0x1',
    'party plan diff -1',
    'party plan diff 12345678',
    'tmux-codex.sh',
    'tmux-codex.sh --prompt',
    'tmux-codex.sh --prompt ""',
    "tmux-codex.sh --prompt '  '",
    'tmux-codex.sh --prompt -',
    'tmux-codex.sh --prompt --review',
    'tmux-codex.sh --prompt --approve',
    'tmux-codex.sh --prompt "--approve"',
    'tmux-codex.sh --prompt=x',
    'tmux-codex.sh "--prompt" x',
    "tmux-codex.sh '--prompt' x",
    'tmux-codex.sh --pro"mpt" x',
    'tmux-codex.sh --promp\\t x',
    'tmux-codex.sh --prompt x src',
    'tmux-codex.sh --prompt x /tmp',
    'tmux-codex.sh --prompt two words',
    'tmux-codex.sh --prompt x --review',
    'tmux-codex.sh --prompt x --approve --targeted y',
    `tmux-codex.sh --prompt x --respond ${answer}`,
    'tmux-codex.sh --json --prompt x',
    'tmux-codex.sh --prompt x --json',
    'tmux-codex.sh --config ./evil.json --prompt x',
    'tmux-codex.sh -- --prompt x',
    'tmux-codex.sh --prompt -- x',
    'tmux-codex.sh --Prompt x',
    'tmux-codex.sh -prompt x',
    'tmux-codex.sh prompt x',
    'tmux-codex.sh --review',
    'tmux-codex.sh --review main title',
    'tmux-codex.sh --review --delta',
    'tmux-codex.sh --plan-review docs/plan.md',
    'tmux-codex.sh --review-complete /tmp/x.json',
    'tmux-codex.sh --approve',
    'tmux-codex.sh --approve --targeted x',
    'tmux-codex.sh --re-review x',
    'tmux-codex.sh --needs-discussion x',
    'tmux-codex.sh --respond',
    `tmux-codex.sh --respond=${answer}`,
    `tmux-codex.sh --respond ${answer} ${answer}`,
    `tmux-codex.sh "--respond" ${answer}`,
    `tmux-codex.sh --respond ${answer} --approve`,
  ],
  'another file for an answer': [
    'tmux-codex.sh --respond src/a.ts',
    'tmux-codex.sh --respond /repo/src/a.ts',
    'tmux-codex.sh --respond /etc/passwd',
    'tmux-codex.sh --respond response-m1.md',
    'tmux-codex.sh --respond ./response-m1.md',
    `tmux-codex.sh --respond ${answer}.bak`,
    `tmux-codex.sh --respond ${answer}/`,
    `tmux-codex.sh --respond /${answer}`,
    'tmux-codex.sh --respond /tmp/party-x/messages/to-codex/../to-codex/response-m1.md',
    'tmux-codex.sh --respond /tmp/party-x/messages/to-codex/response-m2.md',
    'tmux-codex.sh --respond /tmp/party-y/messages/to-codex/response-m1.md',
    'tmux-codex.sh --respond /dev/stdin',
    'tmux-codex.sh --respond -',
    'tmux-codex.sh --respond ""',
    `tmux-codex.sh --respond " ${answer}"`,
    `tmux-codex.sh --respond "${answer} "`,
  ],
};

describe('plan gate: talking to Codex before the approval', () => {
  for (const line of passing) {
    it(`lets ${JSON.stringify(line).slice(0, 90)} run`, async () => assert.equal(await bash(line), undefined));
  }

  for (const [kind, lines] of Object.entries(attacks)) {
    for (const line of lines) {
      it(`${kind}: does not let ${JSON.stringify(line).slice(0, 90)} run`, async () => {
        assert.match((await bash(line)) ?? '', /Allowed: one command at a time|open question of Codex names/);
      });
    }
  }

  it('has at least 250 different attacks in its table', () => {
    const all = Object.values(attacks).flat();
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length >= 250, String(all.length));
  });

  it('says what the project would put in the place of a program, or into it', async () => {
    const detour = () => 'NODE_OPTIONS could make Party run something';
    for (const line of passing) assert.match((await bash(line, { detour })) ?? '', /NODE_OPTIONS could make/, line);
    assert.equal(await bash('ls', { detour }), undefined);
  });

  it('runs no program of another Party', async () => {
    for (const line of passing)
      assert.match(
        (await bash(line, { isOwn: () => false })) ?? '',
        /not the program of the Party that runs this gate/,
      );
  });

  it('does not repeat the value of a variable, which may be a secret', async () => {
    for (const line of ['GH_TOKEN=ghp_secret123 party status', 'X=ghp_secret123/party status'])
      assert.doesNotMatch((await bash(line)) ?? 'ghp_secret123', /ghp_secret123/);
  });

  it('asks a Codex that only reads, and no other; an answer goes to the Codex that asked', async () => {
    const doubt = async () => 'Party has no record that it launched Codex read-only';
    for (const line of passing) {
      const said = await bash(line, { doubt });
      if (!line.includes('--prompt')) assert.equal(said, undefined, line);
      else
        assert.match(
          said ?? '',
          /no record that it launched Codex read-only.*docs\/plan\.md.*The human can restart it in its pane: party restart codex/,
        );
    }
  });

  it('lets the file for an answer be written by Write alone, at exactly its path', async () => {
    const write = (file_path: unknown, more = {}) => why('Write', { file_path, content: 'x', ...more });
    assert.equal(await write(answer), undefined);
    for (const path of [`${answer} `, `/${answer}`, `${answer}/`, 'response-m1.md', '/repo/src/a.ts', [answer], null])
      assert.ok(await write(path), String(path));
    assert.ok(await write(answer, { target: '/repo/src/a.ts' }));
    for (const tool of ['Edit', 'MultiEdit', 'NotebookEdit', 'mcp__fs__write_file'])
      assert.ok(await why(tool, { file_path: answer, notebook_path: answer, path: answer }), tool);
    // What the place of a path says weighs more.
    assert.ok(await why('Write', { file_path: answer }, { isAnswer: async () => false }));
  });
});

describe("plan gate: the tools of Party's own server", () => {
  const called = (name: string, party?: Partial<PartyFacts>) => why(`mcp__${mcpServer}__${name}`, { text: 'x' }, party);
  const talking: readonly McpToolName[] = ['send_message', 'ask'];
  for (const name of Object.keys(mcpTools) as McpToolName[]) {
    const passes = readsOnly(name) || talking.includes(name) || name === 'respond';
    it(`${passes ? 'lets' : 'does not let'} ${name} pass`, async () => {
      const said = await called(name);
      if (passes) assert.equal(said, undefined);
      // The way out is in the words of the tool.
      else assert.match(said ?? '', new RegExp(`mcp__party__${name}: .{20}`));
      assert.match((await called(name, { isOwnServer: async () => false })) ?? '', /a tool of an MCP server/);
    });
  }

  it('sends nothing to a Codex that could write', async () => {
    const doubt = async () => 'The program in the pane of Codex is not the one that Party launched read-only';
    for (const name of talking) assert.match((await called(name, { doubt })) ?? '', /not the one that Party launched/);
    assert.equal(await called('respond', { doubt }), undefined);
    assert.equal(await called('plan_status', { doubt }), undefined);
  });

  it('treats an answer without an open question as an order', async () => {
    const doubt = async () => 'Codex can write';
    const isAsked = async (id: string | undefined) => id === 'm1';
    const respond = (id?: unknown, party: Partial<PartyFacts> = { doubt }) =>
      why(`mcp__${mcpServer}__respond`, { text: 'Write the code', id }, { isAsked, ...party });
    assert.equal(await respond('m1'), undefined);
    for (const id of ['m2', undefined, 1, ['m1']]) assert.match((await respond(id)) ?? '', /Codex can write/);
    assert.equal(await respond('m2', {}), undefined, 'a Codex that only reads');
  });

  it('denies other tools of a server with that name', async () => {
    const names = ['approve', 'Ask', 'ask ', 'ask__x', '', 'constructor', 'toString', '__proto__', 'plan_status_'];
    for (const name of names) assert.ok(await called(name), name);
    for (const tool of ['mcp__party_ask', 'mcp__partyx__ask', 'mcp__x__party__ask', 'mcp__Party__ask', 'party__ask'])
      assert.ok(await why(tool, {}), tool);
  });
});

describe('plan gate: a line that passes', () => {
  const hurtful = [';', '&', '|', '<', '>', '\n', '$x', '$(x)', '`x`', '(', ')', '{a,b}', '*', '?', '[a]', '!', '#'];
  it('does not pass with an operator anywhere outside its quotes', async () => {
    for (const line of ['party status', 'party plan diff 1 now --json', 'tmux-codex.sh --prompt text']) {
      for (const bad of hurtful) {
        for (let at = 0; at <= line.length; at++) {
          const changed = `${line.slice(0, at)}${bad}${line.slice(at)}`;
          // At the ends a line break means nothing, and inside a word # is a letter.
          if (changed.trim() === line || (bad === '#' && /\S#/.test(changed) && changed.startsWith('tmux'))) continue;
          assert.ok(await bash(changed), JSON.stringify(changed));
        }
      }
    }
  });

  it('does not pass with one more word', async () => {
    for (const line of passing) {
      for (const word of ['x', '--force', '/tmp', '-', "'x y'", '--delta', '>x']) {
        const trimmed = line.trim();
        const isVersion = trimmed.includes('diff');
        if (!isVersion) assert.ok(await bash(`${trimmed} ${word}`), `${trimmed} ${word}`);
        assert.ok(await bash(`${word} ${trimmed}`), `${word} ${trimmed}`);
      }
    }
  });
});
