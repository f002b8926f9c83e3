// `party install` and `party uninstall` in homes that already hold something.
import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { contentOf, fillHome, type HomeEntry } from '../../support/homes.ts';
import { eachInSandbox } from '../../support/installing.ts';

interface Answer {
  readonly steps: readonly { readonly do: string; readonly path: string; readonly why?: string }[];
  readonly onPath: boolean;
  readonly notes: readonly string[];
}

const homes: Readonly<Record<string, Readonly<Record<string, HomeEntry>>>> = {
  'an empty home': {},
  'a home with settings, skills and programs of its own': {
    '.claude/settings.json': { text: '{"model":"opus",\n "permissions": {"allow":["Bash(ls:*)"]}}', mode: 0o640 },
    '.claude/skills/mine/SKILL.md': { text: 'mine' },
    '.claude/CLAUDE.md': { text: 'rules' },
    '.codex/config.toml': { text: 'model = "o"\n' },
    '.codex/skills/own/SKILL.md': { text: 'own' },
    '.local/bin/other': { text: '#!/bin/sh\n', mode: 0o755 },
  },
  'a home with folders where the scripts go': {
    '.claude/skills/codex-transport/SKILL.md': { text: 'older', mode: 0o600 },
    '.claude/skills/codex-transport/scripts/tmux-codex.sh': { text: '#!/bin/sh\necho old\n', mode: 0o755 },
    '.claude/skills/codex-transport/loop': { link: '../nowhere' },
    '.claude/skills/codex-cli/scripts/tmux-codex.sh': { text: 'old', mode: 0o755 },
    '.codex/skills/claude-cli/SKILL.md': { text: 'old' },
  },
  'a home with files and links where the scripts go': {
    'dotfiles/settings.json': { text: '{\n\t"model": "opus"\n}\n' },
    'dotfiles/codex-transport/SKILL.md': { text: 'linked' },
    '.claude/settings.json': { link: '../dotfiles/settings.json' },
    '.claude/skills/codex-transport': { link: '../../dotfiles/codex-transport' },
    '.claude/skills/codex-cli': { link: '/nowhere/at/all' },
    '.codex/skills/claude-transport': { text: 'a file' },
  },
};

const scripts = [
  '.claude/skills/codex-transport/scripts/tmux-codex.sh',
  '.claude/skills/codex-cli/scripts/tmux-codex.sh',
  '.codex/skills/claude-transport/scripts/tmux-claude.sh',
  '.codex/skills/claude-cli/scripts/tmux-claude.sh',
];

