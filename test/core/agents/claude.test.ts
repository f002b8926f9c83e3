import assert from 'node:assert/strict';
import { launchClaude } from '../../../src/core/agents/claude.ts';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { context, probe } from './context.ts';

const flags = ['--append-system-prompt', '--permission-mode', '--plugin-dir', '--settings'];
const plugin = `${context.resources}/claude`;

describe('launching Claude', () => {
  it('loads the plugin and its settings for this session, in the asked mode', () => {
    assert.deepEqual(launchClaude(probe('2.1.325', flags), context), {
      argv: [
        '/usr/bin/agent',
        ...['--plugin-dir', plugin],
        ...['--settings', context.settings],
        ...['--permission-mode', 'acceptEdits'],
        ...['--append-system-prompt', 'You are in a party.\n'],
      ],
      env: {},
      warnings: [],
    });
  });

  it('gives Claude the tools of Party when this version supports them', () => {
    const { argv } = launchClaude(probe('2.1.325', [...flags, '--mcp-config']), context);
    const at = argv.indexOf('--mcp-config');
    assert.deepEqual(JSON.parse(argv[at + 1] ?? ''), {
      mcpServers: {
        party: {
          ...{ type: 'stdio', command: 'sh', alwaysLoad: true },
          args: [`${context.resources}/bin/party`, 'mcp', '--role', 'author'],
        },
      },
    });
    // It takes several values.
    assert.match(argv[at + 2] ?? '', /^--/);
  });

  for (const flag of flags.slice(1)) {
    it(`refuses a Claude without ${flag}`, () => {
      const old = probe(
        '1.0.3',
        flags.filter((known) => known !== flag),
      );
      assert.throws(
        () => launchClaude(old, context),
        (error) => isPartyError(error, 'AGENT_TOO_OLD') && /1\.0\.3.*claude update/.test(error.message),
      );
    });
  }

  it('starts without --append-system-prompt when Claude lacks it, and warns', () => {
    const { argv, warnings } = launchClaude(probe('2.0.0', flags.slice(1)), context);
    assert.ok(!argv.includes('--append-system-prompt'));
    assert.match(warnings.join(), /2\.0\.0 has no --append-system-prompt/);
  });

  it('warns of bypassPermissions', () => {
    const { argv, warnings } = launchClaude(probe('2.1.325', flags), {
      ...context,
      permissionMode: 'bypassPermissions',
    });
    assert.ok(argv.includes('bypassPermissions'));
    assert.match(warnings.join(), /never asks/);
  });

  for (const args of [['--permission-mode', 'plan'], ['--permission-mode=plan'], ['--dangerously-skip-permissions']]) {
    it(`keeps the mode that the user set with ${args.join(' ')}`, () => {
      const { argv, warnings } = launchClaude(probe('2.1.325', flags, args), context);
      assert.ok(!argv.includes('acceptEdits'));
      assert.equal(warnings.length, 1);
    });
  }

  it("does not replace the user's own --settings", () => {
    const { argv, warnings } = launchClaude(probe('2.1.325', flags, ['--settings', 'mine.json']), context);
    assert.deepEqual(
      argv.filter((_, index) => argv[index - 1] === '--settings'),
      ['mine.json'],
    );
    assert.match(warnings.join(), /agents\.claude\.command has --settings/);
  });
});
