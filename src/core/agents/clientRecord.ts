// Written by `npm run test:versions` and `npm run pin:clients`: change it with them, not by hand.

import type { ClientRecord } from './clientRuns.ts';

export const clientRecord: ClientRecord = {
  pinned: { claude: '2.1.325', codex: '0.166.0' },
  runs: [
    { client: 'claude', version: '2.1.326', beside: '0.166.0', date: '2026-11-17', fails: [] },
    { client: 'claude', version: '2.1.325', beside: '0.166.0', date: '2026-11-17', fails: [] },
    { client: 'claude', version: '2.1.324', beside: '0.166.0', date: '2026-11-17', fails: [] },
    { client: 'claude', version: '2.1.323', beside: '0.166.0', date: '2026-11-17', fails: [] },
    { client: 'claude', version: '2.1.234', beside: '0.166.0', date: '2026-11-17', fails: [] },
    { client: 'codex', version: '0.169.0', beside: '2.1.325', date: '2026-11-17', fails: [] },
    { client: 'codex', version: '0.166.0', beside: '2.1.325', date: '2026-11-17', fails: [] },
    { client: 'codex', version: '0.165.0', beside: '2.1.325', date: '2026-11-17', fails: [] },
    { client: 'codex', version: '0.164.0', beside: '2.1.325', date: '2026-11-17', fails: [] },
    { client: 'codex', version: '0.147.0', beside: '2.1.325', date: '2026-11-17', fails: [] },
  ],
};
