// `npm start`: Party on a demo project, in a real VS Code. Installs and builds what is missing; Ctrl-C removes it all.
//   node test/workbench/start.mjs [--code-server] [--port N]
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endAllOnSignal, isEnding } from '../runner/children.mjs';
import { userPath } from '../runner/environment.mjs';
import { installPrograms, installRoot, installWorkbench } from '../runner/install.mjs';
import { node24, root, workbenchDir } from '../runner/places.mjs';
import { step } from '../runner/step.mjs';
import { installExtension, makeProfile, startCodeServer } from './codeServer.mjs';
import { makeDemo } from './demo.mjs';
import { closeDesktop, findDesktop, openDesktop } from './desktop.mjs';

/** @typedef {ReturnType<typeof makeDemo>} Demo */

/** @type {Demo | undefined} */
let demo;
/** @type {Promise<void> | undefined} */
let ended;

endAllOnSignal(async () => {
  await end();
  process.exit(0); // Ctrl-C is how one leaves, not an error that npm should talk about
});
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!isEnding()) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await end();
}

/** @param {string[]} args */
async function main(args) {
  const { port, forceServer } = readArguments(args);
  await installPrograms('git', 'tmux');
  await installRoot();
  const env = { ...process.env, PATH: userPath(process.env) };
  const desktop = forceServer ? undefined : findDesktop(env);
  if (desktop === undefined) {
    await installWorkbench();
    const build = /** @type {[string, ...string[]]} */ ([node24, 'build.mjs', '--scripts', '--manifest']);
    await step('package', [build, [node24, 'test/workbench/vsix.ts']], { log: 'package', cwd: root, env });
    demo = makeDemo();
    await serve(demo, port);
  } else {
    await step('build', [[node24, 'build.mjs']], { log: 'build', cwd: root, env });
    demo = makeDemo();
    console.log(`Opening ${demo.project} in VS Code. Close its window, or press Ctrl-C here, to end the demo.`);
    await openDesktop(desktop, demo);
  }
}

/**
 * @param {Demo} demo
 * @param {number | undefined} port
 */
async function serve({ directory, project, env }, port) {
  const profile = makeProfile(directory);
  cpSync(join(workbenchDir, 'opener'), join(profile.extensionsDir, 'opener'), { recursive: true });
  await installExtension(profile, join(root, 'party.vsix'));
  const server = await startCodeServer(profile, { env, trust: 'all', ...(port === undefined ? {} : { port }) });
  console.log(`\nParty is open at\n\n    ${server.url(project)}\n\nPress Ctrl-C to end the demo.`);
  await new Promise((resolve) => server.process.once('exit', resolve));
  throw new Error('code-server ended by itself');
}

/** Once, whether the window was closed or Ctrl-C pressed, and the second caller waits for the first. */
function end() {
  ended ??= (async () => {
    if (demo === undefined) return;
    await closeDesktop(demo.directory);
    await demo.remove();
  })();
  return ended;
}

/** @param {string[]} args */
function readArguments(args) {
  const { values } = parseArgs({ args, options: { port: { type: 'string' }, 'code-server': { type: 'boolean' } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65536)) {
    throw new Error(`--port ${values.port} is not a port number`);
  }
  return { port, forceServer: values['code-server'] === true || port !== undefined };
}
