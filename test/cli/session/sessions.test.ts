// The list of parties shows titles that any program of this user can set.

import assert from 'node:assert/strict';
import { ReceiverParty } from '../../support/receiverParty.ts';

describe('party sessions', function () {
  this.timeout(60_000);

  it('shows a title without characters that make it look like another one', async () => {
    const at = new ReceiverParty();
    try {
      await at.start();
      const hostile = 'a\u202eb\u2066c\u0085d\u009b31me';
      await at.box.tmux('set-option', '-t', at.started.session.name, '@party_title', hostile);
      const tricks = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
      const text = (await at.box.party(['sessions'], { cwd: at.top })).stdout;
      assert.match(text, /attached|detached/);
      assert.doesNotMatch(text, tricks);
      const json = (await at.box.party(['sessions', '--json'], { cwd: at.top })).stdout;
      assert.doesNotMatch(json, tricks);
      // Escaped, so that the value is what it was.
      assert.ok(JSON.parse(json).sessions[0].title.includes('a\u202eb'), json);
    } finally {
      await at.dispose();
    }
  });
});
