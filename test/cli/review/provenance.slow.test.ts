// Findings count only with the reviewer's own word. The author writes files, calls scripts and asks Codex for things, and
// none of that makes the author's findings Codex's.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CodexTurns } from '../../support/codexTurns.ts';
import { ReceiverParty } from '../../support/receiverParty.ts';
import { openRequest } from '../../support/receiverReview.ts';
import { type Output, repository, until } from '../../support/sandbox.ts';

const stats = { blocking_count: 0, non_blocking_count: 0, files_reviewed: 3 };
const clean = JSON.stringify({ findings: [], summary: 'All is well', stats });
const bug = {
  ...{ id: 'F1', file: 'src/auth.ts', line: 1, severity: 'blocking', category: 'correctness' },
  ...{ description: 'Login is never checked', suggestion: '' },
};
const bad = JSON.stringify({ findings: [bug], summary: 'Not good', stats: { ...stats, blocking_count: 1 } });

describe('findings', function () {
  this.timeout(90_000);
  let at: ReceiverParty;
  let codex: CodexTurns;
  let file: string;

  beforeEach(async () => {
    at = new ReceiverParty();
    codex = new CodexTurns(at);
    await at.start();
    await at.done('review', 'request');
    await until('the request', () => at.received().length === 1, 30_000);
    ({ file } = await openRequest(at));
    mkdirSync(dirname(file), { recursive: true });
  });
  afterEach(() => at.dispose());

  const write = (text: string) => writeFileSync(file, text);
  const complete = () => at.done('review', 'complete', file);
  const wrote = () => [`cat > ${file}`];
  const isRefused = ({ code, stdout, stderr }: Output) => {
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /The findings of round 1 are not proven to come from Codex.*party review nudge/);
  };
  /** They are shown as unproven, and approve nothing. */
  const areUnproven = async () => {
    const { stdout } = await complete();
    assert.match(stdout, /^CODEX_REVIEW_UNPROVEN$/m);
    assert.doesNotMatch(stdout, /CODEX_REVIEW_RAN/);
    isRefused(await at.party('review', 'approve'));
    isRefused(await at.party('review', 'approve', '--targeted', 'a small fix'));
    const { review } = await at.status();
    assert.deepEqual([review.kind, review.origin], ['requested', 'unproven']);
    assert.match((await at.done('evidence', 'list')).stdout, /^ {2}codex-ran +missing/m);
    assert.equal(at.events('approved').length, 0);
  };
  const areCodexs = async () => {
    assert.match((await complete()).stdout, /^CODEX_REVIEW_RAN$/m);
    assert.equal(at.events('received').at(-1)?.origin, 'reviewer');
    assert.match((await at.done('review', 'approve')).stdout, /^CODEX APPROVED$/m);
  };

  it('that Codex wrote in its turn are proven', async () => {
    write(clean);
    await codex.play({ runs: wrote() });
    await areCodexs();
    const [word] = at.events('reviewer-wrote');
    assert.deepEqual([word?.actor, word?.sha256], ['codex', at.events('received').at(-1)?.sha256]);
  });

  it('that Claude wrote are shown as unproven, and Codex can be asked again', async () => {
    write(bad);
    await areUnproven();
    assert.match((await at.done('status')).stdout, /findings unproven/);
    assert.match((await at.done('findings', 'list')).stdout, /^r1-F1 .* blocking, unproven: Login/);
    assert.match((await at.done('review', 'timeline')).stdout, /→ findings unproven/);
    assert.match((await at.done('findings', 'export', '--markdown')).stdout, /, unproven$/m);
    const triage = await at.party('findings', 'triage', 'r1-F1', 'fixed');
    assert.match(triage.stderr, /r1-F1 is not proven to come from Codex/);
    assert.match((await at.party('review', 're-review')).stderr, /not proven to come from Codex/);
    await at.done('review', 'nudge');
    await until('the reminder', () => at.received().length === 2, 30_000);
    const [, request = ''] = /Read: (\S+)/.exec(at.received().at(-1) ?? '') ?? [];
    assert.match(readFileSync(request, 'utf8'), /nothing shows that you wrote .* write the file again yourself/);
    write(clean);
    await codex.play({ runs: wrote() });
    await areCodexs();
  });

  it('are not proven by a call of notify.sh from outside of its pane', async () => {
    write(clean);
    await codex.endedByClaude(codex.begin({ runs: wrote() }));
    await areUnproven();
  });

  it('are not proven by a call of notify.sh from a tmux server that only pretends to be the party', async () => {
    write(clean);
    const { event, end } = codex.begin({ runs: wrote() });
    end();
    const { id, name } = at.started.session;
    const socket = `${at.box.socket}-pretender`;
    const ended = join(at.root, 'ended');
    const called = join(at.root, 'called.sh');
    const notify = join(repository, 'resources/codex/notify.sh');
    const said = JSON.stringify({ ...event, 'party-wrote': [file] });
    writeFileSync(called, `tmux -L ${socket} wait-for go\nsh ${notify} '${said}'\n: > ${ended}\nexec sleep 60\n`);
    const env = { PARTY_SESSION: name, PARTY_TMUX_SOCKET: socket };
    const outside = (...args: string[]) => at.box.run('tmux', ['-L', socket, ...args], { cwd: at.top, env });
    await outside('new-session', '-d', '-s', name, 'sh', called);
    await outside('set-option', '-t', name, '@party_id', id);
    await outside('set-option', '-p', '-t', name, '@party_role', 'codex');
    await outside('set-option', '-p', '-t', name, '@party_demo', '1');
    await outside('wait-for', '-S', 'go');
    await until('the call', () => existsSync(ended), 30_000);
    await outside('kill-server');
    assert.deepEqual(at.events('reviewer-wrote'), []);
    await areUnproven();
  });

  it('are not proven when the file changed after the end of the turn', async () => {
    write(bad);
    await codex.play({ runs: wrote() });
    write(clean);
    await areUnproven();
    write(bad);
    assert.match((await complete()).stdout, /^CODEX_REVIEW_RAN$/m);
  });

  it('are not proven by a turn that did not write them', async () => {
    write(clean);
    await codex.play({ runs: ['git diff'] });
    await areUnproven();
    await codex.play({ prompts: ['How are you?'] });
    await areUnproven();
  });

  it('are not proven by a review in which Codex only looked at what Claude had written', async () => {
    write(clean);
    await codex.play({ runs: ['git diff', `cat ${file}`, `ls -l ${file} && jq . ${file} | head -5`] });
    assert.deepEqual(at.events('reviewer-wrote'), []);
    await areUnproven();
  });

  it('are not proven when Claude asks Codex to look at them', async () => {
    write(clean);
    await at.done('tmux-codex', '--prompt', `Run: cat ${file}`);
    await until('the prompt', () => at.received().some((line) => line.includes('Task waiting')), 30_000);
    await codex.play({ runs: [`cat ${file}`] });
    await areUnproven();
  });

  it('are not read through a link at the end of the turn', async () => {
    const elsewhere = join(at.root, 'elsewhere.json');
    writeFileSync(elsewhere, clean);
    symlinkSync(elsewhere, file);
    await codex.play({ runs: wrote() });
    assert.deepEqual(at.events('reviewer-wrote'), []);
  });

  it('that Claude loads during the turn count by themselves when it ends', async () => {
    write(clean);
    const turn = codex.begin({ runs: wrote() });
    const early = await complete();
    assert.match(early.stdout, /^CODEX_REVIEW_UNPROVEN$/m);
    assert.match(early.stdout, /^Codex is still in its turn\. When it ends, the findings count by themselves/m);
    assert.match(early.stdout, /^next: wait until Codex ends its turn$/m);
    assert.equal((await at.party('review', 'approve')).code, 1);
    await codex.endedByCodex(turn);
    assert.deepEqual([(await at.status()).review.kind, (await at.status()).review.origin], ['findings', undefined]);
    assert.match((await at.done('review', 'approve')).stdout, /^CODEX APPROVED$/m);
  });

  it('that Codex only said are proven by the same turn', async () => {
    await codex.play({ said: clean });
    assert.match((await complete()).stdout, /^source: the last message of Codex/m);
    assert.match((await at.done('review', 'approve')).stdout, /^CODEX APPROVED$/m);
  });

  it('are not proven when Claude makes Codex repeat them', async () => {
    await codex.endedByClaude(codex.begin({ said: clean }));
    await areUnproven();
  });

  it('of a generic program count when the user says so, with a label', async () => {
    const trust = { review: { trustGenericReviewer: true } };
    const own = JSON.parse(at.read('tmux-team.json') ?? '{}');
    at.write('tmux-team.json', JSON.stringify({ ...own, ...trust }));
    write(clean);
    await areUnproven();
    mkdirSync(join(at.box.home, '.tmux-team'), { recursive: true });
    writeFileSync(join(at.box.home, '.tmux-team/config.json'), JSON.stringify(trust));
    assert.match((await complete()).stdout, /^reviewer: generic$/m);
    assert.match((await at.done('review', 'approve')).stdout, /^reviewer: generic$/m);
    assert.match((await at.done('status')).stdout, /approved · generic reviewer/);
    assert.match((await at.done('evidence', 'list')).stdout, /^ {2}codex-approved +present: generic reviewer$/m);
    // Every reader of the log goes by the user's configuration, not by the one that an agent chose for its call.
    writeFileSync(join(at.box.home, '.tmux-team/config.json'), '{}');
    assert.match((await at.done('evidence', 'list')).stdout, /^ {2}codex-ran +missing: a generic program wrote/m);
    assert.doesNotMatch((await at.done('status')).stdout, /approved · generic reviewer/);
  });
});
