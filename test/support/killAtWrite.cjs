// Loaded with --require: kills its process at the Nth call that changes the file system, as a power cut would.
const promises = require('node:fs/promises');
const fs = require('node:fs');

const changing = [
  'rename',
  'symlink',
  'rm',
  'rmdir',
  'mkdir',
  'unlink',
  'cp',
  'copyFile',
  'writeFile',
  'chmod',
  'link',
  'open',
];
let left = Number(process.env.KILL_AT);

function count() {
  left--;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

/** @param {Record<string, any>} functions @param {string} name */
function killIn(functions, name) {
  const real = functions[name];
  functions[name] = (/** @type {any[]} */ ...args) => {
    if (name !== 'openSync' || isForWriting(args[1])) count();
    return real(...args);
  };
}

function isForWriting(/** @type {unknown} */ flags) {
  const { O_WRONLY, O_RDWR } = fs.constants;
  return typeof flags === 'number' ? (flags & (O_WRONLY | O_RDWR)) !== 0 : /[wa+]/.test(String(flags));
}

for (const name of changing) {
  killIn(promises, name);
  killIn(fs, `${name}Sync`);
}
process.on('exit', () => {
  if (process.env.KILL_SAYS) fs.writeFileSync(process.env.KILL_SAYS, String(Number(process.env.KILL_AT) - left));
});
