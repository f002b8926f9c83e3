import assert from 'node:assert/strict';
import { parse } from 'smol-toml';
import { launchCodex, runsReadOnly } from '../../../src/core/agents/codex.ts';
import { mcpVariables } from '../../../src/core/agents/mcpTools.ts';
import { isPartyError } from '../../../src/core/base/errors.ts';
import { context as claudeContext, probe } from './context.ts';

const context = { ...claudeContext, role: 'codex' } as const;
const flags = ['--ask-for-approval', '--config', '--no-daemon', '--sandbox'];
const nothing = { notify: undefined, developerInstructions: undefined };

/** What Codex makes of the -c arguments. */
function overrides(argv: readonly string[]): Record<string, unknown> {
  const values = Object.fromEntries(
    argv
      .filter((_, index) => argv[index - 1] === '-c')
      .map((argument) => {
        const split = argument.indexOf('=');
        return [argument.slice(0, split), parse(`value=${argument.slice(split + 1)}`)['value']];
      }),
  );
  // The parser's tables have no prototype.
  return JSON.parse(JSON.stringify(values));
}

describe('launching Codex', () => {
  it('runs without a daemon, never asks, writes only its own directory', () => {
    const { argv, warnings } = launchCodex(probe('0.166.0', flags), context, nothing);
    assert.deepEqual(argv.slice(0, 4), ['/usr/bin/agent', '--no-daemon', '-a', 'never']);
    assert.deepEqual(overrides(argv), {
      default_permissions: 'party',
      'permissions.party': { filesystem: { ':root': 'read', [context.codexDir]: 'write' } },
      'shell_environment_policy.ignore_default_excludes': false,
      notify: ['sh', `${context.resources}/codex/notify.sh`],
      developer_instructions: 'You are in a party.\n\nThe only directory you can write to is /tmp/party-app-1/codex',
      'mcp_servers.party': {
        command: 'sh',
        args: [`${context.resources}/bin/party`, 'mcp', '--role', 'reviewer'],
        env_vars: [...mcpVariables],
        default_tools_approval_mode: 'approve',
        startup_timeout_sec: 60,
        tool_timeout_sec: 600,
      },
      'tui.terminal_title': ['activity', 'run-state', 'thread-id'],
    });
    assert.deepEqual(warnings, []);
  });

  it('never gives network access', () => {
    assert.doesNotMatch(launchCodex(probe('0.166.0', flags), context, nothing).argv.join(' '), /network/);
  });

  for (const version of ['0.122.0', undefined]) {
    it(`falls back to read-only for ${version ?? 'an unknown version'}`, () => {
      const { argv, warnings } = launchCodex(probe(version, flags), context, nothing);
      assert.equal(argv[argv.indexOf('--sandbox') + 1], 'read-only');
      assert.ok(!('default_permissions' in overrides(argv)));
      assert.match(warnings.join(), /findings come only from codex exec/);
    });
  }

  it('leaves out --no-daemon where there is no daemon', () => {
    const { argv, warnings } = launchCodex(
      probe(
        '0.155.0',
        flags.filter((flag) => flag !== '--no-daemon'),
      ),
      context,
      nothing,
    );
    assert.ok(!argv.includes('--no-daemon'));
    assert.deepEqual(warnings, []);
  });

  for (const flag of ['--ask-for-approval', '--config', '--sandbox']) {
    it(`refuses a Codex without ${flag}`, () => {
      const old = probe(
        '0.1.0',
        flags.filter((known) => known !== flag),
      );
      assert.throws(
        () => launchCodex(old, context, nothing),
        (error) => isPartyError(error, 'AGENT_TOO_OLD') && error.message.includes('0.1.0'),
      );
    });
  }

  it("keeps the user's own instructions before ours", () => {
    const user = { notify: undefined, developerInstructions: 'Answer in "Latin" \\o/' };
    const instructions = overrides(launchCodex(probe('0.166.0', flags), context, user).argv)['developer_instructions'];
    assert.match(String(instructions), /^Answer in "Latin" \\o\/\n\nYou are in a party\./);
  });

  it("keeps the user's sandbox and approvals, with a warning for each", () => {
    const own = ['-a', 'on-request', '--sandbox', 'workspace-write'];
    const { argv, warnings } = launchCodex(probe('0.166.0', flags, own), context, nothing);
    assert.ok(!argv.includes('never'));
    assert.ok(!('default_permissions' in overrides(argv)));
    assert.equal(warnings.length, 2);
  });
});

describe('a Codex that only reads', () => {
  const commands: readonly [readonly string[], boolean][] = [
    [[], true],
    [['-m', 'gpt-5.5'], true],
    [['--model', 'gpt-5.5'], true],
    [['--model=gpt-5.5', '-m', 'x'], true],
    [['-m'], false],
    [['-m', '--yolo'], false],
    [['--yolo'], false],
    [['--full-auto'], false],
    [['--dangerously-bypass-approvals-and-sandbox'], false],
    [['-s', 'read-only'], false],
    [['--sandbox=danger-full-access'], false],
    [['-c', 'sandbox_mode="danger-full-access"'], false],
    [['-cdefault_permissions=":danger"'], false],
    [['--profile', 'free'], false],
    [['--add-dir', '/repo'], false],
    [['-m', 'x', '--yolo'], false],
    [['-m', 'x\n--yolo'], false],
    [['gpt-5.5'], false],
    [['resume'], false],
    [[''], false],
  ];
  for (const [args, expected] of commands) {
    it(`${expected ? 'is' : 'is not'} certain with ${JSON.stringify(args)}`, () => {
      assert.equal(runsReadOnly({ args }), expected);
    });
  }
});
