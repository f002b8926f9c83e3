import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A text that changes when the file may have changed, found without reading the file. The path alone if the file is
 * missing.
 */
export async function fileIdentity(path: string): Promise<string> {
  try {
    const { ino, size, mode, nlink, mtimeMs, ctimeMs } = await lstat(path);
    return [path, ino, size, mode, nlink, mtimeMs, ctimeMs].join(' ');
  } catch {
    return path;
  }
}

/** The same for these files and folders of a project, and for everything directly in one of its folders. */
export async function filesIdentity(top: string, files: readonly string[], folder: string): Promise<string> {
  const names = (await readdir(join(top, folder)).catch(() => [])).sort();
  const paths = [...files, folder, ...names.map((name) => join(folder, name))];
  return (await Promise.all(paths.map((path) => fileIdentity(join(top, path))))).join('\n');
}
