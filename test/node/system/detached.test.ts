// A start of Party's own Node by Party.
import assert from 'node:assert/strict';
import { keptCertificates } from '../../../src/core/gates/scripts/certificates.ts';
import { forOwnNode } from '../../../src/node/system/detached.ts';

it('a start of our own Node does without the certificates of a company, and keeps them for other programs', () => {
  const env = { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/ca.pem' };
  assert.deepEqual(forOwnNode(env), { PATH: '/bin', [keptCertificates]: '/ca.pem' });
  assert.deepEqual(env, { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/ca.pem' });
});
