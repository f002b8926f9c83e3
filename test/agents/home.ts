// A home in which the real agents come up without a question and reach nothing but a scripted model on loopback.

import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { clientRecord } from '../../src/core/agents/clientRecord.ts';
import { repository, type Sandbox } from '../support/sandbox.ts';

/** Where the clients are: the ring's own, or those that `npm run test:versions` names, as folders for a PATH. */
export const agentBin = process.env['PARTY_TEST_CLIENTS'] ?? join(repository, 'test/agents/node_modules/.bin');

export interface HomeOptions {
  readonly project: string;
  readonly claudeUrl: string;
  readonly codexUrl: string;
  /** Without it the clients ask their first-run questions. */
  readonly answered: boolean;
  /** Put before the tables of config.toml: what the user has set. */
  readonly codexConfig?: string;
}

/** Writes the homes of both clients and adds what they need to the environment of the sandbox. */
export function prepareHome(sandbox: Sandbox, options: HomeOptions): void {
  const codexHome = join(sandbox.home, '.codex');
  mkdirSync(codexHome, { recursive: true });
  writeFileSync(join(sandbox.home, '.claude.json'), JSON.stringify(claudeState(options)));
  writeFileSync(join(codexHome, 'config.toml'), codexConfig(options));
  Object.assign(sandbox.env, {
    PATH: [agentBin, sandbox.env.PATH].join(delimiter),
    CODEX_HOME: codexHome,
    SCRIPTED_MODEL_KEY: 'test-key',
    SCRIPTED_MODEL_URL: options.codexUrl,
    ANTHROPIC_BASE_URL: options.claudeUrl,
    ANTHROPIC_API_KEY: 'test-key',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    // Codex fetches an announcement at every start, with no switch; a dead proxy keeps that on loopback.
    HTTP_PROXY: 'http://127.0.0.1:9',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1,localhost',
  });
}

/** `hasCompletedOnboarding` is always there: without it Claude tries to reach its maker and exits when it cannot. */
function claudeState({ project, answered }: HomeOptions): object {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    hasSeenAutoDefaultNotice: true,
    lastReleaseNotesSeen: clientRecord.pinned.claude,
    ...(answered && {
      customApiKeyResponses: { approved: ['test-key'], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true } },
    }),
  };
}

function codexConfig({ project, codexUrl, answered, codexConfig: own = '' }: HomeOptions): string {
  return `${own}
# The last model of the catalogue that takes plain tools.
model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
cli_auth_credentials_store = "file"

[model_providers.scripted]
name = "Scripted"
base_url = "${codexUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_MODEL_KEY"
request_max_retries = 0
stream_max_retries = 0

[analytics]
enabled = false
[feedback]
enabled = false
[otel]
exporter = "none"
[features]
# Each of these asks for addresses on the internet at the start.
plugins = false
remote_plugin = false
apps = false
unbounded_connection_retries = false

[tui]
screen_reader_detection_done = true
show_tooltips = false
[tui.model_availability_nux]
"gpt-6.1-sol" = 4
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
${answered ? `[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"\n` : ''}`;
}
