// The text for a bug report holds nothing private.
import assert from 'node:assert/strict';
import { diagnosticsText, redact } from '../../../../src/core/status/doctor/diagnostics.ts';
import { fine } from '../../../../src/core/status/doctor/doctorCheck.ts';

const secrets = {
  home: '/home/ada',
  user: 'ada',
  env: { MY_API_KEY: 'hunter2hunter2', GH_PAT: 'correct-horse', PATH: '/usr/bin', TOKEN: 'ab' },
};

describe('diagnostics', () => {
  const cases: [title: string, text: string, clean: string][] = [
    ['the home directory', '/home/ada/work and /home/ada', '~/work and ~'],
    ['another home that begins alike', '/home/adam/work', '/home/adam/work'],
    ["the user's name", 'owned by ada, in /srv/ada/x', 'owned by ~, in /srv/~/x'],
    ['words that hold the name', 'adapter state-ada', 'adapter state-ada'],
    ['the value of a secret variable', 'key hunter2hunter2! correct-horse', 'key [removed]! [removed]'],
    ['a key of a model', 'sk-ant-api03-abcdefgh', '[removed]'],
    ['tokens of GitHub', 'ghp_0123456789abcdef github_pat_11AAAA0123_x', '[removed] [removed]'],
    ['a bearer token', 'Authorization: Bearer abcdefgh.ijkl', 'Authorization: Bearer [removed]'],
    ['tokens of other services', 'npm_0123456789abcdef01 sk_live_0123456789ab', '[removed] [removed]'],
    ['an e-mail address', 'Ada L <ada.l+x@mail.example.org>, git@github.com:o/r', 'Ada L <[removed]>, [removed]:o/r'],
    ['packages with versions, which are no address', 'claude-code@2.1.3', 'claude-code@2.1.3'],
    ['a web token', 'eyJhbGciOi.eyJzdWIi.c2ln', '[removed]'],
    ['credentials in an address', 'https://ada:pw@host/x', 'https://[removed]@host/x'],
    [
      'what a JSON error quotes of its file',
      `config.json: is not valid JSON (Unexpected token 'h', ..."": {"key": hunter3hun"... is not valid JSON)`,
      `config.json: is not valid JSON (Unexpected token 'h', [removed] is not valid JSON)`,
    ],
    ['a short value, which would also be in words', 'ab cab', 'ab cab'],
  ];
  for (const [title, text, clean] of cases) {
    it(`replace ${title}`, () => assert.equal(redact(text, secrets), clean));
  }

  it('do not replace everything for a user or a home without a name', () => {
    assert.equal(redact('/a b', { home: '/', user: '', env: {} }), '/a b');
    assert.equal(redact('root in state-root', { home: '/root', user: 'root', env: {} }), '~ in state-root');
  });

  it('hold versions, checks and codes', () => {
    const report = { ok: true, checks: [fine('home', '/home/ada/.local|x\ny')] };
    const lines = [{ at: '2026-01-01T00:00:00Z', from: 'editor', code: 'TMUX_FAILED' }];
    const text = diagnosticsText({ versions: { Party: '0.1.0' }, report, lines }, secrets);
    assert.match(text, /^- Party: 0\.1\.0\n/);
    assert.match(text, /\n\| Directories \| home \| ok \| ~\/\.local\\\|x y \|\n/);
    assert.match(text, /\n- 2026-01-01T00:00:00Z editor TMUX_FAILED\n$/);
  });
});
