// `party gates check` with a Party of its own, which is broken in one way after the other.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordConversation } from '../../../src/node/agents/conversations.ts';
import { gatesActive } from '../../../src/node/gates/gatesActive.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { copyBuilt } from '../../support/copyBuilt.ts';
import { newProject, type Project } from '../../support/project.ts';
import { node20, Sandbox } from '../../support/sandbox.ts';

interface Found {
  readonly ok: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[];
}

describe('gates check', function () {
  this.timeout(60_000);
  let box: Sandbox;
  let project: Project;
  let party: string;
  before(() => {
    box = new Sandbox();
    party = box.directory('party');
    copyBuilt(party, 'dist', 'package.json');
  });
  beforeEach(() => {
    copyBuilt(party, 'resources');
    rmSync(join(box.root, 'project'), { recursive: true, force: true });
    project = newProject({ box, git: true });
    box.env['PARTY_NODE'] = box.warmNode;
  });
  after(() => box.dispose());

  const hooksFile = () => join(party, 'resources/claude/hooks/hooks.json');
  async function check(env: Record<string, string> = {}): Promise<Found> {
    const options = { cwd: project.top, env };
    const { code, stdout, stderr } = await box.bundle(
      join(party, 'dist/cli.cjs'),
      ['gates', 'check', '--json'],
      options,
    );
    assert.equal(stderr, '');
    const found: Found = JSON.parse(stdout);
    assert.equal(code, found.ok ? 0 : 1);
    assert.equal(
      found.ok,
      found.checks.every(({ ok }) => ok),
    );
    return found;
  }
  const red = ({ checks }: Found) => checks.filter(({ ok }) => !ok).map(({ name }) => name);
  const detail = ({ checks }: Found, name: string) => checks.find((one) => one.name === name)?.detail ?? '';

  it('is green for an unchanged Party, and changes nothing in the project or the home', async () => {
    const found = await check({ PARTY_NODE: node20 });
    assert.deepEqual(red(found), []);
    for (const name of ['pr-gate (PreToolUse)', 'codex-gate (PreToolUse)', 'agent-trace (SubagentStop)']) {
      assert.ok(detail(found, name), name);
    }
    assert.equal(project.git('status', '--short'), ' M src/auth.ts\n');
    await assert.rejects(async () => readFileSync(box.partyHome));
  });

  it('prints sentences for people', async () => {
    const { stdout, code } = await box.run(node20, [join(party, 'dist/cli.cjs'), 'gates', 'check'], {
      cwd: project.top,
    });
    assert.equal(code, 0);
    assert.match(stdout, /^green {2}pr-gate \(PreToolUse\)/m);
    assert.match(stdout, /All checks passed\n$/);
  });

  it('knows no other verb', async () => {
    const { code, stderr } = await box.bundle(join(party, 'dist/cli.cjs'), ['gates', 'open']);
    assert.equal(code, 1);
    assert.match(stderr, /gates has no open/);
  });

  it('finds a script that is missing', async () => {
    rmSync(join(party, 'resources/claude/hooks/pr-gate.sh'));
    const found = await check();
    assert.deepEqual(red(found), ['pr-gate (PreToolUse)']);
    assert.match(detail(found, 'pr-gate (PreToolUse)'), /pr-gate\.sh is missing/);
  });

  it('finds a gate that lets everything through', async () => {
    writeFileSync(join(party, 'resources/claude/hooks/pr-gate.sh'), 'exit 0\n');
    assert.match(detail(await check(), 'pr-gate (PreToolUse)'), /failed: it denies gh pr create\. Instead: /);
  });

  it('finds a gate that denies everything', async () => {
    writeFileSync(join(party, 'resources/claude/hooks/codex-gate.sh'), 'echo no >&2; exit 2\n');
    assert.match(detail(await check(), 'codex-gate (PreToolUse)'), /failed: it allows ls. Instead: exit 2/);
  });

  it('finds a gate that is not registered', async () => {
    const text = readFileSync(hooksFile(), 'utf8');
    writeFileSync(hooksFile(), text.replaceAll('pr-gate.sh', 'stop.sh'));
    assert.ok(red(await check()).includes('pr-gate'));
    writeFileSync(hooksFile(), '{ broken');
    assert.deepEqual(red(await check()), ['codex-gate', 'pr-gate', 'state-gate', 'plan-gate']);
  });

  interface Entry {
    matcher: string;
    hooks: { type: string; async?: boolean; command: string }[];
  }
  const both = /: Bash, mcp__github__create_pull_request can pass/;
  const registrations: [string, string, (entry: Entry) => void, RegExp][] = [
    ['is not asked about Bash', 'codex-gate', (entry) => (entry.matcher = 'Write'), /: Bash can pass/],
    ['is not asked about Bash', 'pr-gate', (entry) => (entry.matcher = 'mcp__.*'), /: Bash can pass/],
    ['is not asked about MCP tools', 'pr-gate', (entry) => (entry.matcher = 'Bash'), /: mcp__\w+ can pass/],
    ['is asked about a part of the name', 'pr-gate', (entry) => (entry.matcher = 'B|mcp__'), both],
    ['has no pattern', 'pr-gate', (entry) => (entry.matcher = 'Bash|('), both],
    ['is no command', 'pr-gate', ({ hooks }) => hooks.map((hook) => (hook.type = 'prompt')), both],
    ['is not waited for', 'pr-gate', ({ hooks }) => hooks.map((hook) => (hook.async = true)), both],
  ];
  for (const [what, gate, change, expected] of registrations) {
    it(`finds that ${gate} ${what}`, async () => {
      const { hooks }: { hooks: { PreToolUse: Entry[] } } = JSON.parse(readFileSync(hooksFile(), 'utf8'));
      for (const entry of hooks.PreToolUse) {
        if (entry.hooks.some(({ command: text }) => text.includes(gate))) change(entry);
      }
      writeFileSync(hooksFile(), JSON.stringify({ hooks }));
      const found = await check();
      assert.deepEqual(red(found), [gate]);
      assert.match(detail(found, gate), expected);
    });
  }

  it('finds an observer that prints', async () => {
    writeFileSync(join(party, 'resources/claude/hooks/skill-marker.sh'), 'echo hello\n');
    assert.deepEqual(red(await check()), ['skill-marker (PostToolUse)']);
  });

  it('tries our hooks in the settings of the project, and leaves others alone', async () => {
    const script = join(party, 'resources/claude/hooks/pr-gate.sh');
    const entry = (command: string) => ({ matcher: 'Bash', hooks: [{ type: 'command', command }] });
    const groups = [entry(`sh "${script}"`), entry('touch /never/run'), entry(`sh "/gone/hooks/codex-gate.sh"`)];
    mkdirSync(join(project.top, '.claude'));
    writeFileSync(join(project.top, '.claude/settings.json'), JSON.stringify({ hooks: { PreToolUse: groups } }));
    const found = await check();
    assert.deepEqual(red(found), ['codex-gate (PreToolUse)']);
    assert.equal(found.checks.filter(({ name }) => name === 'pr-gate (PreToolUse)').length, 2);
  });

  it('finds that there is no Node', async () => {
    const bin = box.directory('bin');
    for (const tool of ['sh', 'cat', 'git']) {
      const found = ['/bin', '/usr/bin'].find((folder) => spawnable(join(folder, tool)));
      symlinkSync(join(found ?? '/bin', tool), join(bin, tool));
    }
    const found = await check({ PATH: bin, PARTY_NODE: '/nowhere/node' });
    assert.ok(red(found).includes('Node'));
    assert.ok(red(found).includes('pr-gate (PreToolUse)'));
    assert.match(detail(found, 'Node'), /Install Node/);
  });

  const off = '{"disableAllHooks": true}';
  const switches: Record<string, () => void> = {
    'the settings of the project': () => put(join(project.top, '.claude/settings.json'), off),
    'the local settings of the project': () => put(join(project.top, '.claude/settings.local.json'), off),
    'the settings of the user': () => put(join(box.home, '.claude/settings.json'), off),
    '--bare': () => command('claude', '--bare'),
    '--settings with a value': () => command('claude', '--settings', off),
    '--settings with a file': () => {
      put(join(project.top, 'off.json'), off);
      command('claude', '--settings=off.json');
    },
  };
  const command = (...words: string[]) =>
    put(join(project.top, 'tmux-team.json'), JSON.stringify({ agents: { claude: { command: words } } }));
  for (const [name, arrange] of Object.entries(switches)) {
    it(`finds hooks that are switched off by ${name}; the status says whether the party's own settings switch them on`, async () => {
      const { env, cwd, id } = await reported();
      assert.deepEqual(await gatesActive(env, { id, cwd }), { active: true, why: null });
      arrange();
      const found = await check();
      assert.deepEqual(red(found), ['settings']);
      assert.match(detail(found, 'settings'), /disableAllHooks|--bare/);
      const { active, why } = await gatesActive(env, { id, cwd });
      // The Claude that Party launches is told otherwise, and has reported through its hook: see test/agents.
      assert.equal(active, !name.startsWith('--'));
      if (!active) assert.match(why ?? '', /--bare|--settings/);
      rmSync(join(box.home, '.claude'), { recursive: true, force: true });
    });
  }

  /** As the hook SessionStart does it. */
  async function reported(pid?: number) {
    const env = { env: box.env, paths: partyPaths(box.env) };
    const directory = projectDirectory(env.paths, project.top);
    const conversation = { conversation: 'c', cwd: project.top, at: new Date().toISOString() };
    await recordConversation(directory, 'app-1', 'claude', { ...conversation, ...(pid === undefined ? {} : { pid }) });
    return { env, cwd: project.top, id: 'app-1' };
  }

  it('calls the gates active only when Claude has reported and lives', async () => {
    const place = { env: box.env, paths: partyPaths(box.env) };
    const cwd = project.top;
    assert.match((await gatesActive(place, null)).why ?? '', /no party/);
    assert.match((await gatesActive(place, { id: 'other', cwd })).why ?? '', /not reported/);
    await reported(process.pid);
    assert.equal((await gatesActive(place, { id: 'app-1', cwd })).active, true);
    await reported(2 ** 22 + 1);
    assert.match((await gatesActive(place, { id: 'app-1', cwd })).why ?? '', /has ended/);
    assert.equal((await gatesActive(place, { id: 'app-1', cwd: '/nowhere' })).active, false);
  });
});

function put(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

function spawnable(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
