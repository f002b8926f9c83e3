// The program behind the hook scripts: `hook.cjs NAME [ARGUMENT]`. It loads only the bundle with that hook's code,
// because every loaded byte delays the agent.
// An observer that breaks says nothing to the agent, exits 0 and leaves a line in the project's hooks.jsonl. A gate
// that breaks denies. A gate that lets a call pass prints `{}`, so that its script knows that a decision was made.

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../core/base/errors.ts';
import { oneLine } from '../../core/base/outsideText.ts';
import { hookNamed } from '../../core/gates/hooks.ts';
import { putCertificatesBack } from '../../core/gates/scripts/certificates.ts';
import { sessionId } from '../../core/project/ids.ts';
import { requireBundles } from '../../node/install/compiledBundles.ts';
import { appendToHooksLog } from '../../node/project/hooksLog.ts';
import { partyPaths, projectDirectory, projectTop } from '../../node/project/paths.ts';
import { endPrograms } from '../../node/system/exec.ts';
import { denial, type Hook, type HookContext } from './hook.ts';

/** Below the timeouts in hooks.json: when a gate times out, the client lets the call through. */
const longestMs = 20_000;

async function main(): Promise<void> {
  const session = process.env['PARTY_SESSION'] ?? '';
  const [name = '', argument] = process.argv.slice(2);
  if (session === '' && hookNamed(name)?.ofPlan !== true) return;
  const context = createContext(name, sessionId(session), argument);
  await (hookNamed(name)?.gate === true ? guard(context, name) : observe(context, name));
}

async function observe(context: HookContext, name: string): Promise<void> {
  try {
    const hook = await loadHook(name).catch((error) => {
      // With this exit code, some scripts tell the agent or the user that nothing ran, as they do when hook.cjs is
      // missing.
      process.exitCode = 1;
      throw error;
    });
    const answer = await hook(context);
    if (answer !== undefined) print(answer);
  } catch (error) {
    await context.log('error', messageOf(error));
  }
}

/** The bundle may be missing, cut off, empty, or from another version. */
async function loadHook(name: string): Promise<Hook> {
  if (hookNamed(name) === undefined) throw new Error(`no hook is called "${name}"`);
  const load = requireBundles(require, __dirname);
  const bundle = load(join(__dirname, `hook-${name}.cjs`)) as { readonly hooks?: Readonly<Record<string, Hook>> };
  const hook = bundle.hooks?.[name];
  if (hook === undefined) throw new Error(`its bundle in dist/ is missing it. Install Party again`);
  return hook;
}

async function guard(context: HookContext, name: string): Promise<void> {
  const closed = (why: string) =>
    denial(`the gate ${name} could not decide (${oneLine(why, 300)}), so this is denied. See: party gates check`);
  setTimeout(() => giveUp(closed(`it took longer than ${longestMs / 1000} s`)), longestMs);
  try {
    const gate = await loadHook(name);
    end((await gate(context)) ?? {});
  } catch (error) {
    const reason = messageOf(error);
    const denied = { what: `the gate ${name} could not decide`, reason: oneLine(reason, 400) };
    await context.log('error', oneLine(`denied: ${reason}`, 400), denied).catch(() => {});
    end(closed(reason));
  }
}

/** Exits at once: work that is still under way must not keep the agent waiting. */
function end(answer: object): never {
  print(answer);
  process.exit(0);
}

/**
 * A blocked read would keep process.exit waiting, and so would nothing keep SIGKILL. The script denies then, whatever was
 * printed. What this process has started ends with it.
 */
function giveUp(answer: object): void {
  print(answer);
  endPrograms();
  process.kill(process.pid, 'SIGKILL');
}

/** Not through process.stdout, which takes longer to load than the answer to print. */
function print(answer: object): void {
  writeSync(1, `${JSON.stringify(answer)}\n`);
}

function createContext(hook: string, session: string, argument: string | undefined): HookContext {
  const paths = partyPaths(process.env);
  return {
    env: process.env,
    paths,
    session,
    argument,
    async log(level, message, denied) {
      const project = projectDirectory(paths, projectTop(process.env['CLAUDE_PROJECT_DIR'] || process.cwd()));
      await appendToHooksLog(project, { hook, session, level, message, ...(denied && { denied }) });
    },
  };
}

putCertificatesBack(process.env);
main()
  // If even the log fails, stay silent rather than disturb the agent.
  .catch(() => {})
  // At the end of its event loop, Node would first free all of its memory, which takes longer than most hooks.
  .then(() => process.exit());
