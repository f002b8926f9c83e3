// Runs a bundle again and again in one process of Node 20, each time as if the process had just begun: own arguments,
// environment, folder, standard input and modules. Most of the cost of a call of `party` is the start of Node, which
// this saves. The output goes to the real stdout and stderr, with a mark of the call at its end.
import childProcess from 'node:child_process';
import { closeSync, createReadStream, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import vm from 'node:vm';

/**
 * @typedef {object} Call
 * @property {string} file
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {string} stdin the file that standard input reads
 * @property {string} mark
 * @property {string} [nested] the program that runs a bundle for this call
 */

/** The parts of Node's module loader that have no types. */
const loader = /** @type {any} */ (Module);
const require = createRequire(import.meta.url);
/** Compiled bundles. Each call runs a bundle's top level again, so that no call sees what another has kept there. */
/** @type {Map<string, { version: string, script: vm.Script }>} */
const scripts = new Map();
const native = { exit: process.exit, emit: process.emit, reallyExit: Reflect.get(process, 'reallyExit') };
const timers = { setTimeout, setInterval, setImmediate };
/** @type {Set<NodeJS.Timeout>} */
const pending = new Set();
/** @type {NodeJS.EventEmitter[]} */
const emitters = [process, process.stdout, process.stderr];
const listenersBefore = emitters.map(allListeners);
/** @type {Call | undefined} the call that runs */
let current;
/** @type {Socket | import('node:fs').ReadStream | undefined} standard input, when the call has used it */
let stdin;

loader._extensions['.cjs'] = load;
loader._extensions['.js'] = load;
watchTimers();
nestCalls();
process.on('message', (/** @type {Call} */ call) => begin(call));
process.on('disconnect', () => native.exit(0));
// The event loop has nothing more to do: a process of its own would end here.
process.on('beforeExit', () => end(Number(process.exitCode ?? 0)));
for (const [index, emitter] of emitters.entries()) listenersBefore[index] = allListeners(emitter);
const resourcesBefore = resources();
process.send?.('ready');

/** @param {Call} call */
function begin(call) {
  current = call;
  process.channel?.unref();
  process.exitCode = undefined;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, call.env);
  process.chdir(call.cwd);
  readFrom(call.stdin);
  process.argv = [process.execPath, call.file, ...call.args];
  for (const path of Object.keys(require.cache)) delete require.cache[path];
  process.exit = /** @type {typeof process.exit} */ ((code) => end(Number(code ?? process.exitCode ?? 0)));
  loader._load(call.file, null, true);
}

/** @param {number} code */
function end(code) {
  if (current === undefined) return;
  const { mark } = current;
  process.emit('exit', code);
  current = undefined;
  process.channel?.ref();
  forget();
  // What has been closed is gone after a turn of the event loop.
  timers.setImmediate(() => {
    timers.setImmediate(() => {
      const reusable = resources() === resourcesBefore;
      for (const stream of [process.stdout, process.stderr]) stream.write(mark);
      process.send?.({ code, reusable }, () => reusable || native.exit(0));
    });
  });
}

/** Removes what the call has left in this process. */
function forget() {
  // An exit does not return in a process of its own; here the call goes on after it, and may exit once more.
  process.exit = /** @type {typeof process.exit} */ (() => {});
  // signal-exit, which execa uses, puts its own functions here.
  process.emit = native.emit;
  Reflect.set(process, 'reallyExit', native.reallyExit);
  Reflect.deleteProperty(globalThis, Symbol.for('signal-exit emitter'));
  for (const timer of pending) clearTimeout(timer);
  pending.clear();
  // libuv does not close the descriptor of a standard stream: the next call does.
  stdin?.destroy();
  stdin = undefined;
  for (const [index, emitter] of emitters.entries()) {
    for (const [name, listeners] of allListeners(emitter)) {
      const before = listenersBefore[index]?.get(name) ?? [];
      for (const listener of listeners)
        if (!before.includes(listener)) emitter.removeListener(name, /** @type {() => void} */ (listener));
    }
  }
}

/** Opens a file as standard input: the lowest free descriptor is the one that was just closed. @param {string} file */
function readFrom(file) {
  closeSync(0);
  if (openSync(file, 'r') !== 0) throw new Error('standard input did not get its descriptor');
  const get = () => {
    stdin ??= fstatSync(0).isFIFO()
      ? new Socket({ fd: 0, readable: true, writable: false })
      : createReadStream('', { fd: 0, autoClose: false });
    return stdin;
  };
  Object.defineProperty(process, 'stdin', { configurable: true, get });
}

/** Has a bundle that the call runs with its own Node, and waits for, run by a process that runs already, too. */
function nestCalls() {
  for (const name of /** @type {const} */ (['spawn', 'execFile'])) {
    const original = childProcess[name];
    const nesting = (/** @type {unknown} */ file, /** @type {unknown} */ args, /** @type {any[]} */ ...rest) => {
      const isBundle = Array.isArray(args) && String(args[0]).endsWith('.cjs') && !rest[0]?.detached;
      const program = file === process.execPath && isBundle ? (current?.nested ?? file) : file;
      return Reflect.apply(original, childProcess, [program, args, ...rest]);
    };
    Reflect.set(childProcess, name, nesting);
  }
}

/** @param {NodeJS.Module} module @param {string} file */
function load(module, file) {
  const { mtimeMs, size } = statSync(file);
  const version = `${mtimeMs} ${size}`;
  let known = scripts.get(file);
  if (known?.version !== version) {
    known = { version, script: new vm.Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file }) };
    scripts.set(file, known);
  }
  known.script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
}

/** Remembers the timers of a call, because the end of a process ends them. */
function watchTimers() {
  for (const name of /** @type {const} */ (['setTimeout', 'setInterval'])) {
    const original = timers[name];
    const watched = (/** @type {any[]} */ ...args) => {
      const timer = Reflect.apply(original, globalThis, args);
      pending.add(timer);
      return timer;
    };
    globalThis[name] = Object.defineProperties(
      /** @type {any} */ (watched),
      /** @type {any} */ (Object.getOwnPropertyDescriptors(original)),
    );
  }
}

/** @param {NodeJS.EventEmitter} emitter */
function allListeners(emitter) {
  return new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));
}

/** What keeps this process busy, for example a program that it has started and that still runs. */
function resources() {
  // What is being closed does nothing more.
  return process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'CloseReq')
    .sort()
    .join(' ');
}
