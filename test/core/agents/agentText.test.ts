import assert from 'node:assert/strict';
import type { AgentStatus } from '../../../src/core/agents/agent.ts';
import { agentLabel, agentText } from '../../../src/core/agents/agentText.ts';
import { english } from '../../../src/core/base/translate.ts';

const claude: AgentStatus = { role: 'claude', pane: '%1', state: 'idle', waitingFor: null, demo: false };

describe('the state of an agent in words', () => {
  const cases: [title: string, agent: Partial<AgentStatus>, text: string][] = [
    ['idle', {}, 'idle'],
    ['busy', { state: 'busy' }, 'working'],
    ['waiting', { state: 'waiting' }, 'waiting for you'],
    [
      'waiting for something',
      { state: 'waiting', waitingFor: 'permission prompt' },
      'waiting for you: permission prompt',
    ],
    ['dead', { state: 'dead' }, 'ended'],
    ['absent', { state: 'absent', pane: null }, 'not running'],
    ['demo', { demo: true }, 'idle · demo'],
    ['several lines', { state: 'waiting', waitingFor: ' a\n\u001b[31mb\u202e ' }, 'waiting for you: a [31mb'],
  ];
  for (const [title, agent, text] of cases) {
    it(title, () => assert.equal(agentText({ ...claude, ...agent }, english), text));
  }

  it('stays short', () => {
    const text = agentText({ ...claude, state: 'waiting', waitingFor: 'x'.repeat(500) }, english);
    assert.match(text, /^waiting for you: x{79}…$/);
  });

  it('is one sentence for a screen reader', () => assert.equal(agentLabel(claude, english), 'Claude: idle'));
});
