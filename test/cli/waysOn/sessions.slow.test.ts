// From each state of a party on: starts that were killed, agents and tmux servers that have ended.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type SessionState, sessionWays } from '../../../src/core/status/waysOn.ts';
import { partyPaths } from '../../../src/node/project/paths.ts';
import { readRecords } from '../../../src/node/session/sessionRecord.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { take, walkTable } from '../../support/walks.ts';

describe('a party', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  beforeEach(() => {
    at = new ReceiverParty();
    at.configure();
  });
  afterEach(() => at.dispose());

  const state = async (): Promise<SessionState> => {
    const { session, agents } = await at.status();
    if (session === null) {
      const records = await readRecords(partyPaths(at.box.env), at.top);
      return records.length === 0 ? 'none' : 'ended';
    }
    const states = agents.filter(({ role }) => role !== 'shell').map((agent) => agent.state);
    if (states.includes('absent')) return 'starting';
    return states.includes('dead') ? 'agent-ended' : 'running';
  };
  const act = (name: SessionState) =>
    take(at.box, at.top, sessionWays[name], name === 'agent-ended' ? { ROLE: 'claude' } : {});

  walkTable(sessionWays, {
    none: {
      'is an end': async () => {
        assert.equal(await state(), 'none');
        assert.deepEqual((await at.status()).messages, []);
      },
      'by the command': async () => {
        assert.equal(await state(), 'none');
        await act('none');
        assert.equal(await state(), 'running');
      },
    },
    starting: {
      'by the command': async () => {
        const flag = join(at.box.root, 'made');
        const die = 'kill -KILL $PPID; exit 1';
        const script = `[ -e ${flag} ] && { ${die}; }; case "$*" in *new-session*) touch ${flag};; esac`;
        assert.equal((await at.withTmux(script, ['start', '--detach'])).code, undefined);
        assert.equal((await at.box.sessions()).length, 1, 'the kill came too early');
        assert.equal(await state(), 'starting');
        await act('starting');
        assert.equal((await at.box.sessions()).length, 1);
        assert.equal(await state(), 'running');
      },
    },
    running: {
      'is an end': async () => {
        await at.start();
        assert.equal(await state(), 'running');
        assert.doesNotMatch(await at.next(), /start|stop|restore/);
      },
      'by the command': async () => {
        await at.start();
        await act('running');
        assert.deepEqual(await at.box.sessions(), []);
      },
    },
    'agent-ended': {
      'by the command': async () => {
        await at.start();
        await at.killAgent('claude');
        assert.equal(await state(), 'agent-ended');
        assert.equal(await at.next(), 'party restart claude');
        await act('agent-ended');
        await at.ready();
        assert.equal(await state(), 'running');
      },
    },
    ended: {
      'by the command': async () => {
        const { session } = (await at.start()).started;
        await at.box.killServer();
        assert.equal(await state(), 'ended');
        await act('ended');
        await at.ready();
        assert.equal(await state(), 'running');
        assert.equal((await at.status()).session?.id, session.id);
      },
    },
  });
});
