// The demo agents write to each other through the shipped scripts and hooks.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMailbox } from '../../../src/node/messages/mailbox.ts';
import { partyPaths, projectDirectory } from '../../../src/node/project/paths.ts';
import { Sandbox, until } from '../../support/sandbox.ts';

describe('messages between the demo agents', function () {
  this.timeout(40_000);
  let box: Sandbox;
  let project: string;
  let session: { name: string };
  before(async () => {
    box = new Sandbox();
    project = box.project();
    ({ session } = await box.partyJson<{ session: { name: string } }>(['start', '--detach', '--agents', 'demo'], {
      cwd: project,
    }));
  });
  after(() => box.dispose());

  const screen = async (role: string) => (await box.party(['check', role, '60'], { cwd: project })).stdout;
  const shows = (role: string, text: string) =>
    until(`"${text}" on the pane of ${role}`, async () => squeeze(await screen(role)).includes(squeeze(text)), 20_000);
  const talk = (role: string, text: string) =>
    box.party(['talk', role, text, '--wait', '--timeout', '20s'], { cwd: project });
  const ladder = async () =>
    (await openMailbox(join(box.stateRoot, session.name)).messages()).map(
      ({ from, to, kind, state }) => `${from} → ${to} ${kind} ${state}`,
    );

  it('Claude asks Codex and gets the answer', async () => {
    const { stdout } = await talk('claude', 'ask codex: is it sound?');
    assert.equal(stdout, 'I have asked Codex. Its answer arrives here when it is ready.\n');
    await shows('claude', 'Codex says: About "is it sound?": Demo Codex has looked at it');
    assert.deepEqual(await ladder(), [
      'human → claude talk answered',
      'claude → codex prompt answered',
      'codex → claude notice submitted',
    ]);
  });

  it('Codex asks Claude and gets the answer', async () => {
    const { stdout } = await talk('codex', 'ask claude: why so?');
    assert.equal(stdout, 'I have asked Claude. Its answer arrives here when it is ready.\n');
    await shows('codex', 'Claude says: You asked "why so?"');
    assert.deepEqual((await ladder()).slice(3), [
      'human → codex talk answered',
      'codex → claude question answered',
      'claude → codex response submitted',
    ]);
  });

  it('Claude rejects a message that it has seen', async () => {
    const [first] = await openMailbox(join(box.stateRoot, session.name)).messages();
    await box.tmux('set-buffer', '-b', 'again', '--', first?.line ?? '');
    const pane = (await box.tmux('list-panes', '-a', '-f', '#{==:#{@party_role},claude}', '-F', '#{pane_id}')).stdout;
    await box.tmux(
      'paste-buffer',
      '-p',
      '-r',
      '-b',
      'again',
      '-t',
      pane.trim(),
      ';',
      'send-keys',
      '-t',
      pane.trim(),
      'Enter',
    );
    await shows('claude', '■ Party: Claude has seen this message before');
  });

  it('no hook logged an error', () => {
    const log = join(projectDirectory(partyPaths(box.env), project), 'hooks.jsonl');
    assert.doesNotMatch(existsSync(log) ? readFileSync(log, 'utf8') : '', /"level":"error"/);
  });
});

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
