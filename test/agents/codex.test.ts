import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { until } from '../support/sandbox.ts';
import type { CodexRule } from './models/openai.ts';
import { Party, withResolvers } from './party.ts';

const attempts = [
  'touch in-the-repository && echo REPOSITORY-WRITTEN',
  'touch .git/in-git && echo GIT-WRITTEN',
  'touch "$PARTY_STATE_ROOT/$PARTY_SESSION/codex/mine" && echo OWN-WRITTEN',
  'touch "$PARTY_STATE_ROOT/$PARTY_SESSION/messages/x" && echo STATE-WRITTEN',
  'touch "$PARTY_HOME/x" && echo HOME-WRITTEN',
  'touch "$TMPDIR/x" && echo TMP-WRITTEN',
  'curl -s "$SCRIPTED_MODEL_URL" && echo NETWORK-REACHED',
  'tmux -L "$PARTY_TMUX_SOCKET" list-sessions && echo TMUX-REACHED',
  'env | grep -q test-key && echo SECRETS-SEEN',
  'echo END',
];
const lookingAround: CodexRule = { when: /look around/, run: attempts.join('; '), say: 'LOOKED AROUND' };

/** Lets the model try everything and answers with what worked. */
async function lookAround(party: Party): Promise<readonly string[]> {
  await party.becomes('codex', 'idle');
  await party.say('codex', 'look around please');
  await party.shows('codex', 'LOOKED AROUND');
  const output = party.codex.requests.findLast((request) => request.commandOutput)?.commandOutput ?? '';
  return output.match(/[A-Z]+-(?:WRITTEN|REACHED|SEEN)|END/g) ?? [];
}

describe('the real Codex in a party', function () {
  this.timeout(60_000);
  let party: Party;
  const enough = withResolvers();
  const own = mkdtempSync(join(tmpdir(), 'party-notify-'));
  const notified = join(own, 'notified');
  const record = () => {
    const project = projectDirectory(partyPaths(party.sandbox.env), party.project);
    return join(project, 'sessions', party.started.session.id, 'codex.json');
  };

  before(async () => {
    const script = join(own, 'notify');
    writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1:$2" >> '${notified}'\n`, { mode: 0o755 });
    party = await Party.start({
      codex: [
        { when: /good morning/, say: 'GOOD MORNING TO YOU' },
        { when: /take your time/, say: 'TIME TAKEN', after: enough.promise },
        lookingAround,
      ],
      // A user who lets Codex do everything elsewhere, has a notify program and instructions of his own.
      codexConfig: [
        'sandbox_mode = "danger-full-access"',
        'approval_policy = "on-request"',
        `notify = [${JSON.stringify(script)}, "mine"]`,
        'developer_instructions = "Answer in Latin."',
      ].join('\n'),
    });
  });
  after(async () => {
    await party?.dispose();
    rmSync(own, { recursive: true, force: true });
  });

  it('starts idle, without warnings', async () => {
    assert.equal((await party.becomes('codex', 'idle')).demo, false);
    assert.deepEqual(party.started.warnings, []);
  });

  it("answers a line that is typed into its pane, with our instructions and the user's own", async () => {
    await party.say('codex', 'good morning');
    await party.shows('codex', 'GOOD MORNING TO YOU');
    const { instructions = '' } = party.codex.requests.at(-1) ?? {};
    assert.match(instructions, /Answer in Latin\.\n\n# You are in a party/);
    assert.ok(instructions.includes(`${party.stateDir}/codex`));
  });

  it('is busy while it works and idle after it', async () => {
    await party.becomes('codex', 'idle');
    await party.say('codex', 'take your time');
    await party.becomes('codex', 'busy');
    enough.resolve();
    await party.shows('codex', 'TIME TAKEN');
    await party.becomes('codex', 'idle');
  });

  it('writes only its own directory, reaches neither network nor tmux, and sees no secrets', async () => {
    assert.deepEqual(await lookAround(party), ['OWN-WRITTEN', 'END']);
    assert.ok(existsSync(join(party.stateDir, 'codex/mine')));
  });

  it('reports its thread id through notify, and not that of the thread that finds a title', async () => {
    await until('the record of the thread', () => existsSync(record()));
    const { conversation } = JSON.parse(readFileSync(record(), 'utf8'));
    // Codex calls notify a moment before its title says that the turn has ended; until then, Ctrl-C would interrupt it.
    await until('the thread in the title of an idle Codex', async () => {
      const title = await party.sandbox.tmux('display-message', '-p', '-t', party.started.panes.codex, '#{pane_title}');
      return title.stdout.startsWith(`Ready | ${conversation.slice(0, 20)}`);
    });
  });

  it("still calls the user's own notify program, with its arguments and the event", async () => {
    const events = await until('the notification', () => existsSync(notified) && readFileSync(notified, 'utf8'));
    assert.match(events, /^mine:\{"type":"agent-turn-complete".*GOOD MORNING TO YOU/m);
  });

  it('leaves no error in the log of the hooks', () => {
    assert.equal(existsSync(party.hookLog) && readFileSync(party.hookLog, 'utf8'), false);
  });

  it('is shown as ended after /exit, and its pane stays', async () => {
    await party.press('codex', 'C-c');
    assert.equal((await party.becomes('codex', 'dead')).pane, party.started.panes.codex);
  });
});

describe('the real Codex with the sandbox that the user chose', function () {
  this.timeout(60_000);
  let party: Party;
  before(async () => {
    party = await Party.start({
      codex: [lookingAround],
      config: { agents: { codex: { command: ['codex', '--sandbox', 'danger-full-access'] } } },
    });
  });
  after(() => party?.dispose());

  it('is started with a warning', () => {
    assert.match(party.started.warnings.join(), /agents\.codex\.command sets the sandbox/);
  });

  // Which also shows that the attempts of the suite above fail because of the sandbox and for no other reason.
  it("can do what Party's sandbox would forbid, but still sees no secrets", async () => {
    assert.deepEqual(await lookAround(party), [
      'REPOSITORY-WRITTEN',
      'GIT-WRITTEN',
      'OWN-WRITTEN',
      'STATE-WRITTEN',
      'HOME-WRITTEN',
      'TMP-WRITTEN',
      'NETWORK-REACHED',
      'TMUX-REACHED',
      'END',
    ]);
  });
});
