import assert from 'node:assert/strict';
import { claudeSettings } from '../../../src/core/agents/claudeSettings.ts';
import { fillInstructions } from '../../../src/core/agents/instructions.ts';

describe("Claude's settings for a party", () => {
  const places = {
    stateDirs: ['/tmp/party-a', '/tmp/party-a'],
    messages: '/home/ann/p/messages',
    codexDir: '/home/ann/p/codex',
    spokenDir: '/home/ann/p/spoken',
    scripts: ['/r/t.sh'],
    env: { PARTY_SESSION: 'party-a', PARTY_HOME: '/home/ann/p' },
  };

  it('allow reading messages, writing answers and running the transport, in addition to the shipped permissions', () => {
    const shipped = { disableAllHooks: false, permissions: { deny: ['X'], allow: ['Bash(party status:*)'] } };
    assert.deepEqual(claudeSettings(shipped, places), {
      disableAllHooks: false,
      env: places.env,
      permissions: {
        deny: ['X'],
        allow: [
          'Bash(party status:*)',
          'Read(//tmp/party-a/messages/to-claude/**)',
          'Read(//home/ann/p/messages/to-claude/**)',
          'Read(//tmp/party-a/codex/**)',
          'Read(//home/ann/p/codex/**)',
          'Read(//tmp/party-a/spoken/**)',
          'Read(//home/ann/p/spoken/**)',
          'Edit(//tmp/party-a/messages/to-codex/**)',
          'Edit(//home/ann/p/messages/to-codex/**)',
          'Bash(/r/t.sh:*)',
          'Bash("/r/t.sh":*)',
          "Bash('/r/t.sh':*)",
        ],
      },
    });
  });

  it('quote the pattern characters in a path', () => {
    const { permissions } = claudeSettings({}, { ...places, codexDir: '/a [b]/*' }) as { permissions: { allow: [] } };
    assert.ok(permissions.allow.includes('Read(//a \\[b\\]/\\*/**)' as never));
  });
});

describe('instructions', () => {
  it('name the scripts by their full path', () => {
    assert.equal(fillInstructions('Run `{{resources}}/a/b.sh "x"`.', '/r'), 'Run `/r/a/b.sh "x"`.');
  });

  it('quote a path that a shell would split', () => {
    assert.equal(fillInstructions('{{resources}}/b.sh', "/it's here"), `'/it'\\''s here/b.sh'`);
  });
});
