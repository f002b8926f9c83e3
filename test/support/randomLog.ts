// Logs made by chance, of all kinds of events that mean something to the state of a project.

import type { ProjectEvent, RecordedFinding } from '../../src/core/project/event.ts';

/** The same numbers for the same seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

export const branches = ['main', 'topic', 'other "branch"\n'];
export const hashes = ['h0', 'h1', 'h2', 'h3'];

export function randomEvents(random: (below: number) => number, count: number): ProjectEvent[] {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const requests: string[] = ['unknown'];
  const cycles: string[] = ['c0'];
  const rounds = new Map<string, number>();
  const finding = (n: number): RecordedFinding => ({
    id: `F${n}`,
    file: pick(['a.ts', 'b.ts']),
    linked: true,
    line: random(9),
    severity: pick(['blocking', 'non-blocking']),
    category: 'x',
    // Few words and little code, so that findings are known again in all ways.
    description: pick(['wrong loop bound here', 'wrong loop bound there', `unlike ${random(40)} anything else`]),
    suggestion: '',
    anchor: pick(['', '}', 'const a = 1;']),
  });
  const eventOf = (n: number): object => {
    const request = pick(requests);
    const cycle = pick(cycles);
    switch (random(16)) {
      case 0:
      case 1: {
        const isNew = random(4) === 0;
        const id = isNew ? `c${n}` : cycle;
        if (isNew) cycles.push(id);
        requests.push(`q${n}`);
        rounds.set(id, (rounds.get(id) ?? 0) + random(2));
        return {
          ...{ event: 'requested', request: `q${n}`, cycle: id, round: rounds.get(id) ?? 0, branch: pick(branches) },
          ...{ hash: pick(hashes), base: `b${random(2)}`, tree: null, title: '', delta: false, file: `/f/q${n}.json` },
          ...{ headless: random(3) === 0, ...(random(4) === 0 ? { document: 'd.md' } : {}) },
          ...(random(3) === 0 ? { collab: pick(['design', 'task']) } : {}),
          ...(random(2) === 0 ? { files: { 'a.ts': String(random(3)) } } : {}),
        };
      }
      case 2:
      case 3:
      case 4:
        return {
          ...{ event: 'received', request: random(4) === 0 ? request : (requests.at(-1) ?? request) },
          ...{ findings: Array.from({ length: random(5) }, (_, index) => finding(index)), summary: '' },
          ...{ filesReviewed: 1, warnings: random(5) === 0 ? ['nothing-reviewed'] : [] },
          // Half of them proven, some by a later event, some of an older version.
          ...pick([{ origin: 'exec' }, { origin: 'generic' }, { origin: 'unproven', sha256: `s${random(3)}` }, {}]),
          ...(random(2) === 0 ? { resolved: [`c${random(3) + 1}r${random(3)}-F${random(4)}`] } : {}),
        };
      case 5:
        return pick([
          { event: 'abandoned', request: requests.at(-1) ?? request, reason: 'r' },
          {
            event: 'reviewer-wrote',
            request: requests.at(-1) ?? request,
            sha256: `s${random(3)}`,
            thread: 't',
            turn: null,
          },
        ]);
      case 6:
      case 7:
        return {
          ...{ event: 'triaged', cycle, finding: `r${random(3)}-F${random(5)}` },
          ...{ as: pick(['open', 'fixed', 'rejected']), reason: 'r' },
        };
      case 8:
        return pick([
          { event: 're-review', cycle, reason: 'r' },
          { event: 'approved', cycle, hash: pick(hashes), ...(random(2) === 0 ? { targeted: 't' } : {}) },
          { event: 'needs-discussion', reason: `why ${n}`, ...(random(2) === 0 ? { cycle } : {}) },
          { event: 'extended', cycle, reason: 'r' },
          {
            ...{ event: 'replied', cycle, finding: `r${random(3)}-F${random(4)}`, text: `says ${n}` },
            ...(random(2) === 0 ? { to: 'codex' } : {}),
          },
          { event: 'task', cycle, finding: `r1-F${random(4)}`, team: 't', task: String(n) },
        ]);
      case 9:
      case 10: {
        const critic = pick(['code-critic', 'minimizer', 'security-scanner']);
        const agent = `a${random(3)}`;
        return random(2) === 0
          ? { event: 'critic-started', critic, agent, hash: pick(hashes) }
          : { event: 'critic-stopped', critic, agent, hash: pick(hashes), verdict: pick(['APPROVE', 'CLEAN', null]) };
      }
      case 11:
        return pick([
          {
            ...{ event: 'ran', what: pick(['tests', 'checks']), command: ['npm', 'test'], exit: random(2) },
            ...{ before: pick(hashes), after: pick(hashes) },
          },
          {
            ...{ event: 'ran', what: pick(['tests', 'checks']), command: [pick(['true', 'make'])], exit: 0 },
            ...{ before: hashes[0], after: hashes[0], unusual: 'the usual command is npm test' },
          },
          { event: 'accepted', what: 'tests', hash: hashes[0], command: [pick(['true', 'make'])] },
          { event: 'verified', hash: pick(hashes) },
        ]);
      case 12:
        return {
          ...{ event: 'plan', what: pick(['started', 'reviewed', 'approved', 'forced', 'withdrawn']), version: n },
          hash: pick(hashes),
        };
      case 13:
        return {
          ...{ event: 'spent', loop: 'plan', seconds: random(300), tokens: random(1000), thread: `t${random(3)}` },
          threadTokens: random(2) === 0 ? null : random(5000),
        };
      case 14:
        return {
          event: 'collab',
          what: pick(['started', 'completed', 'edited', 'paused']),
          task: null,
          reason: `${n}`,
        };
      default:
        return pick([
          { event: 'budget-renewed', reason: 'r' },
          { event: 'started', session: 's', branch: pick(branches), head: `commit${n}` },
        ]);
    }
  };
  return Array.from({ length: count }, (_, n) => {
    // Some clocks jump, and some times cannot be read.
    const minutes = n * 3 + (random(20) === 0 ? random(10_000) - 5000 : 0);
    const at = random(50) === 0 ? 'no time' : new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();
    return { at, actor: pick(['human', 'claude', 'codex']), ...eventOf(n) } as ProjectEvent;
  });
}