describe('party install', () => {
  const at = eachInSandbox();
  const install = (...args: string[]) => at.box.partyJson<Answer>(['install', ...args]);
  const stepAt = ({ steps }: Answer, path: string) => steps.find((step) => step.path === join(at.box.home, path));

  for (const [what, entries] of Object.entries(homes)) {
    describe(`in ${what}`, () => {
      let before: Record<string, string>;
      beforeEach(() => {
        fillHome(at.box.home, entries);
        before = contentOf(at.box.home);
      });

      it('puts the programs and every documented script where they can be run', async () => {
        await install();
        for (const program of ['party', 'tmux-team']) {
          const { stdout } = await at.box.script([join(at.box.home, '.local/bin', program), '--version']);
          assert.match(stdout, /^\d+\.\d+/);
        }
        for (const path of scripts) {
          const { code, stderr } = await at.box.script([join(at.box.home, path), '--no-such-mode']);
          assert.equal(code, 1, stderr);
          assert.match(stderr, /^tmux-(?:codex|claude)\.sh/);
        }
      });

      it('is undone byte for byte', async () => {
        await install();
        assert.notDeepEqual(contentOf(at.box.home), before);
        await at.box.partyJson(['uninstall']);
        assert.deepEqual(contentOf(at.box.home), before);
      });

      it('changes nothing the second time, nor with --dry-run', async () => {
        const planned = await install('--dry-run');
        assert.deepEqual(contentOf(at.box.home), before);
        assert.ok(planned.steps.some((step) => step.do === 'link'));
        await install();
        const after = contentOf(at.box.home);
        const again = await install();
        assert.deepEqual(contentOf(at.box.home), after);
        assert.deepEqual([...new Set(again.steps.map((step) => step.do))], ['keep']);
      });

      it('alongside Claude leaves ~/.claude as it is', async () => {
        const answer = await install('--alongside');
        const after = contentOf(at.box.home);
        const claudes = (all: Record<string, string>) =>
          Object.entries(all).filter(([path]) => /^\/\.claude(?:\/|$)/.test(path));
        assert.deepEqual(claudes(after), claudes(before));
        assert.ok(existsSync(join(at.box.home, '.claude-tmux/skills/codex-transport/scripts/tmux-codex.sh')));
        assert.ok(answer.notes.some((note) => note.includes('CLAUDE_CONFIG_DIR=~/.claude-tmux claude')));
        await at.box.partyJson(['uninstall']);
        assert.deepEqual(contentOf(at.box.home), before);
      });
    });
  }

  it('keeps the settings of the user, and adds the plugin', async () => {
    fillHome(at.box.home, {
      '.claude/settings.json': { text: '{ "model": "opus", "enabledPlugins": { "x@y": true } }' },
    });
    await install();
    const settings = JSON.parse(readFileSync(join(at.box.home, '.claude/settings.json'), 'utf8'));
    assert.equal(settings.model, 'opus');
    assert.deepEqual(settings.enabledPlugins, { 'x@y': true, 'party@party': true });
    const { source } = settings.extraKnownMarketplaces.party;
    assert.deepEqual(source, { source: 'directory', path: join(at.box.partyHome, 'current') });
    assert.ok(existsSync(join(source.path, '.claude-plugin/marketplace.json')));
  });

  it('restores the time of a file, too', async () => {
    const file = join(at.box.home, '.claude/settings.json');
    fillHome(at.box.home, { '.claude/settings.json': { text: '{}' } });
    utimesSync(file, 1_000_000, 1_000_000);
    await install();
    await at.box.partyJson(['uninstall']);
    assert.equal(statSync(file).mtimeMs, 1_000_000_000);
  });

  it('keeps what the user changed after it', async () => {
    fillHome(at.box.home, {
      '.claude/settings.json': { text: '{\n  "model": "opus"\n}\n' },
      '.claude/skills/codex-transport/SKILL.md': { text: 'older' },
    });
    await install();
    const file = join(at.box.home, '.claude/settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, `${JSON.stringify({ ...settings, theme: 'dark' }, undefined, 2)}\n`);
    const skill = join(at.box.home, '.claude/skills/codex-transport');
    rmSync(skill);
    mkdirSync(skill);
    writeFileSync(join(skill, 'SKILL.md'), 'mine now');
    const { steps } = await at.box.partyJson<{ steps: { path: string; undone: string; backup: string | null }[] }>([
      'uninstall',
    ]);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { model: 'opus', theme: 'dark' });
    assert.equal(readFileSync(join(skill, 'SKILL.md'), 'utf8'), 'mine now');
    const left = steps.find(({ path }) => path === skill);
    assert.equal(left?.undone, 'left');
    assert.equal(readFileSync(join(left?.backup ?? '', 'SKILL.md'), 'utf8'), 'older');
  });

  it('installs again what the user removed, and still knows what was there at first', async () => {
    fillHome(at.box.home, { '.claude/skills/mine/SKILL.md': { text: 'mine' } });
    const before = contentOf(at.box.home);
    await install();
    rmSync(join(at.box.home, '.local/bin/party'));
    rmSync(join(at.box.home, '.codex'), { recursive: true });
    await install();
    assert.ok(lstatSync(join(at.box.home, '.local/bin/party')).isSymbolicLink());
    await at.box.partyJson(['uninstall']);
    assert.deepEqual(contentOf(at.box.home), before);
  });

  it('says when nothing is installed', async () => {
    assert.equal((await at.box.party(['uninstall'])).stdout, 'Nothing is installed\n');
  });

  it('says whether its folder is on the PATH', async () => {
    assert.equal((await install('--dry-run')).onPath, false);
    const bin = join(at.box.home, '.local/bin');
    const env = { PATH: `${bin}:${at.box.env['PATH']}` };
    assert.equal((await at.box.partyJson<Answer>(['install', '--dry-run'], { env })).onPath, true);
  });

  it('neither hides nor replaces a real tmux-team', async () => {
    const elsewhere = at.box.directory('elsewhere');
    writeFileSync(join(elsewhere, 'tmux-team'), '#!/bin/sh\necho the real one\n', { mode: 0o755 });
    const env = { PATH: `${elsewhere}:${at.box.env['PATH']}` };
    const answer = await at.box.partyJson<Answer>(['install'], { env });
    assert.match(stepAt(answer, '.local/bin/tmux-team')?.why ?? '', /is another tmux-team/);
    assert.equal(existsSync(join(at.box.home, '.local/bin/tmux-team')), false);
    assert.equal(stepAt(answer, '.local/bin/party')?.do, 'link');
    await at.box.partyJson(['uninstall']);
    fillHome(at.box.home, { '.local/bin/tmux-team': { text: '#!/bin/sh\n', mode: 0o755 } });
    assert.equal(stepAt(await install(), '.local/bin/tmux-team')?.do, 'leave');
    assert.ok(lstatSync(join(at.box.home, '.local/bin/tmux-team')).isFile());
  });

  it('says how to put Party where another program is', async () => {
    const path = join(at.box.home, '.local/bin/party');
    fillHome(at.box.home, { '.local/bin/party': { text: '#!/bin/sh\n', mode: 0o755 } });
    const { code, stdout, stderr } = await at.box.party(['install']);
    assert.equal(code, 0);
    assert.ok(stdout.includes(`Left alone: ${path}, because it is another program\n`), stdout);
    assert.match(stderr, /install asks in a terminal whether to put Party there/);
  });

  it('takes its own older links for its own, wherever they lead', async () => {
    const older = at.box.directory('older');
    mkdirSync(join(older, 'resources/bin'), { recursive: true });
    mkdirSync(join(older, 'dist'));
    writeFileSync(join(older, 'dist/cli.cjs'), '');
    writeFileSync(join(older, 'resources/bin/tmux-team'), '#!/bin/sh\n', { mode: 0o755 });
    const env = { PATH: `${join(older, 'resources/bin')}:${at.box.env['PATH']}` };
    const answer = await at.box.partyJson<Answer>(['install'], { env });
    assert.equal(stepAt(answer, '.local/bin/tmux-team')?.do, 'link');
  });

  for (const [variable, agent] of [
    ['CLAUDECODE', 'Claude'],
    ['CODEX_THREAD_ID', 'Codex'],
  ] as const) {
    it(`is refused to ${agent}`, async () => {
      for (const verb of ['install', 'uninstall']) {
        const { code, message } = await at.box.failure([verb], { env: { [variable]: '1' } });
        assert.equal(code, 'REFUSED');
        assert.match(message, /^Only a person can/);
      }
      assert.deepEqual(contentOf(at.box.home), { '': contentOf(at.box.home)[''] });
    });
  }

  it('leaves broken settings alone, and does the rest', async () => {
    fillHome(at.box.home, { '.claude/settings.json': { text: '{ broken' } });
    const answer = await install();
    assert.match(stepAt(answer, '.claude/settings.json')?.why ?? '', /does not hold a JSON object/);
    assert.equal(readFileSync(join(at.box.home, '.claude/settings.json'), 'utf8'), '{ broken');
    assert.equal(stepAt(answer, '.local/bin/party')?.do, 'link');
  });

  it('leaves places below a broken link alone', async () => {
    symlinkSync('/nowhere/at/all', join(at.box.home, '.codex'));
    const answer = await install();
    assert.match(stepAt(answer, '.codex/skills/claude-transport')?.why ?? '', /is a broken link/);
    assert.equal(readlinkSync(join(at.box.home, '.codex')), '/nowhere/at/all');
  });

  it('refuses to guess when its record is damaged', async () => {
    await install();
    const record = join(at.box.partyHome, 'install/record.json');
    assert.ok(existsSync(dirname(record)));
    writeFileSync(record, '{');
    assert.equal((await at.box.failure(['uninstall'])).code, 'STATE_UNSAFE');
  });

  it('can be called several times at once', async () => {
    await Promise.all([1, 2, 3].map(() => at.box.partyProcess(['install'])));
    assert.deepEqual([...new Set((await install()).steps.map((step) => step.do))], ['keep']);
    await at.box.partyJson(['uninstall']);
    assert.deepEqual(Object.keys(contentOf(at.box.home)), ['']);
  });
});
