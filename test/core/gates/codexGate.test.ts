// The gate before calls of Codex: in which order it decides, what it asks for on the way, and its words.

import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { type CodexGateFacts, codexGate } from '../../../src/core/gates/codexGate.ts';
import { denyStateWrite } from '../../../src/core/gates/state/lineWrites.ts';
import type { Review } from '../../../src/core/review/review.ts';
import { everydayLines } from './everydayLines.ts';
import { call, inWords, readyReview, reviewFacts, reviewWith } from './gateFacts.ts';

describe('codex-gate: the order of decisions', () => {
  let asked: string[];
  beforeEach(() => {
    asked = [];
  });

  type Reviews = Readonly<Record<string, Review>>;
  const facts = (reviews: Reviews): CodexGateFacts => ({
    ...reviewFacts(asked, reviews),
    userHome: '/h',
    partyHome: '/h/party',
    stateWrite: ({ command, line }, cwd) =>
      denyStateWrite(command, line, cwd, {
        guarded: ['/h/party', '/tmp/party-x'],
        pathsOf: (place, path) => [posix.resolve(place, path)],
        isAnswer: async (path) => path === '/tmp/party-x/messages/to-codex/response-q.md',
      }),
    tmuxSocket: '',
  });
  const judge = (command: string, reviews: Reviews = {}) =>
    inWords(codexGate(call('Bash', { command }), facts(reviews)));

  it('ignores other tools and commands, and reads no facts', async () => {
    assert.equal(await codexGate(call('Write', { file_path: 'party' }), facts({})), undefined);
    for (const line of ['ls', 'echo tmux-codex.sh --review', 'party status']) {
      assert.equal(await judge(line), undefined, line);
    }
    assert.deepEqual(asked, []);
  });

  it('denies keys for another pane also in a script that the line writes and runs', async () => {
    for (const line of [
      "echo 'tmux send-keys -t %1 y' > x.sh; sh x.sh",
      "cat > x.sh <<'E'\ntmux send-keys -t %1 y\nE\nbash x.sh",
      'f=$(mktemp); echo "tmux send-keys -t %1 y" > "$f"; sh "$f"',
    ]) {
      assert.equal((await judge(line))?.what, 'keys for another pane', line);
    }
    for (const line of ["echo 'tmux send-keys -t %1 y' > notes.md", "echo 'tmux send-keys' > notes.md; sh other.sh"]) {
      assert.equal(await judge(line), undefined, line);
    }
  });

  it("denies a script that the line writes and runs, and that changes Party's files", async () => {
    for (const line of [
      "cat > x.sh <<'E'\nrm -rf /h/party\nE\nsh x.sh",
      `cat > x.sh <<'E'\nrm -rf "$PARTY_HOME"\nE\nbash x.sh`,
      `cat > x.py <<'E'\nimport os\nos.remove(os.environ["PARTY_HOME"])\nE\npython3 x.py`,
      `echo 'fs.rmSync(process.env.PARTY_HOME)' > x.js; node x.js`,
      `f=$(mktemp); echo 'rm -rf /h/party' > "$f"; sh "$f"`,
    ]) {
      assert.equal((await judge(line))?.what, "a change of Party's own files", line);
    }
    for (const line of [
      "echo 'rm -rf /h/party' > notes.md; sh other.sh",
      "cat > x.py <<'E'\nprint(1)\nE\npython3 x.py",
    ]) {
      assert.equal(await judge(line), undefined, line);
    }
  });

  it('sees a call of Codex in a variable whose value a program runs', async () => {
    for (const line of [
      "EDITOR='tmux-codex.sh --approve' git commit",
      "GIT_PAGER='tmux send-keys -t %1 y' git log",
      'GIT_EDITOR=/x/claude/hooks/agent-trace.sh git commit',
    ]) {
      assert.notEqual(await judge(line), undefined, line);
    }
  });

  for (const line of everydayLines) {
    it(`ignores ${line}`, async () => assert.equal(await judge(line), undefined));
  }

  // A pattern that looks at the rest again at each place would take minutes here, and the client lets a late gate's call run.
  for (const [name, text, use] of [
    ['names of hooks', 'hook-'.repeat(9000), 'f "$x"'],
    ['words of awk', 'print '.repeat(7500), 'awk "$x"'],
  ]) {
    it(`reads a long text of ${name} that is used often once for each use`, async () => {
      assert.equal(await judge(`x='${text}'; ${`${use}; `.repeat(60)}`), undefined);
    });
  }

  it('denies a forgery first, whatever else the line does', async () => {
    const verdict = await judge('tmux-codex.sh --review; node dist/hook.cjs agent-trace');
    assert.equal(verdict?.what, 'evidence that no program earned');
    assert.match(verdict.deny ?? '', /Only Claude Code calls/);
    const written = await judge('echo x >> /h/party/projects/x/events.jsonl; "tmux-codex.sh --review');
    assert.match(written?.deny ?? '', /Only Party writes/);
    assert.deepEqual(asked, []);
  });

  for (const [line, isDenied] of [
    ['echo x > /h/party/current', true],
    ['cd /h && echo x > party/user/x', true],
    ['echo x | tee -a /tmp/party-x/codex/findings/q.json', true],
    ['cp f.json /tmp/party-x/codex/findings/q.json', true],
    ['mv /tmp/party-x/messages.jsonl elsewhere', true],
    ['rm -rf /h/party', true],
    ['ln -s /h/party here', true],
    ['echo x > "$PARTY_HOME/projects/y"', true],
    ['echo x > /h/party-of-mine', false],
    ['cat /tmp/party-x/codex/findings/q.json', false],
    ['cp /h/party/projects/x here', false],
    ['echo x > "$F"', false],
    ['echo yes > /tmp/party-x/messages/to-codex/response-q.md', false],
    ['curl -o /h/party/x https://example.com', true],
    ['wget --output-document=/h/party/x https://example.com', true],
    ['tar xf a.tar -C /h/party', true],
    ['find /h/party -name x -delete', true],
    ['cp -l /tmp/party-x/messages.jsonl ./x', true],
    ['cp /tmp/party-x/messages.jsonl ./x', false],
    ['find /h/party -name x', false],
    ['tar xf a.tar -C /p', false],
    ['echo yes > /tmp/party-x/messages/to-codex/response-other.md', true],
  ] as const) {
    it(`${isDenied ? 'denies' : 'ignores'} ${line}`, async () => {
      const verdict = await judge(line);
      assert.equal(verdict?.deny !== undefined, isDenied);
      if (isDenied) assert.match(verdict?.deny ?? '', /Only Party writes/);
    });
  }

  it('denies a line that hides the agent from a command for the human', async () => {
    for (const line of [
      'env -u CLAUDECODE party gates policy --confirm',
      'CLAUDECODE= party plan approve --reason x',
      'unset CLAUDECODE; party gates pass --reason x',
      'env -i PATH=/bin party plan stop',
      'env -u CLAUDECODE party evidence accept',
      'CLAUDECODE= party collab resume',
      'unset CLAUDECODE; party review request --beyond "go on"',
      'bash -c \'env -u CLAUDE"CODE" party log anchor --reason x\'',
    ]) {
      assert.match((await judge(line))?.deny ?? '', /^Only the human may do this/, line);
    }
    for (const line of [
      "PARTY_TMUX_SOCKET=none env -u CLAUDECODE party findings reply r1-F1 'ok'",
      "PARTY_TMUX_SOCKET=none CLAUDECODE= party findings reply r1-F1 'ok'",
      '(setsid env -u CLAUDECODE party findings reply r1-F1 ok &)',
      'env -i PATH=/bin party findings triage r1-F1 rejected --reason x',
      'unset CLAUDECODE; party talk codex x',
    ]) {
      assert.match((await judge(line))?.deny ?? '', /^Only the human may do this/, line);
    }
    for (const line of ["party findings reply r1-F1 'CLAUDECODE is unset'", 'env -u CLAUDECODE party findings list']) {
      assert.doesNotMatch((await judge(line))?.deny ?? '', /Only the human/, line);
    }
    for (const line of ['party plan approve --reason x', 'env -u CLAUDECODE party status', 'echo $CLAUDECODE']) {
      assert.doesNotMatch((await judge(line))?.deny ?? '', /Only the human/, line);
    }
  });

  it("denies calls of Codex's notify program", async () => {
    for (const line of [
      "sh /x/resources/codex/notify.sh '{}'",
      "PARTY_TMUX_SOCKET=y /x/resources/codex/notify.sh '{}'",
      "bash -c 'sh resources/codex/notify.sh x'",
    ]) {
      assert.match((await judge(line))?.deny ?? '', /calls Party's hooks/, line);
    }
    assert.equal((await judge('cat resources/codex/notify.sh'))?.deny, undefined);
    assert.equal((await judge('sh scripts/notify.sh x'))?.deny, undefined);
  });

  it('denies what it cannot read without asking about any project', async () => {
    const verdict = await judge('"tmux-codex.sh --review');
    assert.equal(verdict?.what, 'a call of tmux-codex.sh');
    assert.match(verdict.deny ?? '', /^Party cannot see what this line runs, so it counts as a call of tmux-codex/);
    const elsewhere = await judge('cd "$X"; tmux-codex.sh --approve');
    assert.equal(elsewhere?.what, 'approve');
    assert.match(elsewhere.deny ?? '', /in which directory "approve" runs, so it counts as one that is not ready/);
    assert.deepEqual(asked, []);
  });

  it('asks once about each call in each place, and stops at the first that is denied', async () => {
    const ready = reviewWith('code-critic', 'minimizer', 'codex-ran');
    const line = 'tmux-codex.sh --review; party review request; tmux-codex.sh --approve';
    assert.deepEqual(await judge(line, { '/p': ready }), { what: 'review, review, approve', deny: undefined });
    assert.deepEqual(asked, ['review of /p', 'review of /p']);
    asked = [];
    const verdict = await judge(line, { '/p': readyReview() });
    assert.equal(verdict?.what, 'review');
    assert.match(verdict.deny ?? '', /^You can request a review only with these.*\n- code-critic.*\n- minimizer/);
    assert.deepEqual(asked, ['review of /p']);
  });

  it('asks about the project that the line goes to, then about the one that Claude is in', async () => {
    const reviews = { '/q': reviewWith('codex-ran'), '/p': readyReview(), '/tree': reviewWith('codex-ran') };
    assert.match((await judge('cd /q && tmux-codex.sh --approve', reviews))?.deny ?? '', /^You can approve only with/);
    assert.deepEqual(asked, ['review of /q', 'review of /p']);
    asked = [];
    assert.equal((await judge('cd /tree && tmux-codex.sh --approve', reviews))?.deny, undefined);
    assert.deepEqual(asked, ['review of /tree']);
  });

  it('says "perhaps", and puts a hint before the reason, when it does not know the program', async () => {
    const verdict = await judge('$SCRIPT --review', { '/p': readyReview() });
    assert.equal(verdict?.what, 'review, perhaps');
    const [hint, reason] = verdict.deny?.split('\n') ?? [];
    assert.match(
      hint ?? '',
      /^Party cannot see which program this line runs, so it counts as a call of tmux-codex\.sh/,
    );
    assert.match(reason ?? '', /^You can request a review only with these/);
    // The end of the word says which program it is.
    const known = await judge('"$DIR"/tmux-codex.sh --review', { '/p': readyReview() });
    assert.equal(known?.what, 'review');
    assert.match(known.deny ?? '', /^You can request a review/);
  });

  it('leaves a small fix to the script, which counts its lines', async () => {
    const verdict = await judge('tmux-codex.sh --approve --targeted "a typo"', { '/p': readyReview() });
    assert.deepEqual(verdict, { what: 'targeted', deny: undefined });
  });
});
