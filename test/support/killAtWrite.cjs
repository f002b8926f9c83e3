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

/** @type {Record<string, any>} */
const functions = promises;
for (const name of changing) {
  const real = functions[name];
  functions[name] = (/** @type {any[]} */ ...args) => {
    count();
    return real(...args);
  };
}
const rmSync = fs.rmSync;
fs.rmSync = (...args) => {
  count();
  return rmSync(...args);
};
process.on('exit', () => {
  if (process.env.KILL_SAYS) fs.writeFileSync(process.env.KILL_SAYS, String(Number(process.env.KILL_AT) - left));
});
