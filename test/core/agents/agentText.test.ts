import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import {
  agentLabel,
  agentRowText,
  agentText,
  limitDetails,
  limitTexts,
  toolText,
  untilNextWorkAge,
} from '../../../src/core/agents/agentText.ts';
import { english } from '../../../src/core/base/translate.ts';

const asks: NonNullable<AgentStatus['asks']> = {
  ...{ id: 'q', conversation: 'c', tool: 'Bash', text: 'npm test &&\n  echo done', more: '', cut: false, at: '' },
};
const claude: AgentStatus = { role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: false };

describe('the state of an agent in words', () => {
  const cases: [title: string, agent: Partial<AgentStatus>, text: string][] = [
    ['idle', {}, 'idle'],
    ['busy', { state: 'busy' }, 'working'],
    ['waiting', { state: 'waiting' }, 'needs your answer'],
    ['waiting for a decision', { state: 'waiting', waitingFor: 'your decision' }, 'needs your answer'],
    [
      'asking',
      { state: 'waiting', waitingFor: 'permission prompt', asks },
      'needs your answer: Run npm test && echo done',
    ],
    ['waiting for something', { state: 'waiting', waitingFor: 'permission prompt' }, 'needs you: permission prompt'],
    ['dead', { state: 'dead' }, 'ended'],
    ['absent', { state: 'absent', pane: null }, 'not running'],
    ['demo', { demo: true }, 'idle · demo'],
    ['several lines', { state: 'waiting', waitingFor: ' a\n\u001b[31mb\u202e ' }, 'needs you: a [31mb'],
  ];
  for (const [title, agent, text] of cases) {
    it(title, () => assert.equal(agentText({ ...claude, ...agent }, english), text));
  }

  const soon = new Date(Date.now() + 3_600_000);
  const two = (n: number) => String(n).padStart(2, '0');

  it('limited, as long as the limit lasts', () => {
    const limit = { kind: 'usage', reason: 'You’ve hit your\nusage limit.', time: 'guessed' } as const;
    const limited = { ...claude, limitedUntil: soon.toISOString(), limit };
    const time = `${two(soon.getHours())}:${two(soon.getMinutes())}`;
    assert.match(agentText(limited, english), new RegExp(`^idle, limited until (?:.* )?${time}$`));
    assert.match(limitTexts([limited, claude], english).join(), new RegExp(`^Claude limited until (?:.* )?${time}$`));
    assert.equal(agentText({ ...limited, limitedUntil: new Date(0).toISOString() }, english), 'idle');
    assert.deepEqual(limitDetails(limited, english), [
      ...['You’ve hit your usage limit.', 'no time was named, so Party tries again then'],
    ]);
    assert.deepEqual(limitDetails(claude, english), []);
  });

  it('stays short', () => {
    const text = agentText({ ...claude, state: 'waiting', waitingFor: 'x'.repeat(500) }, english);
    assert.match(text, /^needs you: x{79}…$/);
  });

  it('is one sentence for a screen reader', () => {
    assert.equal(agentLabel(claude, english), 'Claude: idle');
    assert.equal(agentLabel({ ...claude, state: 'busy' }, english, 'running ls'), 'Claude: working, running ls');
  });
});

describe('the row of an agent', () => {
  const began = '2026-01-01T00:00:00Z';
  const at = (seconds: number) => Date.parse(began) + seconds * 1000;
  const busy: AgentStatus = { ...claude, state: 'busy', since: began };
  const row = (agent: AgentStatus, seconds: number, work?: string) => agentRowText(agent, work, at(seconds), english);

  it('says what a working agent does, for how long, and with which model', () => {
    assert.equal(row({ ...busy, model: 'opus-4' }, 25, 'running npm test'), 'running npm test · 25s · opus-4');
    assert.equal(row({ ...busy, demo: true }, 200), 'working · 3m · demo');
  });

  it('counts from the call of the tool', () => {
    const tool = { name: 'Bash', text: 'x', since: new Date(at(100)).toISOString() };
    assert.equal(row({ ...busy, tool }, 115, 'running x'), 'running x · 15s');
  });

  it('shows no age for an idle agent, or when the time is unknown', () => {
    assert.equal(row({ ...claude, since: began }, 100), 'idle');
    assert.equal(row({ ...busy, since: null }, 100), 'working');
  });

  it('is drawn again when its age changes', () => {
    assert.equal(untilNextWorkAge(busy, at(3)), 2000);
    assert.equal(untilNextWorkAge(busy, at(61)), 59_000);
    assert.equal(untilNextWorkAge({ ...busy, since: null }, at(3)), undefined);
    assert.equal(untilNextWorkAge({ ...claude, since: began }, at(3)), undefined);
  });
});

describe('a tool in words', () => {
  const cases: [name: string, text: string, words: string][] = [
    ['Bash', 'npm test', 'running npm test'],
    ['exec_command', 'git diff', 'running git diff'],
    ['Edit', '/p/src/greet.js', 'editing greet.js'],
    ['Read', '/p/a b.md', 'reading a b.md'],
    ['Grep', 'TODO', 'searching TODO'],
    ['WebFetch', 'https://x.example', 'using WebFetch: https://x.example'],
    ['Agent', '', 'using Agent'],
  ];
  for (const [name, text, words] of cases) {
    it(words, () => assert.equal(toolText({ name, text, since: '' }, english), words));
  }

  it('is short for a row, which keeps its end for the time', () => {
    const inRow = (name: string, text: string) => toolText({ name, text, since: '' }, english, 18);
    assert.equal(inRow('Bash', 'npm test -- --reporter=dot'), 'running npm test -- --rep…');
    assert.equal(inRow('Edit', '/a/folder/with/a/long/path/greet.js'), 'editing greet.js');
  });

  it('names the file of a long path', () => {
    const text = `/${'folder/'.repeat(12)}greet.js`;
    assert.equal(toolText({ name: 'Read', text, since: '' }, english), 'reading greet.js');
  });
});
