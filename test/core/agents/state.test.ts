import assert from 'node:assert/strict';
import type { AgentState } from '../../../src/core/agents/agent.ts';
import { parseClaudeSession } from '../../../src/core/agents/claudeSession.ts';
import { agentState, needsScreen, paneSign } from '../../../src/core/agents/state.ts';
import type { Role } from '../../../src/core/base/role.ts';

function pane(role: Role, adapter: string | undefined, title = 'host', rest: { dead?: boolean; demo?: boolean } = {}) {
  return { role, adapter, title, command: adapter ?? 'bash', dead: false, demo: false, ...rest };
}
function show(state: AgentState): string {
  return state.kind === 'waiting' ? `waiting: ${state.waitingFor}` : state.kind;
}

describe('state of Claude', () => {
  const file = { pid: 7, sessionId: 'a', cwd: '/p' };
  const rows: [object | undefined, string][] = [
    [{ ...file, status: 'idle' }, 'idle'],
    // The turn is over, and a command that was left in the background still runs.
    [{ ...file, status: 'shell' }, 'idle'],
    [{ ...file, status: 'busy' }, 'busy'],
    [{ ...file, status: 'waiting', waitingFor: 'permission prompt' }, 'waiting: permission prompt'],
    [{ ...file, status: 'waiting', waitingFor: 'input needed' }, 'waiting: input needed'],
    [{ ...file, status: 'waiting' }, 'waiting: your answer'],
    // As it first appears, before the prompt is drawn.
    [file, 'busy'],
    [{ ...file, status: 'a word of tomorrow' }, 'busy'],
    // Moved into the background: what is in the pane is a viewer, which nothing may be typed into.
    [{ ...file, kind: 'interactive', status: 'idle' }, 'idle'],
    [{ ...file, kind: 'bg', status: 'busy' }, 'busy'],
    [
      { ...file, kind: 'bg', status: 'waiting', waitingFor: 'permission prompt' },
      'waiting: permission prompt, in a conversation that left this pane',
    ],
    [
      { ...file, kind: 'bg', status: 'idle' },
      'waiting: its conversation left this pane. To bring it back: party restart claude',
    ],
    // The viewer's own file, when the conversation's is not known.
    [
      { ...file, kind: 'interactive', status: 'idle', parkedJobId: 'ce129ca1' },
      'waiting: its conversation left this pane. To bring it back: party restart claude',
    ],
    [undefined, 'busy'],
  ];
  for (const [content, expected] of rows) {
    it(`${JSON.stringify(content) ?? 'no session file'} is ${expected}`, () => {
      const session = content && parseClaudeSession(JSON.stringify(content));
      assert.equal(show(agentState(pane('claude', 'claude', '✳ Claude Code'), { session, ageMs: 100 })), expected);
    });
  }

  for (const text of ['', '{', '[]', '{"pid":1}', 'null']) {
    it(`takes ${JSON.stringify(text)} for no session file`, () => assert.equal(parseClaudeSession(text), undefined));
  }

  const screens: [string, string][] = [
    ['Quick safety check\n ❯ No, exit\n   Yes, I trust this\n folder', 'waiting: trust in this folder'],
    ['Do you want to use this API key?', 'waiting: use of the API key in the environment'],
    ['', 'busy'],
  ];
  for (const [screen, expected] of screens) {
    it(`without a session file and with ${JSON.stringify(screen)} on its pane is ${expected}`, () => {
      assert.equal(show(agentState(pane('claude', 'claude'), { screen, ageMs: 100 })), expected);
    });
  }

  it('counts as waiting when its start takes too long', () => {
    const state = agentState(pane('claude', 'claude'), { screen: 'something new', ageMs: 60_000 });
    assert.equal(show(state), 'waiting: something on its first screen');
  });
});

