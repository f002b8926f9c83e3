// `party findings check` on the built bundle: what it prints, how it ends, and what it makes of things that are no file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Sandbox } from '../../support/sandbox.ts';

const finding = {
  id: 'F1',
  file: 'src/auth.ts',
  line: 42,
  severity: 'blocking',
  category: 'correctness',
  description: 'Missing null check',
};
const stats = { blocking_count: 1, non_blocking_count: 0, files_reviewed: 3 };

describe('party findings check', function () {
  this.timeout(20_000);
  let box: Sandbox;
  let cwd: string;
  before(() => {
    box = new Sandbox();
    cwd = box.project();
    box.directory('project/src');
  });
  after(() => box.dispose());

  const write = (name: string, content: unknown) =>
    writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  const check = (...args: string[]) => box.party(['findings', 'check', ...args], { cwd });
  const json = async (name: string) => {
    const { code, stdout } = await check(name, '--json');
    return { code, answer: JSON.parse(stdout) as unknown };
  };

  it('accepts a good file and changes nothing', async () => {
    write('good.json', { findings: [finding], summary: 's', stats });
    const before = readdirSync(box.root, { recursive: true });
    assert.deepEqual(await json('good.json'), {
      code: 0,
      answer: { verdict: 'accept', warnings: [], error: null, findings: 1, blocking: 1 },
    });
    assert.deepEqual(readdirSync(box.root, { recursive: true }), before);
    assert.equal(
      (await check('good.json')).stdout,
      'accept: 1 finding, 1 blocking\nsrc/auth.ts:42 blocking F1 Missing null check\n',
    );
  });

  it('says its warnings in words and with their codes', async () => {
    const odd = {
      ...finding,
      file: join(cwd, 'src/auth.ts'),
      line: null,
      severity: 'minor',
      description: 'a\u001b[31m\nb',
    };
    write('odd.json', `\`\`\`json\n${JSON.stringify({ findings: [odd, { ...finding, file: 'src' }] })}\n\`\`\`\n`);
    const { code, stdout } = await check('odd.json');
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^accept-with-warning: 2 findings, 2 blocking\n {2}warning: the document was in a code fence \(unwrapped-fence\)\n/,
    );
    assert.match(stdout, /\(severity-unknown\)/);
    assert.match(stdout, /\(file-unlinked\)/);
    assert.match(stdout, /\(file-relativised\)/);
    assert.match(stdout, /\nsrc\/auth\.ts blocking F1 a b\nsrc:42 blocking F1-2 Missing null check\n$/);
  });

  it('does not link a path outside the project', async () => {
    symlinkSync('/etc/passwd', join(cwd, 'src/leak.ts'));
    write('leak.json', { findings: [{ ...finding, file: 'src/leak.ts' }], stats });
    assert.deepEqual((await json('leak.json')).answer, {
      verdict: 'accept-with-warning',
      warnings: ['file-unlinked'],
      error: null,
      findings: 1,
      blocking: 1,
    });
  });

  it('follows a link to the file, as any reading command does', async () => {
    write('target.json', { findings: [finding], stats });
    symlinkSync('target.json', join(cwd, 'link.json'));
    assert.equal((await json('link.json')).code, 0);
  });

  for (const [title, name, make, error, message] of [
    ['a file that is not there', 'none.json', () => {}, 'fs', /none\.json does not exist \(fs\)/],
    ['a directory', 'src', () => {}, 'fs', /src is a directory \(fs\)/],
    ['a pipe', 'pipe', (path: string) => execFileSync('mkfifo', [path]), 'fs', /not a regular file \(fs\)/],
    ['a link to itself', 'loop', (path: string) => symlinkSync('loop', path), 'fs', /link to itself \(fs\)/],
    [
      'a file that is too large',
      'large.json',
      (path: string) => {
        writeFileSync(path, '{}');
        truncateSync(path, 33 * 1024 * 1024);
      },
      'too-large',
      /has more than 32 MB \(too-large\)/,
    ],
    [
      'half a file',
      'half.json',
      (path: string) => writeFileSync(path, '{"findings": ['),
      'truncated',
      /still being written.*\(truncated\)/,
    ],
  ] as const) {
    it(`rejects ${title}`, async () => {
      make(join(cwd, name));
      const answer = { verdict: 'reject', warnings: [], error, findings: 0, blocking: 0 };
      assert.deepEqual(await json(name), { code: 1, answer });
      assert.match((await check(name)).stdout, message);
    });
  }

  it('rejects a file that it may not read', async () => {
    write('secret.json', {});
    chmodSync(join(cwd, 'secret.json'), 0);
    // Root may read everything.
    const root = process.getuid?.() === 0;
    const { code, stdout } = await check('secret.json');
    assert.equal(code, 1);
    assert.match(stdout, root ? /\(findings-missing\)/ : /cannot be read: permission denied \(fs\)/);
  });

  for (const [args, message] of [
    [['findings', 'chek', 'x'], /no chek; did you mean check\?/],
    [['findings', 'check'], /party findings check: FILE is missing/],
  ] as const) {
    it(`says what is wrong with: party ${args.join(' ')}`, async () => {
      const output = await box.party(args, { cwd });
      assert.equal(output.code, 1);
      assert.match(output.stderr, message);
    });
  }
});
