// Moving the company's certificates away from Party's own Node, and back.
import assert from 'node:assert/strict';
import {
  keptCertificates,
  putCertificatesBack,
  setCertificatesAside,
} from '../../../../src/core/gates/scripts/certificates.ts';

describe('the certificates, for a start of Party by Party', () => {
  for (const [name, before] of Object.entries({
    set: { PATH: '/bin', NODE_EXTRA_CA_CERTS: '/ca.pem' },
    empty: { PATH: '/bin', NODE_EXTRA_CA_CERTS: '' },
    'not set': { PATH: '/bin' },
  })) {
    it(`${name}: are not where Node looks, and are put back`, () => {
      const env = { ...setCertificatesAside(before) };
      assert.ok(!Object.hasOwn(env, 'NODE_EXTRA_CA_CERTS'));
      putCertificatesBack(env);
      assert.deepEqual(env, before);
    });
  }

  it('what was set in between wins', () => {
    const env = { [keptCertificates]: '/old.pem', NODE_EXTRA_CA_CERTS: '/new.pem' };
    putCertificatesBack(env);
    assert.deepEqual(env, { NODE_EXTRA_CA_CERTS: '/new.pem' });
  });
});
