import assert from 'node:assert/strict';
import {
  type FoundEntry,
  type InstallFacts,
  planInstall,
  toAsk,
  wantedLinks,
} from '../../../src/core/install/installPlan.ts';

const places = {
  bin: '/h/.local/bin',
  claude: '/h/.claude',
  typedClaude: '~/.claude',
  codex: '/h/.codex',
  current: '/p/current',
};
const nothing: InstallFacts = {
  places,
  found: new Map(),
  ours: new Map(),
  closed: new Map(),
  others: {},
  agreed: new Set(),
};
const at = (path: string, found: FoundEntry): InstallFacts => ({ ...nothing, found: new Map([[path, found]]) });
const stepAt = (facts: InstallFacts, path: string) => planInstall(facts).find((step) => step.path === path);

describe('the plan of an installation', () => {
  it('links the programs and all documented scripts, and adds the plugin', () => {
    assert.deepEqual(
      planInstall(nothing).map((step) => `${step.do} ${step.path}`),
      [
        'link /h/.local/bin/party',
        'link /h/.local/bin/tmux-team',
        'link /h/.claude/skills/codex-transport',
        'link /h/.claude/skills/codex-cli',
        'link /h/.codex/skills/claude-transport',
        'link /h/.codex/skills/claude-cli',
        'merge /h/.claude/settings.json',
      ],
    );
  });

  it('touches nothing of Claude alongside it', () => {
    const beside = { ...places, claude: '/h/.claude-tmux', typedClaude: '~/.claude-tmux' };
    const paths = planInstall({ ...nothing, places: beside }).map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => path.startsWith('/h/.claude/')),
      [],
    );
  });

  it('keeps a link of its own', () => {
    const [link] = wantedLinks(places);
    assert.ok(link);
    assert.equal(stepAt(at(link.path, { kind: 'link', target: link.target }), link.path)?.do, 'keep');
  });

  it('leaves a place alone that cannot be written to, and does the rest', () => {
    const skill = '/h/.codex/skills/claude-transport';
    const settings = '/h/.claude/settings.json';
    const closed = new Map([
      [skill, '/h/.codex/skills'],
      [settings, '/h/.claude'],
    ]);
    const why = 'you do not have permission to write to /h/.codex/skills';
    assert.deepEqual(stepAt({ ...nothing, closed }, skill), { do: 'leave', path: skill, why });
    assert.equal(stepAt({ ...nothing, closed }, settings)?.do, 'leave');
    assert.equal(stepAt({ ...nothing, closed }, '/h/.local/bin/party')?.do, 'link');
    const [link] = wantedLinks(places);
    assert.ok(link);
    const done = { ...at(link.path, { kind: 'link', target: link.target }), closed: new Map([[link.path, '/h']]) };
    assert.equal(stepAt(done, link.path)?.do, 'keep');
  });

  for (const found of [{ kind: 'file', text: 'x' }, { kind: 'folder' }, { kind: 'link', target: '/other' }] as const) {
    it(`replaces a skill that is a ${found.kind}, and asks about a program that is one`, () => {
      const skill = '/h/.claude/skills/codex-transport';
      assert.deepEqual(stepAt(at(skill, found), skill), {
        do: 'link',
        path: skill,
        target: '/p/current/resources/claude/skills/codex-transport',
        replaces: true,
      });
      const facts = at('/h/.local/bin/tmux-team', found);
      assert.deepEqual(toAsk(planInstall(facts)), ['tmux-team']);
      const agreed = { ...facts, agreed: new Set(['tmux-team' as const]) };
      assert.deepEqual(toAsk(planInstall(agreed)), []);
      assert.equal(stepAt(agreed, '/h/.local/bin/tmux-team')?.do, 'link');
    });
  }

  it('does not hide another program without the word of the user', () => {
    const steps = planInstall({ ...nothing, others: { 'tmux-team': '/usr/bin/tmux-team' } });
    assert.deepEqual(toAsk(steps), ['tmux-team']);
    const [step] = steps.filter(({ path }) => path === '/h/.local/bin/tmux-team');
    assert.match(step?.do === 'leave' ? step.why : '', /^\/usr\/bin\/tmux-team is another tmux-team/);
  });

  const settings = '/h/.claude/settings.json';
  for (const [what, found] of Object.entries({
    'that are not JSON': { kind: 'file', text: '{' },
    'that are a folder': { kind: 'folder' },
    'behind a broken link': { kind: 'link', target: '/gone' },
    'that cannot be read': { kind: 'other', why: 'it cannot be read (EACCES)' },
  } as const satisfies Record<string, FoundEntry>)) {
    it(`leaves settings ${what} alone`, () => assert.equal(stepAt(at(settings, found), settings)?.do, 'leave'));
  }
});
