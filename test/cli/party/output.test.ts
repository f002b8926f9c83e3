// How the verbs write their answers: completely, also to a reader that is slow or ends.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repository, Sandbox, until } from '../../support/sandbox.ts';

const module = JSON.stringify(pathToFileURL(join(repository, 'src/cli/party/output.ts')).href);
/** Much more than a pipe holds. */
const length = 1_000_000;

describe('the output of a verb', () => {
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());

  /** Runs code that has the exports of output.ts; its stdout is the file with this descriptor. */
  function start(code: string, stdout: number) {
    const program = `const { readerGone, write, written } = await import(${module});\n${code}`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', stdout, 'pipe'],
    });
    let ended: number | null | undefined;
    let said = '';
    child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    child.on('exit', (exit) => {
      ended = exit;
    });
    return { exit: () => ended, said: () => said };
  }

  it('is complete when the pipe is non-blocking and its reader is slow', async () => {
    const pipe = join(box.root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const code = `write('stdout', 'x'.repeat(${length})); write('stdout', 'end'); await written(); process.exit(7);`;
    const child = start(code, writer);
    closeSync(writer);
    const read: Buffer[] = [];
    await until('the end', () => {
      const buffer = Buffer.alloc(50_000);
      try {
        read.push(buffer.subarray(0, readSync(reader, buffer)));
      } catch (error) {
        // The pipe is empty for the moment.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
      return child.exit() !== undefined && Buffer.concat(read).length >= length + 3;
    });
    closeSync(reader);
    assert.equal(child.exit(), 7, child.said());
    assert.equal(Buffer.concat(read).toString(), `${'x'.repeat(length)}end`);
  });

  it('does not stop the verb when its reader has ended', async () => {
    const pipe = join(box.root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(pipe, constants.O_WRONLY);
    closeSync(reader);
    const code = `const gone = readerGone(); write('stdout', 'x'); await written(); process.exit(gone.aborted ? 7 : 1);`;
    const child = start(code, writer);
    closeSync(writer);
    await until('the end', () => child.exit() !== undefined);
    assert.equal(child.exit(), 7, child.said());
  });
});
