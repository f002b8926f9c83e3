// What the `bin` of the npm package runs: `npx party`, or `party` after `npm install -g`. The first use puts this
// version into `$PARTY_HOME/versions`, because npm may empty the cache of npx while agents still need its files.

import { join } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { placeVersion } from '../../node/install/versions.ts';
import { partyPaths } from '../../node/project/paths.ts';
import { currentLink, installationRoot } from '../../node/system/installation.ts';

export async function start(name: 'party' | 'tmux-team'): Promise<void> {
  process.env['PARTY_NAME'] = name;
  const own = installationRoot(__dirname);
  // If the home directory cannot be written, the program itself reports that when it needs to write.
  const paths = partyPaths(process.env);
  const link = currentLink(paths);
  const root = await placeVersion(paths, own).catch((error: unknown) => {
    process.stderr.write(`Note: Party runs from ${own}, because it could not copy itself: ${messageOf(error)}\n`);
    return own;
  });
  // Only npx finds the program by its name, and only while npx runs.
  if (process.env['npm_command'] === 'exec') process.env['PARTY_TYPED'] = join(link, 'resources', 'bin', name);
  // The path is known only now, so the build must not look for it.
  const load: (file: string) => unknown = require;
  load(join(root, 'dist', 'cli.cjs'));
}
