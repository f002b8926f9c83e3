// The page of the Review Timeline: nothing in it can run, load or send anything.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { english } from '../../../src/core/base/translate.ts';
import { timelinePage } from '../../../src/extension/review/timelinePage.ts';
import { reviewOf, round } from '../../support/reviews.ts';

const hostile = '</style><script src="https://x"></script><img src=x onerror=alert(1)>';
const folder = { name: hostile, path: '/p', top: '/p' };
const review = reviewOf({ rounds: [round({ title: hostile, found: 2, foundNew: 2 })] });
const page = timelinePage({ folder, review, revision: 1 }, english);

describe('the page of the timeline', () => {
  it('allows its own styles by their hashes, and nothing else', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
    assert.equal(styles.length, 2);
    const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    assert.equal(policy, `default-src 'none'; style-src ${hashes.join(' ')};`);
  });

  it('escapes names and titles', () => {
    assert.doesNotMatch(page, /<script|<img|<iframe|<a /);
    assert.match(page, /Review of &lt;\/style&gt;/);
  });

  it('says that there is nothing yet, for a project that could not be read as well', () => {
    for (const nothing of [undefined, { folder, review: reviewOf(), revision: 2 }]) {
      assert.match(timelinePage(nothing, english), /No review has been requested yet/);
    }
  });

  it('says of a stale approval that it is stale, and why', () => {
    const rounds = [round({ outcome: 'approved' })];
    const status = { kind: 'stale', staleBecause: ['src/greet.js'] } as const;
    const stale = timelinePage({ folder, review: reviewOf({ rounds, status }), revision: 3 }, english);
    assert.match(stale, />approved, now outdated</);
    assert.match(stale, /approval outdated: greet\.js changed/);
    const fresh = timelinePage(
      { folder, review: reviewOf({ rounds, status: { kind: 'approved' } }), revision: 4 },
      english,
    );
    assert.doesNotMatch(fresh, /stale/);
  });
});
