// Before the plan is approved, Claude may talk to a Codex that only reads, and look at the party: in a real party, whose
// Codex is a stand-in that Party launches as it launches the real one.

import assert from 'node:assert/strict';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shellWord } from '../../../src/core/base/shellWord.ts';
import { letterDraft } from '../../../src/node/messages/letterDraft.ts';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { hookScript } from '../../support/project.ts';
import { node20, type Output, repository, type Started, until } from '../../support/sandbox.ts';
import { GatedProject } from './support/gatedProject.ts';
import { allowed, denied } from './support/hookedProject.ts';

const flags = {
  claude: '--plugin-dir --settings --permission-mode --mcp-config --append-system-prompt',
  codex: '--config --ask-for-approval --sandbox',
};
const ask = "tmux-codex.sh --prompt 'Is this safe?'";
const asking = ['mcp__party__send_message', 'mcp__party__ask'];

describe('plan gate, in a party', function () {
  this.timeout(60_000);
  let at: GatedProject;
  let started: Started;
  before(() => {
    at = new GatedProject();
    const bin = at.box.directory('agents');
    for (const [name, known] of Object.entries(flags)) {
      const answers = `--version) echo '${name} 9.9.9' ;; --help) echo '${known}' ;; *) exec sleep 1000 ;;`;
      const file = join(bin, name);
      writeFileSync(file, `#!/bin/sh\nfor last; do :; done\ncase $last in ${answers} esac\n`, { mode: 0o755 });
    }
    at.env['PATH'] = `${bin}:${at.env['PATH']}`;
  });
  after(() => at.dispose());
  beforeEach(() => start());
  afterEach(async () => {
    await at.box.party(['stop', '--yes'], { cwd: at.top });
    await at.box.killServer();
  });

  const start = async (config: object = {}) => {
    if (started !== undefined) await at.box.tmux('kill-server');
    writeFileSync(join(at.top, 'tmux-team.json'), JSON.stringify(config));
    started = await at.box.partyJson<Started>(['start', '--detach'], { cwd: at.top });
  };
  const resources = () => join(at.box.partyHome, 'current/resources');
  const stateDir = () => join(at.box.stateRoot, started.session.name);
  const panes = () => `${join(resources(), 'bin')}:${at.env['PATH']}`;
  /** As the hook of Claude in its pane. */
  const asks = (input: unknown, env: Record<string, string> = {}) =>
    at.asks(input, { env: { PARTY_SESSION: started.session.name, PATH: panes(), ...env } });
  /** The same from the pane of Claude, where a process of that pane starts it. */
  const inPane = async (input: unknown): Promise<Output> => {
    const [script, given, said, code] = ['pane.sh', 'given', 'said', 'code'].map((name) => join(at.root, name)) as [
      ...[string, string, string, string],
    ];
    rmSync(code, { force: true });
    writeFileSync(given, JSON.stringify(input));
    const env = {
      ...{ ...at.env, PARTY_NODE: node20, PARTY_SESSION: started.session.name, PATH: panes() },
      ...{ CLAUDE_PROJECT_DIR: at.top },
    };
    const words = Object.entries(env).map(([name, value]) => shellWord(`${name}=${value}`));
    const call = `env -i ${words.join(' ')} sh ${hookScript('plan-gate')} < ${given} > ${said} 2> ${said}.err`;
    writeFileSync(script, `${call}\necho $? > ${code}.new\nmv ${code}.new ${code}\nexec sleep 1000\n`);
    await at.box.tmux('respawn-pane', '-k', '-t', started.panes.claude, '-c', at.top, 'sh', script);
    await until('the answer of the gate', () => existsSync(code), 30_000);
    const [stdout, stderr] = [readFileSync(said, 'utf8'), readFileSync(`${said}.err`, 'utf8')];
    return { code: Number(readFileSync(code, 'utf8')), stdout, stderr };
  };
  const line = (command: string, env?: Record<string, string>) => asks(at.bash(command), env);
  const record = () => at.durable('sessions', started.session.id, 'session.json');
  const question = async () => {
    const mailbox = openMailbox(stateDir());
    const { id, response = '' } = await mailbox.write(letterDraft(stateDir(), 'What is it for?', []));
    return { id, response, answered: () => mailbox.record({ event: 'answered', id, file: response }) };
  };
  const plant = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '#!/bin/sh\ntouch ran\n');
    chmodSync(path, 0o755);
  };

  it('lets Claude ask Codex, answer it and see where things stand', async () => {
    const script = join(resources(), 'claude/skills/codex-transport/scripts/tmux-codex.sh');
    for (const command of ['party status', `${resources()}/bin/party plan diff 1 now`, ask, `"${script}" --prompt x`])
      allowed(await line(command));
    for (const tool of [...asking, 'mcp__party__respond', 'mcp__party__plan_status'])
      allowed(await inPane(at.call(tool, { text: 'x' })));
    const { response, answered } = await question();
    allowed(await asks(at.writes(response)));
    allowed(await line(`tmux-codex.sh --respond ${response}`));
    // And nothing else beside it.
    denied(await asks(at.writes(join(dirname(response), 'other.md'))));
    denied(await asks(at.writes(record())));
    denied(await line('tmux-codex.sh --review'));
    assert.match(denied(await inPane(at.call('mcp__party__request_review', {}))), /no change to review yet/);
    await answered();
    denied(await asks(at.writes(response)));
    assert.match(denied(await line(`tmux-codex.sh --respond ${response}`)), /not the file that an open question/);
  });

  it('sends nothing to a Codex that Party did not launch read-only', async () => {
    const doubtful = async (why: RegExp) => {
      assert.match(denied(await line(ask)), why);
      allowed(await line('party plan status'));
    };
    const known = readFileSync(record(), 'utf8');
    // A party of an earlier version.
    writeFileSync(record(), known.replace(/,?\s*"readOnly": true/, ''));
    await doubtful(/no record that it launched Codex read-only.*party restart codex/);
    for (const tool of asking)
      assert.match(denied(await inPane(at.call(tool, { text: 'x' }))), /no record that it launched Codex read-only/);
    writeFileSync(record(), 'torn');
    await doubtful(/no record that it launched Codex read-only/);
    writeFileSync(record(), known);
    allowed(await line(ask));
    // Another program in its pane, and another pane in its role.
    await at.box.tmux('respawn-pane', '-k', '-t', started.panes.codex, 'sleep', '1000');
    await doubtful(/not the one that Party launched read-only/);
    await at.box.partyJson(['restart', 'claude', '--force'], { cwd: at.top });
    await doubtful(/not the one that Party launched read-only/);
    await at.box.tmux('set-option', '-p', '-u', '-t', started.panes.codex, '@party_role');
    await doubtful(/cannot tell which Codex would get it/);
    await at.box.tmux('set-option', '-p', '-t', started.panes.shell, '@party_role', 'codex');
    await doubtful(/not the one that Party launched read-only/);
    await at.box.killServer();
    await doubtful(/cannot tell which Codex would get it/);
    assert.match(denied(await line(ask, { PARTY_SESSION: '' })), /not a party/);
  });

  it('lets Claude answer an open question of any Codex, and accepts nothing else as an answer', async () => {
    writeFileSync(record(), readFileSync(record(), 'utf8').replace(/,?\s*"readOnly": true/, ''));
    const respond = (input: object) => inPane(at.call('mcp__party__respond', { text: 'Write the code', ...input }));
    const doubt = /no record that it launched Codex read-only/;
    assert.match(denied(await respond({})), doubt);
    const { id, answered } = await question();
    for (const input of [{}, { id }]) allowed(await respond(input));
    assert.match(denied(await respond({ id: 'other' })), doubt);
    await answered();
    for (const input of [{}, { id }]) assert.match(denied(await respond(input)), doubt);
  });

  it('recognizes a restarted Codex', async () => {
    await at.box.partyJson(['restart', 'codex', '--force'], { cwd: at.top });
    allowed(await line(ask));
  });

  const doubtfulCommands = {
    'a sandbox of its own': ['codex', '--sandbox', 'danger-full-access'],
    'a configuration of its own': ['codex', '-c', 'sandbox_mode="danger-full-access"'],
    'a profile': ['codex', '--profile', 'free'],
    'a program of the project': ['./tools/codex'],
  };
  for (const [what, command] of Object.entries(doubtfulCommands)) {
    it(`sends nothing to a Codex with ${what}`, async () => {
      plant(at.file('tools/codex'));
      writeFileSync(at.file('tools/codex'), readFileSync(join(at.root, 'agents/codex')));
      await start({ agents: { codex: { command, adapter: 'codex' } } });
      assert.match(denied(await line(ask)), /no record that it launched Codex read-only/);
    });
  }
  it('asks a Codex with another model, and no program that is not Codex', async () => {
    await start({ agents: { codex: { command: ['codex', '-m', 'gpt-5.5'], adapter: 'codex' } } });
    allowed(await line(ask));
    await start({ agents: { codex: { command: ['sleep', '1000'], adapter: 'generic' } } });
    denied(await line(ask));
  });

  it('runs no program of the same name, wherever it comes from', async () => {
    for (const name of ['party', 'tmux-codex.sh']) plant(at.file(`tools/${name}`));
    const elsewhere = at.box.directory('elsewhere');
    const own = join(repository, 'resources/bin');
    for (const PATH of [`${at.file('tools')}:${panes()}`, `tools:${panes()}`, `./tools:${panes()}`]) {
      for (const command of [ask, 'party status'])
        assert.match(denied(await line(command, { PATH })), /not the program of the Party/, PATH);
    }
    // A link runs what is beside the link.
    symlinkSync(join(own, 'tmux-codex.sh'), join(elsewhere, 'tmux-codex.sh'));
    plant(join(elsewhere, 'party'));
    denied(await line(ask, { PATH: `${elsewhere}:${panes()}` }));
    denied(await line(`${elsewhere}/tmux-codex.sh --prompt x`));
    denied(await line(`${elsewhere}/party status`));
    // In a folder of the project that a link leads out of.
    symlinkSync(own, at.file('linked'));
    denied(await line(`${at.file('linked')}/party status`));
    denied(await line('party status', { PATH: `linked:${panes()}` }));
    // What is above a link is one folder for the system and another one for the shell.
    mkdirSync(at.file('bin'));
    for (const name of ['party', 'tmux-codex.sh']) plant(at.file(`bin/${name}`));
    symlinkSync(join(repository, 'resources/demo'), at.file('deep'));
    for (const path of [`${at.top}/deep/../bin`, `/usr/..${at.top}/deep/../bin`, `//${own}`, `${own}/.`]) {
      denied(await line(`${path}/tmux-codex.sh --prompt x`));
      denied(await line(ask, { PATH: `${path}:${panes()}` }));
    }
    denied(await line(ask, { PATH: `~/bin:${panes()}` }));
    // Where the user has put a link to Party's own program.
    const home = at.box.directory('home/bin');
    symlinkSync(join(own, 'party'), join(home, 'party'));
    allowed(await line('party status', { PATH: `${home}:${panes()}` }));
    // A PATH that does not have it.
    denied(await line('party status', { PATH: at.env['PATH'] ?? '' }));
  });

  it('does not let the project run or write something inside of it', async () => {
    for (const name of ['node', 'git', 'tmux', 'readlink']) {
      plant(at.file(`${name}-bin/${name}`));
      const said = denied(await line('party status', { PATH: `${at.file(`${name}-bin`)}:${panes()}` }));
      assert.match(said, new RegExp(`Party would run ${name} of this project`));
    }
    const variables: Record<string, string> = {
      NODE_OPTIONS: '--require /elsewhere/evil.js',
      NODE_V8_COVERAGE: 'cov',
      NODE_COMPILE_CACHE: at.file('cache'),
      NODE_PATH: './lib',
      LD_LIBRARY_PATH: './lib',
      OPENSSL_CONF: at.file('openssl.cnf'),
      BASH_ENV: 'env.sh',
      ENV: './env.sh',
      GIT_EXTERNAL_DIFF: './evil.sh',
    };
    for (const [name, value] of Object.entries(variables)) {
      assert.match(denied(await line('party plan diff', { [name]: value })), new RegExp(`${name} could make Party`));
      denied(await line(ask, { [name]: value, [`PARTY_CALLER_${name}`]: '' }));
    }
    allowed(await line(ask, { NODE_OPTIONS: '--max-old-space-size=4096 --no-warnings', NODE_PATH: '/usr/lib/x' }));
    const moved = { PARTY_HOME: at.file('state'), PARTY_STATE_ROOT: at.file('state') };
    for (const [name, value] of Object.entries(moved))
      assert.match(denied(await line('party status', { [name]: value })), /which belongs to this project/, name);
  });

  it('lets an answer be written only to its file', async () => {
    const { response } = await question();
    const target = at.file('src/index.ts');
    symlinkSync(target, response);
    denied(await asks(at.writes(response)));
    rmSync(response);
    linkSync(target, response);
    denied(await asks(at.writes(response)));
    rmSync(response);
    mkdirSync(response);
    denied(await asks(at.writes(response)));
    rmSync(response, { recursive: true });
    denied(await asks(at.call('Edit', { file_path: response, old_string: 'a', new_string: 'b' })));
    allowed(await asks(at.writes(response)));
    denied(await asks(at.writes(response), { PARTY_SESSION: 'party-other-1' }));
  });

  it("accepts a server as Party's own only from the Claude in the party's pane, which got it from Party", async () => {
    // A project, the user and a plugin can all bring a server of that name.
    const servers = JSON.stringify({ mcpServers: { party: { command: 'touch' } } });
    for (const text of [undefined, servers]) {
      if (text !== undefined) at.write('.mcp.json', text);
      for (const tool of ['plan_status', 'respond', 'ask'])
        assert.match(denied(await asks(at.call(`mcp__party__${tool}`, {}))), /a tool of an MCP server/);
      allowed(await inPane(at.call('mcp__party__plan_status', {})));
    }
    rmSync(at.file('.mcp.json'));
  });
});
