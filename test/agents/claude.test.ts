import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partyPaths, projectDirectory } from '../../src/node/project/paths.ts';
import { until } from '../support/sandbox.ts';
import { Party, withResolvers } from './party.ts';

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'as scripted' } });

describe('the real Claude Code in a party', function () {
  this.timeout(60_000);
  let party: Party;
  const enough = withResolvers();
  const written = () => join(party.project, 'written.txt');
  const record = () => {
    const project = projectDirectory(partyPaths(party.sandbox.env), party.project);
    return join(project, 'sessions', party.started.session.id, 'claude.json');
  };

  before(async () => {
    party = await Party.start({
      claude: [
        { when: /good morning/, say: 'GOOD MORNING TO YOU' },
        { when: /write the file/, call: { tool: 'Write', input: { file_path: 'written.txt', content: 'by Claude' } } },
        { when: /who is here/, call: bash('party status --json') },
        { when: /fetch it/, call: bash('curl -s http://127.0.0.1:9') },
        { when: /take your time/, say: 'TIME TAKEN', after: enough.promise },
      ],
    });
  });
  after(() => party?.dispose());

  it('starts idle, without warnings', async () => {
    assert.equal((await party.becomes('claude', 'idle')).demo, false);
    assert.deepEqual(party.started.warnings, []);
  });

  it('reports its conversation id through the SessionStart hook', async () => {
    const { conversation, cwd, pid } = JSON.parse(
      await until('the record of the conversation', () => existsSync(record()) && readFileSync(record(), 'utf8')),
    );
    const own = JSON.parse(readFileSync(join(party.sandbox.home, '.claude/sessions', `${pid}.json`), 'utf8'));
    assert.equal(conversation, own.sessionId);
    assert.equal(cwd, party.project);
  });

  it('answers a line that is typed into its pane, and knows that it is in a party', async () => {
    await party.say('claude', 'good morning');
    await party.shows('claude', 'GOOD MORNING TO YOU');
    assert.match(party.claude.requests.at(-1)?.system ?? '', /You are in a party/);
  });

  it('is busy while it works and idle after it', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'take your time');
    await party.becomes('claude', 'busy');
    enough.resolve();
    await party.shows('claude', 'TIME TAKEN');
    await party.becomes('claude', 'idle');
  });

  it('edits files without asking, because that is its mode', async () => {
    await party.say('claude', 'write the file');
    await until('the file', () => existsSync(written()), 20_000);
    assert.equal(readFileSync(written(), 'utf8'), 'by Claude');
    await party.becomes('claude', 'idle');
  });

  it('runs `party status` without asking, as its instructions say', async () => {
    const said = party.claude.requests.length;
    await party.say('claude', 'who is here');
    const { userText } = await until('what the command printed', () => party.claude.requests[said + 1]);
    assert.match(userText, /^\{"session"/);
    assert.equal(JSON.parse(userText).session.id, party.started.session.id);
    await party.becomes('claude', 'idle');
  });

  it('shows as waiting when it asks for permission', async () => {
    await party.say('claude', 'fetch it');
    assert.equal((await party.becomes('claude', 'waiting')).waitingFor, 'permission prompt');
    await party.dismiss();
    await party.becomes('claude', 'idle');
  });

  it('records the new conversation after /clear', async () => {
    const before = JSON.parse(readFileSync(record(), 'utf8')).conversation;
    await party.say('claude', '/clear');
    await until('another conversation', () => JSON.parse(readFileSync(record(), 'utf8')).conversation !== before);
    await party.becomes('claude', 'idle');
  });

  it('is shown as ended after /exit, and its pane stays', async () => {
    await party.say('claude', '/exit');
    assert.equal((await party.becomes('claude', 'dead')).pane, party.started.panes.claude);
  });
});

describe('the real Claude Code behind a wrapper that moves its home', function () {
  this.timeout(60_000);
  let party: Party;
  before(async () => {
    party = await Party.start({
      claude: [{ when: /good morning/, say: 'GOOD MORNING TO YOU' }],
      config: { agents: { claude: { command: ['wrapped-claude'], adapter: 'claude' } } },
      prepare(sandbox) {
        const bin = sandbox.directory('bin');
        const home = sandbox.directory('elsewhere');
        renameSync(join(sandbox.home, '.claude.json'), join(home, '.claude.json'));
        const script = `#!/bin/sh\nCLAUDE_CONFIG_DIR='${home}' claude "$@"\nexit $?\n`;
        writeFileSync(join(bin, 'wrapped-claude'), script, { mode: 0o755 });
        sandbox.env.PATH = `${bin}:${sandbox.env.PATH}`;
      },
    });
  });
  after(() => party?.dispose());

  it('is found by what its hook recorded', async () => {
    await party.becomes('claude', 'idle');
    await party.say('claude', 'good morning');
    await party.shows('claude', 'GOOD MORNING TO YOU');
    assert.ok(!existsSync(join(party.sandbox.home, '.claude')));
  });
});
