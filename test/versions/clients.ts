// Installs versions of the clients, one at a time, into out/clients. A version that is complete there is not installed
// again.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { agentPackages } from '../../src/core/agents/agent.ts';
import type { AgentRole } from '../../src/core/base/role.ts';
import { findVersion } from '../../src/core/base/version.ts';
import { cleanEnvironment } from '../runner/environment.mjs';
import { agentsDir, node24, root } from '../runner/places.mjs';
import { step } from '../runner/step.mjs';

/** What test/agents/package.json names. */
export function pinnedClients(): Record<AgentRole, string> {
  const { dependencies } = JSON.parse(readFileSync(join(agentsDir, 'package.json'), 'utf8'));
  return { claude: dependencies[agentPackages.claude], codex: dependencies[agentPackages.codex] };
}

/** The folder with the program; the ring has installed the pinned one already. Throws when npm cannot install it. */
export async function clientFolder(client: AgentRole, version: string): Promise<string> {
  const dir = version === pinnedClients()[client] ? agentsDir : join(root, 'out/clients', `${client}-${version}`);
  const bin = join(dir, 'node_modules/.bin');
  if (dir !== agentsDir && !existsSync(join(dir, 'installed'))) await install(client, version, dir);
  const found = findVersion(execFileSync(join(bin, client), ['--version'], { encoding: 'utf8', env: environment() }));
  if (found !== version) throw new Error(`npm has installed ${client} ${found} instead of ${version}`);
  if (dir !== agentsDir) writeFileSync(join(dir, 'installed'), '');
  return bin;
}

async function install(client: AgentRole, version: string, dir: string): Promise<void> {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ private: true }));
  await step(
    `npm install ${client} ${version}`,
    [['npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', `${agentPackages[client]}@${version}`]],
    { log: `install-${client}-${version}`, cwd: dir, env: environment() },
  );
}

/** The clients' install scripts need a newer Node than the tests' programs. */
function environment(): NodeJS.ProcessEnv {
  const env = cleanEnvironment(process.env);
  return { ...env, PATH: `${dirname(node24)}${delimiter}${env['PATH']}` };
}
