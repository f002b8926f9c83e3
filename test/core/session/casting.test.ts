import assert from 'node:assert/strict';
import type { AgentRole } from '../../../src/core/base/role.ts';
import type { AgentConfig } from '../../../src/core/config/configLayer.ts';
import { adapterOf } from '../../../src/core/session/casting.ts';

describe('the adapter of a role', () => {
  const accepted: [AgentRole, AgentConfig | undefined, string][] = [
    ['claude', undefined, 'claude'],
    ['codex', undefined, 'codex'],
    ['claude', { permissionMode: 'plan' }, 'claude'],
    ['claude', { command: ['/opt/bin/claude', '--model', 'opus'] }, 'claude'],
    ['claude', { command: ['env', 'A=1', 'claude'], adapter: 'claude' }, 'claude'],
    ['codex', { command: ['my-codex'] }, 'generic'],
    ['codex', { command: ['claude'], adapter: 'generic' }, 'generic'],
    ['claude', { command: ['gemini'] }, 'generic'],
  ];
  for (const [role, config, adapter] of accepted) {
    it(`of ${role} with ${JSON.stringify(config) ?? 'nothing configured'} is ${adapter}`, () => {
      assert.equal(adapterOf(role, config), adapter);
    });
  }

  const exchanged: [AgentRole, AgentConfig, RegExp][] = [
    ['claude', { command: ['codex'], adapter: 'codex' }, /^agents\.claude\.adapter makes Codex play the role claude\./],
    ['codex', { command: ['claude'], adapter: 'claude' }, /^agents\.codex\.adapter makes Claude play the role codex\./],
    ['claude', { adapter: 'codex' }, /^agents\.claude\.adapter makes Codex/],
    ['claude', { command: ['codex'] }, /^agents\.claude\.command makes Codex play the role claude\./],
    ['codex', { command: ['/opt/bin/claude', '-x'] }, /^agents\.codex\.command makes Claude play the role codex\./],
  ];
  for (const [role, config, message] of exchanged) {
    it(`of ${role} with ${JSON.stringify(config)} is refused`, () => {
      assert.throws(() => adapterOf(role, config), { code: 'CONFIG_INVALID', message });
    });
  }
});
