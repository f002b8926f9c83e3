// What the verbs of `party` use in place of node:fs/promises (build.mjs): the same functions, without threads. Starting
// Node's threads and handing each small file to one takes longer than reading it, and a verb has nothing else to do in the
// meantime. The hooks keep the threads, so that their time limits hold whatever they read.

import {
  accessSync,
  appendFileSync,
  type BigIntOptions,
  chmodSync,
  closeSync,
  copyFileSync,
  createReadStream,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  type PathLike,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type StatOptions,
  statfsSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';

export const access = promised(accessSync);
export const appendFile = promised(appendFileSync);
export const chmod = promised(chmodSync);
export const copyFile = promised(copyFileSync);
export const link = promised(linkSync);
export const lstat = promised(lstatSync);
export const mkdir = promised(mkdirSync);
export const mkdtemp = promised(mkdtempSync);
export const readdir = promised(readdirSync);
export const readFile = promised(readFileSync);
export const readlink = promised(readlinkSync);
// node:fs/promises asks the system too.
export const realpath = promised((path: PathLike) => realpathSync.native(path));
export const rename = promised(renameSync);
export const rm = promised(rmSync);
export const rmdir = promised(rmdirSync);
export const stat = promised(statSync);
export const statfs = promised(statfsSync);
export const symlink = promised(symlinkSync);
export const unlink = promised(unlinkSync);
export const utimes = promised(utimesSync);
export const writeFile = promised(writeFileSync);

/** The mark lets the build leave out what a program does not use. */
/* @__NO_SIDE_EFFECTS__ */
function promised<A extends unknown[], R>(act: (...args: A) => R): (...args: A) => Promise<R> {
  return async (...args) => act(...args);
}

/** The part of Node's FileHandle that Party uses. */
export async function open(path: PathLike, flags: string | number, mode?: number) {
  const fd = openSync(path, flags, mode);
  return {
    fd,
    stat: async (options?: StatOptions | BigIntOptions) => fstatSync(fd, options),
    read: async (buffer: Uint8Array, offset: number, length: number, position: number) => ({
      bytesRead: readSync(fd, buffer, offset, length, position),
      buffer,
    }),
    readFile: async (encoding?: BufferEncoding) => readFileSync(fd, encoding),
    write: async (buffer: Uint8Array) => ({ bytesWritten: writeSync(fd, buffer), buffer }),
    writeFile: async (data: string | Uint8Array) => writeFileSync(fd, data),
    sync: async () => fsyncSync(fd),
    datasync: async () => fdatasyncSync(fd),
    createReadStream: (options: { readonly autoClose: boolean }) => createReadStream('', { ...options, fd }),
    close: async () => closeSync(fd),
  };
}
