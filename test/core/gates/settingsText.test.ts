import assert from 'node:assert/strict';
import { isPlanHook, planHookGroups } from '../../../src/core/gates/hookGroups.ts';
import { addHooks, type HookGroups, hookCommands, removeHooks } from '../../../src/core/gates/settingsText.ts';

const hook = (script: string, end = '') => ({
  type: 'command',
  command: `sh "/home/a/current/resources/claude/hooks/${script}.sh"${end}`,
  timeout: 30,
});
const groups: HookGroups = {
  PreToolUse: [{ matcher: '*', hooks: [hook('plan-gate', ' || exit 2')] }],
  PostToolUse: [
    { matcher: 'Write|Edit', hooks: [hook('plan-review')] },
    { matcher: 'Bash', hooks: [hook('bash-drift')] },
  ],
  PostToolUseFailure: [{ matcher: 'Bash', hooks: [hook('bash-drift')] }],
};
const theirs = '{ "type": "command", "command": "echo }]\\"," }';

describe('hooks in a settings file', () => {
  for (const [title, text] of [
    ['nothing in it', '{}'],
    ['a blank in it', '{ }\n'],
    ['a line in it', '{\n}\n'],
    ['other keys', '{\n  "model": "opus",\n  "env": { "A": "1" }\n}\n'],
    ['other keys on one line', '{"model":"opus","env":{"A":"1"}}'],
    ['tabs', '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n'],
    ['lines that end as on Windows', '{\r\n  "model": "opus"\r\n}\r\n'],
    ['a byte order mark', '\uFEFF{\n  "model": "opus"\n}'],
    ['empty hooks', '{ "hooks": {} }'],
    ['hooks with a blank', '{"hooks":{ \n }}'],
    ['an empty list', '{\n  "hooks": {\n    "PreToolUse": [],\n    "PostToolUse": [ ]\n  }\n}\n'],
    ['hooks of others', `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[${theirs}]}]}, "z": [1,{"a":[]}]}`],
    [
      'hooks of others in lines',
      `{\n  "hooks": {\n    "PostToolUse": [\n      {\n        "hooks": [${theirs}]\n      }\n    ]\n  },\n  "a": null\n}`,
    ],
    ['a key twice', '{"hooks": 7, "hooks": {"PreToolUse": []}}'],
    ['keys that look like ours', '{"a": {"hooks": {"PreToolUse": []}}, "b": "\\"hooks\\": {"}'],
  ] as const) {
    it(`go into a file with ${title}, and are removed without a trace`, () => {
      const added = addHooks(text, groups, 'settings.json');
      const before = JSON.parse(text.replace(/^\uFEFF/, ''));
      const after = JSON.parse(added.replace(/^\uFEFF/, ''));
      for (const [event, list] of Object.entries(groups)) {
        assert.deepEqual(after.hooks[event], [...(before.hooks?.[event] ?? []), ...list]);
      }
      assert.deepEqual(Object.keys(after), 'hooks' in before ? Object.keys(before) : [...Object.keys(before), 'hooks']);
      assert.equal(text.includes('\r\n'), /\r\n/.test(added));
      assert.doesNotMatch(added.replaceAll('\r\n', ''), text.includes('\r\n') ? /\n/ : /\r/);
      assert.equal(removeHooks(added, isPlanHook), text);
    });
  }

  it('create the file where there is none, and delete it when they are removed', () => {
    const added = addHooks(undefined, groups, 'settings.json');
    assert.deepEqual(JSON.parse(added), { hooks: groups });
    assert.equal(removeHooks(added, isPlanHook), undefined);
  });

  it('leave what was added to the file since', () => {
    const edited = JSON.parse(addHooks(undefined, groups, 'settings.json'));
    edited.model = 'opus';
    edited.hooks.PreToolUse[0].hooks.push(JSON.parse(theirs));
    edited.hooks.PostToolUse.unshift({ hooks: [JSON.parse(theirs)] });
    const left = removeHooks(JSON.stringify(edited, undefined, 4), isPlanHook);
    assert.deepEqual(JSON.parse(left ?? ''), {
      hooks: {
        PreToolUse: [{ matcher: '*', hooks: [JSON.parse(theirs)] }],
        PostToolUse: [{ hooks: [JSON.parse(theirs)] }],
      },
      model: 'opus',
    });
  });

  it('leave a file without them unchanged', () => {
    const text = `{"hooks":{"PreToolUse":[{"hooks":[${theirs}]}, 7, {"hooks": 3}], "Stop": "x"}}`;
    assert.equal(removeHooks(text, isPlanHook), text);
  });

  for (const [text, message] of [
    ['', /settings.json is not valid JSON/],
    ['{"a": 1,}', /is not valid JSON/],
    ['// mine\n{}', /is not valid JSON/],
    ['[]', /does not hold an object/],
    ['null', /does not hold an object/],
    ['{"hooks": []}', /hooks has to be an object/],
    ['{"hooks": {"PreToolUse": {}}}', /hooks.PreToolUse has to be a list/],
  ] as const) {
    it(`are not put into ${JSON.stringify(text)}`, () => {
      assert.throws(() => addHooks(text, groups, 'settings.json'), message);
      assert.equal(removeHooks(text, isPlanHook), text);
    });
  }
});

describe('the plan hooks of the plugin', () => {
  const shipped = {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: `/bin/sh "\${CLAUDE_PLUGIN_ROOT}/hooks/pr-gate.sh" || exit 2` }],
        },
        {
          matcher: '*',
          hooks: [{ type: 'command', command: `/bin/sh "\${CLAUDE_PLUGIN_ROOT}/hooks/plan-gate.sh" || exit 2` }],
        },
      ],
      Stop: [{ hooks: [{ type: 'command', command: `/bin/sh "\${CLAUDE_PLUGIN_ROOT}/hooks/stop.sh"` }] }],
    },
  };

  const gone = 'echo "Party is not installed any more. Take its hooks out of the settings in .claude" >&2';

  it('are those of the plan and no others, by their full path', () => {
    const made = planHookGroups(shipped, '/home/a b/current/resources/claude');
    assert.deepEqual(Object.keys(made), ['PreToolUse']);
    assert.deepEqual(hookCommands({ hooks: made }, 'PreToolUse'), [
      `/bin/sh "/home/a b/current/resources/claude/hooks/plan-gate.sh" || { [ -f "/home/a b/current/resources/claude/hooks/plan-gate.sh" ] || ${gone}; exit 2; }`,
    ]);
  });

  it('are recognized wherever Party is installed', () => {
    const made = planHookGroups(shipped, '/x/$HOME`"\\/current/resources/claude');
    const [command = ''] = hookCommands({ hooks: made }, 'PreToolUse');
    assert.ok(command.startsWith('/bin/sh "/x/\\$HOME\\`\\"\\\\/current/resources/claude/hooks/plan-gate.sh" || {'));
    assert.ok(isPlanHook(command));
    assert.ok(!isPlanHook('sh "/mine/hooks/plan-gate.sh"'));
  });

  it('report when the plugin does not register them', () => {
    assert.throws(() => planHookGroups({ hooks: { Stop: shipped.hooks.Stop } }, '/p'), /does not register plan-gate/);
  });
});