describe('state of Codex', () => {
  const id = '01a1e39f-ff80-7343-9e0a-6b91d...';
  const rows: [string, string][] = [
    [`Ready | ${id}`, 'idle'],
    ['Ready', 'idle'],
    [`⠧ Working | ${id}`, 'busy'],
    [`⠧ Ready | ${id}`, 'busy'],
    [`Working | ${id}`, 'busy'],
    [`Thinking | ${id}`, 'busy'],
    [`[ ! ] Action Required | Working | ${id}`, 'waiting: your decision'],
    [`[ . ] Action Required | Working | ${id}`, 'waiting: your decision'],
    // The host's name, before Codex has said anything; a project may be called like this, too.
    ['ready-to-go', 'busy'],
    ['Readying', 'busy'],
    ['', 'busy'],
  ];
  for (const [title, expected] of rows) {
    it(`titled ${JSON.stringify(title)} is ${expected}`, () => {
      assert.equal(show(agentState(pane('codex', 'codex', title), { ageMs: 100 })), expected);
    });
  }

  const screens: [string, string][] = [
    ['> 1. Sign in with ChatGPT', 'waiting: sign-in'],
    ['Trust this folder? Codex can read', 'waiting: trust in this folder'],
    ['Meet GPT-6 Sol\n› 1. Try new model', 'waiting: the choice of a model'],
  ];
  for (const [screen, expected] of screens) {
    it(`without a title and with ${JSON.stringify(screen)} on its pane is ${expected}`, () => {
      assert.equal(show(agentState(pane('codex', 'codex'), { screen, ageMs: 100 })), expected);
    });
  }

  it('ignores the screen once the title shows a state', () => {
    const facts = { screen: 'Trust this folder?', ageMs: 100 };
    assert.equal(show(agentState(pane('codex', 'codex', 'Ready'), facts)), 'idle');
    assert.equal(needsScreen(pane('codex', 'codex', 'Ready'), undefined), false);
    assert.equal(needsScreen(pane('codex', 'codex', 'host'), undefined), true);
  });
});

describe('state of other programs', () => {
  const facts = { ageMs: 100 };
  const shell = (command: string) => ({ ...pane('shell', undefined), command });
  const rows: [string, Parameters<typeof agentState>[0], string][] = [
    ['a demo Claude that is starting', pane('claude', 'generic', 'host', { demo: true }), 'busy'],
    ['a demo Claude at its prompt', pane('claude', 'generic', '✳ Demo Claude', { demo: true }), 'idle'],
    ['a demo Claude at work', pane('claude', 'generic', '◑ Demo Claude', { demo: true }), 'busy'],
    ['a demo Codex at its prompt', pane('codex', 'generic', 'Ready | Demo Codex', { demo: true }), 'idle'],
    ['any program', pane('codex', 'generic', 'host'), 'idle'],
    ['any program with a spinner', pane('codex', 'generic', '⠋ thinking'), 'busy'],
    ['a dead pane', pane('claude', 'claude', '✳ Claude Code', { dead: true }), 'dead'],
    ['a shell', shell('bash'), 'idle'],
    ['a login shell', shell('-zsh'), 'idle'],
    ['a shell that runs something', shell('vim'), 'busy'],
  ];
  for (const [name, facing, expected] of rows) {
    it(`${name} is ${expected}`, () => assert.equal(show(agentState(facing, facts)), expected));
  }
});

describe('the sign of a pane', () => {
  const sign = (one: ReturnType<typeof pane> & { readonly command?: string; readonly byHand?: true }) =>
    paneSign({ ...one, inMode: false, pid: 1 });
  const byHand = (command: string) => sign({ ...pane('codex', 'codex'), byHand: true, command });
  const running = (command: string) => sign({ ...pane('codex', 'codex'), command });

  it('changes when a program that a person started in the pane of an agent ends', () => {
    assert.notEqual(byHand('codex'), byHand('bash'));
  });
  it('stays the same while an agent runs its tools', () => assert.equal(running('codex'), running('git')));
  it('changes when the title says that a program was not found', () => {
    assert.notEqual(sign(pane('codex', 'generic', 'host')), sign(pane('codex', 'generic', 'Not found: codex')));
  });
});
