// The npm package, through the real npm without a network: `npm install -g` and `npx`, from a clean home.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { contentOf, countChanges, killedAt, packedTgz } from '../../support/homes.ts';
import { node20, repository, Sandbox } from '../../support/sandbox.ts';

const version: string = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')).version;

describe('the npm package', function () {
  this.timeout(120_000);
  let box: Sandbox;
  let tgz: string;
  let prefix: string;
  let unpacked: string;

  before(async () => {
    box = new Sandbox();
    tgz = packedTgz(box.root);
    prefix = box.directory('prefix');
    unpacked = join(prefix, 'lib/node_modules/party');
    Object.assign(box.env, {
      npm_config_cache: box.directory('cache'),
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    });
    // Node 20 runs the programs, whatever runs the tests.
    const bin = box.directory('bin');
    symlinkSync(node20, join(bin, 'node'));
    box.env['PATH'] = [bin, box.env['PATH']].join(delimiter);
    const { code, stderr } = await box.run('npm', ['install', '-g', '--prefix', prefix, tgz]);
    assert.equal(code, 0, stderr);
  });
  after(() => box.dispose());

  const program = (name: string) => join(prefix, 'bin', name);
  const copy = () => join(box.partyHome, 'versions', version);
  const current = () => realpathSync(join(box.partyHome, 'current'));
  const forget = () => rmSync(box.partyHome, { recursive: true, force: true });

  it('has a manifest of its own, and nothing for an editor alone', () => {
    const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
    assert.deepEqual(manifest.bin, { party: 'bin/party.js', 'tmux-team': 'bin/tmux-team.js' });
    assert.deepEqual(
      ['private', 'contributes', 'main', 'devDependencies', 'scripts'].filter((key) => key in manifest),
      [],
    );
    for (const name of ['extension', 'extension-window']) {
      assert.equal(existsSync(join(unpacked, `dist/${name}.cjs`)), false);
    }
  });

  it('installs both programs with npm install -g', async () => {
    assert.equal((await box.run(program('party'), ['--version'])).stdout, `${version}\n`);
    const { stdout } = await box.run(program('tmux-team'), ['--help']);
    assert.match(stdout, /^tmux-team /);
  });

  it('copies the version with the first use, and points current at it', async () => {
    forget();
    await box.run(program('party'), ['--version']);
    assert.equal(current(), copy());
    const { stdout } = await box.script([join(box.partyHome, 'current/resources/bin/party'), 'doctor', '--json']);
    const checks: { id: string; status: string }[] = JSON.parse(stdout).checks;
    const status = (id: string) => checks.find((check) => check.id === id)?.status;
    assert.deepEqual([status('installation'), status('current')], ['ok', 'ok']);
  });

  it('runs with npx, and goes on when the cache of npx is gone', async () => {
    forget();
    const { code, stdout, stderr } = await box.run('npx', ['--yes', './party.tgz', '--version']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, `${version}\n`);
    rmSync(box.env['npm_config_cache'] ?? '', { recursive: true });
    assert.equal(
      (await box.script([join(box.partyHome, 'current/resources/bin/party'), '--version'])).stdout,
      `${version}\n`,
    );
    const project = box.project();
    const told = await box.run('npx', ['--yes', '--package', tgz, 'party', 'talk', 'claude', 'hello'], {
      cwd: project,
    });
    // Only npx finds the program by its name, so the hint has a path.
    assert.match(told.stderr, new RegExp(`start a party: ${join(box.partyHome, 'current/resources/bin/party')} start`));
  });

  it('puts the command line into the home, also when the package is removed later', async () => {
    forget();
    await box.run(program('party'), ['install']);
    const moved = `${unpacked}-gone`;
    await box.run('mv', [unpacked, moved]);
    assert.equal((await box.script([join(box.home, '.local/bin/party'), '--version'])).stdout, `${version}\n`);
    await box.run('mv', [moved, unpacked]);
    await box.run(program('party'), ['uninstall']);
    assert.deepEqual(
      Object.keys(contentOf(box.home)).filter((path) => !path.startsWith('/.npm')),
      [''],
    );
  });

  it('is copied once by several processes at the same time', async () => {
    forget();
    const outputs = await Promise.all([1, 2, 3].map(() => box.run(program('party'), ['--version'])));
    assert.deepEqual(
      outputs.map(({ stdout, stderr }) => stdout + stderr),
      Array(3).fill(`${version}\n`),
    );
    assert.deepEqual(readdirSync(dirname(copy())), [version]);
    assert.equal(current(), copy());
  });

  it('is complete after the next use, wherever the first one was killed', async () => {
    forget();
    const entry = [join(unpacked, 'bin/party.js'), '--version'];
    await box.run(program('party'), ['--version']);
    const whole = contentOf(copy());
    forget();
    const changes = await countChanges(box, entry);
    // Most are copies of one file after the other.
    const steps = [
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      Math.floor(changes / 2),
      ...[6, 5, 4, 3, 2, 1, 0].map((left) => changes - left),
    ];
    for (const at of steps) {
      forget();
      await killedAt(box, at, entry);
      assert.equal((await box.run(program('party'), ['--version'])).stdout, `${version}\n`);
      assert.deepEqual(contentOf(copy()), whole, `after change ${at}`);
      assert.equal(current(), copy());
      assert.deepEqual(readdirSync(dirname(copy())), [version], `after change ${at}`);
    }
  });

  describe('and another installation', () => {
    /** A copy of the package as an editor has it, with another version. */
    const other = (name: string, given: string, change = '') => {
      const root = join(box.directory('editors'), name);
      rmSync(root, { recursive: true, force: true });
      mkdirSync(dirname(root), { recursive: true });
      return { root, given, change };
    };
    const place = async ({ root, given, change }: ReturnType<typeof other>) => {
      await box.run('cp', ['-R', unpacked, root]);
      const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version: given }));
      if (change)
        writeFileSync(join(root, 'dist/files.sha256'), readFileSync(join(root, 'dist/files.sha256'), 'utf8') + change);
    };

    it('agree on the newest', async () => {
      forget();
      const [newer, older] = [other('newer', '99.0.0'), other('older', '0.0.1')];
      await place(newer);
      await place(older);
      await box.run(program('party'), ['--version']);
      await box.run(node20, [join(older.root, 'bin/party.js'), '--version']);
      assert.equal(current(), copy());
      await box.run(node20, [join(newer.root, 'bin/party.js'), '--version']);
      assert.equal(current(), join(dirname(copy()), '99.0.0'));
      await box.run(program('party'), ['--version']);
      assert.equal(current(), join(dirname(copy()), '99.0.0'));
    });

    it('of the same build keep the durable copy', async () => {
      forget();
      await box.run(program('party'), ['--version']);
      const editor = other('editor', version);
      await place(editor);
      // As the extension and every start do.
      const started = await box.run(node20, [join(editor.root, 'dist/cli.cjs'), 'plan', 'start'], {
        cwd: box.project('gated'),
      });
      assert.equal(started.code, 0, started.stderr);
      assert.equal(current(), copy());
    });

    it('of the same version and another build take the place of the older copy', async () => {
      forget();
      await box.run(program('party'), ['--version']);
      const build = other('build', version, `${'0'.repeat(64)}  package.json\n`);
      await place(build);
      assert.equal((await box.run(node20, [join(build.root, 'bin/party.js'), '--version'])).stdout, `${version}\n`);
      assert.match(readFileSync(join(copy(), 'dist/files.sha256'), 'utf8'), /^0{64} {2}package\.json$/m);
      assert.deepEqual(readdirSync(dirname(copy())), [version]);
    });
  });
});
