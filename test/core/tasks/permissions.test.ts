import assert from 'node:assert/strict';
import { mergeConfig, parseConfig } from '../../../src/core/config/config.ts';
import {
  limitOf,
  type Permissions,
  patternProblem,
  type TaskVerb,
  taskVerbs,
} from '../../../src/core/tasks/permissions.ts';

describe('what agents may do to tasks', () => {
  const codex: Permissions = { codex: { allow: ['task.update.status', 'task.done'] } };
  const free: Permissions = { codex: { allow: ['*'] } };

  for (const [what, tables, agents, verb, rule] of [
    ['everything, where nothing is said', [], ['codex'], 'undo', undefined],
    ['what is allowed', [codex], ['codex'], 'task.done', undefined],
    ['not another field', [codex], ['codex'], 'task.update.title', 'codex'],
    ['not another verb', [codex], ['codex'], 'task.add', 'codex'],
    ['everything, for others', [codex], ['claude'], 'task.add', undefined],
    ['not more by another case', [codex], ['CODEX'], 'task.add', 'codex'],
    ['not what one of its names may not', [codex], ['reviewer', 'codex'], 'task.add', 'codex'],
    ['not what the user takes away, whatever the project gives', [codex, free], ['codex'], 'undo', 'codex'],
    ['not what the project takes away', [free, codex], ['codex'], 'undo', 'codex'],
    ['nothing, with an empty list', [{ codex: { allow: [] } }], ['codex'], 'sync', 'codex'],
    ['by a pattern', [{ codex: { allow: ['task.*'] } }], ['codex'], 'task.update.assignee', undefined],
    ['by a pattern in the middle', [{ codex: { allow: ['*.done'] } }], ['codex'], 'milestone.done', undefined],
    ['no more than the pattern', [{ codex: { allow: ['task.update.*'] } }], ['codex'], 'task.done', 'codex'],
    ['the rule for all', [{ '*': { allow: [] } }], ['gemini'], 'task.add', '*'],
    ['its own rule before that', [{ '*': { allow: [] }, gemini: { allow: ['*'] } }], ['gemini'], 'task.add', undefined],
    ['no rule for all agents, being human', [{ '*': { allow: [] } }], ['human'], 'task.add', undefined],
    ['nothing by a name of JavaScript', [codex], ['constructor'], 'task.add', undefined],
  ] as const satisfies readonly (readonly [string, Permissions[], string[], TaskVerb, string | undefined])[]) {
    it(what, () => assert.equal(limitOf(tables, agents, verb)?.rule, rule));
  }

  it('are named in patterns that stand for something', () => {
    for (const pattern of [...taskVerbs, '*', 'task.*', '*.add', '**'])
      assert.equal(patternProblem(pattern), undefined);
    for (const pattern of ['', 'task', 'task.update', 'task.dnoe', 'Task.*', 'task.*.x', `${'*a'.repeat(40)}`]) {
      assert.match(patternProblem(pattern) ?? '', /is none of init, task\.add/, pattern);
    }
    assert.match(patternProblem('task.dnoe') ?? '', /did you mean task\.done\?/);
  });

  it('are checked when a configuration is read, and not merged', () => {
    const layer = (allow: unknown) => parseConfig(JSON.stringify({ pm: { permissions: { codex: { allow } } } }), 'f');
    assert.throws(() => layer(['task.dnoe']), /f: pm\.permissions\.codex\.allow\.0: "task\.dnoe" is none of/);
    assert.throws(() => layer('task.done'), /f: pm\.permissions\.codex\.allow: expected a list such as/);
    assert.throws(() => parseConfig('{"pm":{"permissions":{"codex":{}}}}', 'f'), /codex\.allow: expected a list/);
    assert.throws(() => parseConfig('{"pm":{"permisions":{}}}', 'f'), /did you mean pm\.permissions\?/);
    const { pm } = mergeConfig([layer(['task.done']), {}, layer(['*'])]);
    assert.deepEqual(pm.permissions, [{ codex: { allow: ['task.done'] } }, { codex: { allow: ['*'] } }]);
    assert.deepEqual(mergeConfig([]).pm, { permissions: [] });
  });
});
