import assert from 'node:assert/strict';
import { isPartyError } from '../../../src/core/base/errors.ts';
import {
  askForMarker,
  endMarker,
  parseDuration,
  readResponse,
  secondsOrMilliseconds,
  withPreamble,
} from '../../../src/core/messages/talk.ts';

describe('parseDuration', () => {
  for (const [text, ms] of [
    ['500ms', 500],
    ['2s', 2000],
    ['1.5s', 1500],
    ['1m', 60_000],
    ['250', 250],
  ] as const) {
    it(`reads ${text}`, () =>
      assert.equal(
        parseDuration(text, '--delay', (value) => value),
        ms,
      ));
  }
  for (const text of ['', 'soon', '-1s', '5h', '1 s', 'Infinity']) {
    it(`refuses ${JSON.stringify(text)} and names the option`, () => {
      assert.throws(
        () => parseDuration(text, '--delay', (value) => value),
        (error) => isPartyError(error, 'USAGE') && error.message.includes('--delay'),
      );
    });
  }
  it('reads a small number as seconds and a large one as milliseconds, as tmux-team does', () => {
    assert.deepEqual([90, 999, 1000, 60_000].map(secondsOrMilliseconds), [90_000, 999_000, 1000, 60_000]);
  });
});

describe('the end marker', () => {
  it('is not part of the request', () => {
    assert.ok(!askForMarker('do it', '8f3a').includes(endMarker('8f3a')));
  });

  it('ends the answer, and what stands before the request is not part of it', () => {
    const request = askForMarker('do it', '8f3a');
    const screen = `old ${endMarker('8f3a')}\n> ${request}\n\nline one\nline two\n${endMarker('8f3a')}\n> \n`;
    assert.deepEqual(readResponse(screen, '8f3a'), {
      complete: true,
      response: 'line one\nline two',
      truncated: false,
    });
  });

  it('may follow the last word on its line', () => {
    const screen = `${askForMarker('x', 'n1')}\nall done ${endMarker('n1')}`;
    assert.deepEqual(readResponse(screen, 'n1'), { complete: true, response: 'all done', truncated: false });
  });

  it('of another request is ignored', () => {
    const screen = `${askForMarker('x', 'n2')}\nhalf an answer\n${endMarker('n1')}\n`;
    assert.equal(readResponse(screen, 'n2').complete, false);
  });

  it('gives what was read so far without it', () => {
    const heard = (response: string) => ({ complete: false, response, truncated: false });
    assert.deepEqual(readResponse(`${askForMarker('x', 'n')}\nhalf\n\n`, 'n'), heard('half'));
    assert.deepEqual(readResponse('nothing yet', 'n'), heard(''));
  });

  it('says that the beginning is missing when the request has left the pane', () => {
    const screen = `line 7\nline 8\n${endMarker('n1')}\n`;
    assert.deepEqual(readResponse(screen, 'n1'), { complete: true, response: 'line 7\nline 8', truncated: true });
  });

  it('finds a request that a full-screen program has broken and framed', () => {
    const screen = `old\n│ print {tmux-team-end: │\n│ n1} without it │\nall of it\n${endMarker('n1')}\n`;
    assert.deepEqual(readResponse(screen, 'n1'), { complete: true, response: 'all of it', truncated: false });
  });
});

describe('withPreamble', () => {
  it('puts it before the message with a blank line between', () => {
    assert.equal(withPreamble('Be brief.', 'Hi'), '[SYSTEM: Be brief.]\n\nHi');
    assert.equal(withPreamble(undefined, 'Hi'), 'Hi');
  });
});
