// The programs that run another program named after them on the line.

import type { Launcher } from './options.ts';

export const launchers: Readonly<Record<string, Launcher>> = {
  command: {},
  builtin: {},
  exec: { valued: ['-a'] },
  env: { valued: ['-u', '--unset', '-C', '--chdir', '-S', '--split-string', '-P'], assignments: true },
  nohup: {},
  time: { valued: ['-f', '--format', '-o', '--output'] },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '--class', '-n', '--classdata', '-p', '--pid'] },
  chrt: { operands: 1 },
  taskset: { operands: 1 },
  timeout: { valued: ['-k', '--kill-after', '-s', '--signal'], operands: 1 },
  gtimeout: { valued: ['-k', '--kill-after', '-s', '--signal'], operands: 1 },
  sudo: {
    valued: [
      '-u',
      '-g',
      '-h',
      '-p',
      '-C',
      '-D',
      '-R',
      '-T',
      '-r',
      '-t',
      '-U',
      '--user',
      '--group',
      '--host',
      '--chdir',
    ],
    assignments: true,
  },
  doas: { valued: ['-u', '-C'] },
  setsid: {},
  stdbuf: { valued: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  unbuffer: {},
  chronic: {},
  caffeinate: { valued: ['-t', '-w'] },
  flock: { valued: ['-w', '--timeout', '-E', '--conflict-exit-code'], operands: 1 },
  strace: { valued: ['-o', '-e', '-p', '-s', '-u', '-E', '-P'] },
  ltrace: { valued: ['-o', '-e', '-p', '-s', '-u'] },
  chroot: { operands: 1 },
  busybox: {},
  toybox: {},
  proot: {},
  fakeroot: {},
  'dbus-run-session': {},
  'systemd-run': { valued: ['-u', '-p', '--unit', '--property', '-E'] },
  winpty: {},
  noglob: {},
  nocorrect: {},
  '-': {},
  xargs: {
    valued: ['-I', '-n', '-L', '-P', '-s', '-d', '-E', '-a', '--replace', '--max-args', '--max-lines', '--max-procs'],
  },
  gxargs: { valued: ['-I', '-n', '-L', '-P', '-s', '-d', '-E', '-a'] },
  parallel: {
    valued: ['-j', '--jobs', '-I', '-n', '-N', '--delay', '--timeout', '-a', '--arg-file', '-C', '--colsep'],
  },
};

/** These append words from elsewhere to the command, or insert them. */
export const feeders: ReadonlySet<string> = new Set(['xargs', 'gxargs', 'parallel']);

/** They read a program from a word, a file or their input. */
export const shells: ReadonlySet<string> = new Set([
  ...['sh', 'bash', 'zsh', 'dash', 'ksh', 'mksh', 'ash', 'rbash', 'fish', 'csh', 'tcsh', 'yash'],
]);

/** `-c`, `-lc`, `-ec`: the next operand is the program. */
export const shellOptions: Launcher = { valued: ['-o', '+o', '-O', '+O', '--rcfile', '--init-file'] };
