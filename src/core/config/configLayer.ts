// The form of one configuration file. A configuration consists of several, in layers (`config.ts`).

import { adapterNames } from '../agents/agent.ts';
import { personaNames } from '../agents/persona.ts';
import * as z from '../base/schema.ts';
import { evidenceKinds } from '../project/evidenceKinds.ts';
import { gatedActs } from '../project/gatedActs.ts';
import { patternProblem } from '../tasks/permissions.ts';
import { amount, choice, commandWords, milliseconds, object, text } from './forms.ts';

export const permissionModes = [
  'acceptEdits',
  'plan',
  'manual',
  'default',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const;

const AgentConfig = object({
  command: z.optional(commandWords('["claude", "--flag"]')),
  adapter: z.optional(choice(adapterNames)),
  permissionMode: z.optional(choice(permissionModes)),
  persona: z.optional(choice(personaNames)),
  pane: z.optional(text('a pane such as "1.0" or "%3"')),
  remark: z.optional(text('a text')),
  preamble: z.optional(text('a text')),
});
export type AgentConfig = z.infer<typeof AgentConfig>;

const Permission = object({
  allow: z.array(
    text('a name such as "task.update.status"').check(
      z.refine((pattern) => patternProblem(pattern) === undefined, {
        error: ({ input }) => patternProblem(String(input)) ?? '',
      }),
    ),
    { error: 'expected a list such as ["task.update.status", "task.done"]' },
  ),
});

const policyNames = ['strict', 'standard', 'off'] as const;
const requirement = {
  error: `expected "strict", "standard", "off" or a list of ${evidenceKinds.map((kind) => `"${kind}"`).join(', ')}`,
};
const Requirement = z.union([z.enum(policyNames), z.array(z.enum(evidenceKinds))], requirement);

const GateRule = object({
  paths: z.optional(z.array(text('a pattern such as "src/**"'), { error: 'expected a list such as ["src/**"]' })),
  branch: z.optional(text('a pattern such as "release/*"')),
  require: Requirement,
}).check(
  z.refine(({ paths = [], branch }) => paths.length > 0 || branch !== undefined, 'expected "paths", "branch" or both'),
);

export const ConfigLayer = object({
  agents: z.optional(z.record(z.string(), AgentConfig, { error: 'expected an object of agents { "name": { … } }' })),
  preambleMode: z.optional(choice(['always', 'disabled'])),
  defaults: z.optional(
    object({
      timeout: z.optional(milliseconds),
      pollInterval: z.optional(milliseconds),
      captureLines: z.optional(amount('lines', 'line')),
    }),
  ),
  pm: z.optional(
    object({
      storage: z.optional(choice(['fs', 'github'])),
      repo: z.optional(text('a repository such as "owner/name"')),
      labels: z.optional(object({})),
      permissions: z.optional(
        z.record(z.string(), Permission, { error: 'expected an object of agents { "name": { "allow": […] } }' }),
      ),
    }),
  ),
  review: z.optional(
    object({
      rounds: z.optional(amount('rounds', 'round')),
      overdueMinutes: z.optional(
        z.number({ error: 'expected a number of minutes' }).check(z.positive('expected more than 0 minutes')),
      ),
      ignore: z.optional(
        z.array(text('a pattern such as "*.md"'), { error: 'expected a list of patterns such as ["*.md"]' }),
      ),
      requireTasksDone: z.optional(z.boolean({ error: 'expected true or false' })),
      trustGenericReviewer: z.optional(z.boolean({ error: 'expected true or false' })),
    }),
  ),
  gates: z.optional(
    object({
      require: z.optional(Requirement),
      rules: z.optional(
        z.array(GateRule, { error: 'expected a list of rules such as [{ "paths": ["src/**"], "require": "strict" }]' }),
      ),
      acts: z.optional(
        z.array(choice(gatedActs), { error: `expected a list of ${gatedActs.map((act) => `"${act}"`).join(', ')}` }),
      ),
    }),
  ),
  evidence: z.optional(
    object({
      tests: z.optional(commandWords('["npm", "test"]')),
      checks: z.optional(commandWords('["npm", "run", "lint"]')),
    }),
  ),
  plan: z.optional(
    object({
      revisions: z.optional(amount('revisions', 'revision')),
      timeoutSeconds: z.optional(
        amount('seconds', 'second').check(z.refine((seconds) => seconds <= 1200, 'expected at most 1200 seconds')),
      ),
      mcpReaders: z.optional(
        z.array(
          text('a tool such as "github/get_issue"').check(
            z.regex(/^[^/\s]+\/[^/\s]+$/, 'expected a server and a tool, such as "github/get_issue"'),
          ),
          { error: 'expected a list of tools such as ["github/get_issue"]' },
        ),
      ),
    }),
  ),
  budget: z.optional(
    object({
      rounds: z.optional(amount('rounds', 'round')),
      minutes: z.optional(amount('minutes', 'minute')),
      tokens: z.optional(amount('tokens', 'token')),
    }),
  ),
});
export type ConfigLayer = z.infer<typeof ConfigLayer>;
