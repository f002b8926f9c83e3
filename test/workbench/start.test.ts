// `npm start`, from the address that it prints to the Ctrl-C that ends it.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { workbenchDir } from '../runner/places.mjs';
import { eventually, WorkbenchPage } from './page.ts';
import { pathWithout } from './project.ts';

describe('npm start', function () {
  this.timeout(60_000);
  let directory: string;
  let temporary: string;
  let start: ChildProcess;
  let printed = '';
  let address: string;

  before(async () => {
    // Short, because VS Code makes sockets in it. All that the demo leaves anywhere, it leaves here.
    directory = realpathSync(mkdtempSync(join(tmpdir(), 'party-s-')));
    temporary = join(directory, 't');
    for (const dir of [temporary, join(directory, 'tmux')]) mkdirSync(dir);
    // Where the real agents are installed, a test must not start them.
    const PATH = pathWithout(['claude', 'codex'], process.env['PATH'] ?? '', join(directory, 'bin'));
    // A slow login shell, as pyenv or nvm make it. Those of the panes are not meant: they are given nothing to execute.
    const slow = `[ -n "$BASH_EXECUTION_STRING" ] && { : > '${join(directory, 'asked')}'; sleep 60; }`;
    writeFileSync(join(directory, '.bash_profile'), slow);
    const home = { HOME: directory, SHELL: '/bin/bash' };
    const env = { ...process.env, ...home, PATH, TMPDIR: temporary, TMUX_TMPDIR: join(directory, 'tmux') };
    const node = process.env['PARTY_TEST_NODE20'] ?? process.execPath;
    start = spawn(node, [join(workbenchDir, 'start.mjs'), '--code-server'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [start.stdout, start.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    const found = await eventually(
      () => ({ printed, url: /http:\S+/.exec(printed)?.[0], ended: start.exitCode }),
      ({ url, ended }) => url !== undefined || ended !== null,
      40_000,
    );
    assert.ok(found.url, printed);
    address = found.url;
  });

  after(() => {
    if (start.exitCode === null) start.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  it('refuses requests without the token', async () => {
    const without = new URL(address);
    without.searchParams.delete('tkn');
    const wrong = new URL(address);
    wrong.searchParams.set('tkn', '0'.repeat(48));
    const file = new URL('/vscode-remote-resource?path=/etc/hostname', address);
    for (const url of [without, wrong, file]) assert.equal(await status(url), 403, url.href);
    assert.equal(await status(new URL(address)), 302);
    assert.equal(without.hostname, '127.0.0.1');
  });

  it('does not show the token in the process list', () => {
    const token = new URL(address).searchParams.get('tkn') ?? '';
    assert.match(token, /^[0-9a-f]{48}$/);
    const { stdout } = spawnSync('ps', ['-eo', 'args', '-ww'], { encoding: 'utf8' });
    assert.ok(stdout.includes(temporary));
    assert.ok(!stdout.includes(token));
  });

  it('opens at its address, with the Party view and a party to start', async () => {
    const workbench = await WorkbenchPage.visit(address);
    try {
      await workbench.partyIsActive();
      await eventually(
        () => workbench.welcomeText(),
        (text) => /Start/.test(text),
      );
      await workbench.runCommand('Party: Start');
      await eventually(
        () => workbench.treeRows(),
        (rows) => rows.map((row) => row.label).join() === 'Codex,Claude,Shell',
      );
      assert.ok(
        processes().some((line) => /\btmux\b/.test(line)),
        processes().join('\n'),
      );
    } finally {
      await workbench.dispose();
    }
  });

  it('does not start a login shell to read its environment', () => {
    assert.equal(existsSync(join(directory, 'asked')), false);
  });

  it('leaves nothing behind after Ctrl-C, also of a program that goes on without tmux', async () => {
    const demo = dirname(new URL(address).searchParams.get('folder') ?? '');
    const socket = /PARTY_TMUX_SOCKET=([^\0]+)/.exec(processes().map(environmentIn).join('\0'))?.[1];
    assert.ok(socket?.startsWith('party-demo-'), socket);
    spawn('sh', ['-c', 'trap "" HUP TERM; while :; do mkdir -p "$0/again"; sleep 0.1; done', demo], {
      ...{ detached: true, stdio: 'ignore', env: { PATH: process.env['PATH'], PARTY_TMUX_SOCKET: socket } },
    });
    start.kill('SIGINT');
    const [code] = await once(start, 'exit');
    assert.equal(code, 0, printed);
    await eventually(
      () => [...readdirSync(temporary), ...readdirSync(join(directory, 'tmux')), ...processes()],
      (left) => left.length === 0,
      5000,
    );
  });

  /** What the demo started has its directory in the arguments or in the environment, however detached it is. */
  function processes(): string[] {
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,args=', '-ww'], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => {
      const pid = /^ *(\d+)/.exec(line)?.[1];
      return pid !== undefined && (line.includes(temporary) || environmentOf(pid).includes(temporary));
    });
  }
});

/** Of a process, by its line in the list. */
function environmentIn(line: string): string {
  return environmentOf(/\d+/.exec(line)?.[0] ?? '');
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // it has just ended, or this is no Linux
  }
}

/** Not by fetch, which would follow the server to where the token is no longer in the address. */
function status(url: URL): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
