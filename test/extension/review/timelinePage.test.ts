// The page of the Review Timeline: nothing in it can run, load or send anything.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { english } from '../../../src/core/base/translate.ts';
import { timelineLinks, timelinePage } from '../../../src/extension/review/timelinePage.ts';
import { finding, reviewOf, round } from '../../support/reviews.ts';

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
    assert.doesNotMatch(page, /<script|<img|<iframe/);
    assert.match(page, /Review of &lt;\/style&gt;/);
  });

  it('links to commands of Party only, with arguments that cannot leave their place', () => {
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);
    assert.ok(links.length >= 6, String(links.length));
    for (const link of links) {
      const [, command = '', args = ''] = /^command:(party\.timeline\.\w+)\?([\w%.~!'()*-]*)$/.exec(link) ?? [];
      assert.ok(
        timelineLinks.some((name) => `party.${name}` === command),
        link,
      );
      assert.ok(Array.isArray(JSON.parse(decodeURIComponent(args))));
    }
  });

  it('opens the round, and each finding by its brick', () => {
    const findings = [
      finding({ key: 'r1-F2', severity: 'non-blocking', raised: [{ round: 1, severity: 'non-blocking' }] }),
      finding(),
    ];
    const rounds = [round({ found: 2, foundNew: 2, foundBlocking: 1, request: 'q1' })];
    const drawn = timelinePage({ folder, review: reviewOf({ rounds, findings }), revision: 5 }, english);
    const opened = [...drawn.matchAll(/timeline\.open(Round|Finding)\?([^"]*)"/g)].map(([, what, args = '']) => [
      what,
      JSON.parse(decodeURIComponent(args))[1],
    ]);
    assert.deepEqual(opened, [
      ['Round', 'q1'],
      ['Finding', 'r1-F1'],
      ['Finding', 'r1-F2'],
    ]);
  });

  it('tells the story that is switched on, as text', () => {
    const items = [{ at: '2026-01-01T00:00:00.000Z', kind: 'gates', text: hostile }] as const;
    const told = timelinePage({ folder, review, revision: 6 }, english, { shown: new Set(['gates']), items });
    assert.match(told, /aria-checked="true" class="toggle on" href="[^"]*gates/);
    assert.match(told, /<li class="gates"><time>[^<]*<\/time><span>&lt;\/style&gt;&lt;script/);
    const none = timelinePage({ folder, review, revision: 7 }, english, { shown: new Set(['plan']), items: [] });
    assert.match(none, /Nothing of this has happened yet/);
    assert.doesNotMatch(page, /class="story"/);
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
    assert.match(stale, />approval outdated</);
    assert.match(stale, /approval outdated: greet\.js changed/);
    const fresh = timelinePage(
      { folder, review: reviewOf({ rounds, status: { kind: 'approved' } }), revision: 4 },
      english,
    );
    assert.doesNotMatch(fresh, /stale/);
  });
});
