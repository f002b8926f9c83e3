// The texts that agents are given say only what is true: every command in them is understood, every name in them exists.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmuxClaude } from '../../../src/cli/messages/tmuxClaude.ts';
import { tmuxCodex } from '../../../src/cli/messages/tmuxCodex.ts';
import { findAction } from '../../../src/cli/party/actions.ts';
import { parseArguments } from '../../../src/cli/party/arguments.ts';
import { type Command, globalOptions } from '../../../src/cli/party/command.ts';
import { baseAndTitle } from '../../../src/cli/review/request.ts';
import { pm, pmActions } from '../../../src/cli/tasks/pm.ts';
import { fillInstructions, instructionFiles } from '../../../src/core/agents/instructions.ts';
import { mcpToolsFor } from '../../../src/core/agents/mcpTools.ts';
import { defaultConfig } from '../../../src/core/config/config.ts';
import { critics } from '../../../src/core/project/critics.ts';
import { triageStates } from '../../../src/core/project/eventKinds.ts';
import { evidenceKinds } from '../../../src/core/project/evidenceKinds.ts';
import { targetedLines } from '../../../src/core/review/approval.ts';
import { evidenceWays } from '../../../src/core/review/evidenceWays.ts';
import { repository } from '../../support/sandbox.ts';

const resources = join(repository, 'resources');
const plugin = join(resources, 'claude');
const read = (file: string) => readFileSync(join(resources, file), 'utf8');
const texts = ['claude', 'codex'].flatMap((folder) =>
  readdirSync(join(resources, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`),
);
const agents = readdirSync(join(plugin, 'agents')).map((file) => file.replace(/\.md$/, ''));
const skills = readdirSync(join(plugin, 'skills'));

describe('the texts for agents', () => {
  let verbs: ReadonlyMap<string, Command>;
  before(async () => {
    const folder = join(repository, 'src/cli');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const rooms = files.filter((file) => file.endsWith('.ts') && !/^(party|hooks)\//.test(file));
    const modules = await Promise.all(rooms.map((file) => import(join(folder, file))));
    verbs = new Map(modules.flatMap((one) => Object.values(one).filter(isCommand)).map((verb) => [verb.name, verb]));
  });

  it('exist', () => {
    assert.ok(texts.length >= 13, texts.join());
    assert.deepEqual([...agents].sort(), [...Object.keys(critics), 'check-runner', 'test-runner'].sort());
  });

  for (const file of texts) {
    it(`${file} names commands that are understood`, () => {
      for (const words of commandsIn(read(file))) understand(words);
    });

    it(`${file} names agents, skills and files that exist`, () => {
      const text = read(file);
      for (const [, name = ''] of text.matchAll(/\bparty:([\w-]+)/g)) assert.ok(agents.includes(name), name);
      for (const [, name = ''] of text.matchAll(/\bskills? `([\w-]+)`/g)) assert.ok(skills.includes(name), name);
      for (const [, path = ''] of text.matchAll(/\{\{resources\}\}([\w./-]*[\w-])/g)) {
        assert.ok(existsSync(resources + path), path);
      }
    });

    it(`${file} names tools of Party that exist`, () => {
      const role = file.startsWith('codex/') ? 'reviewer' : 'author';
      const found = [...read(file).matchAll(/mcp__party__(\w+)/g)].map(([, name = '']) => name);
      assert.deepEqual(
        found.filter((name) => !(mcpToolsFor(role) as readonly string[]).includes(name)),
        [],
      );
    });

    it(`${file} names words that the programs print`, () => {
      const printed = sources();
      const found = read(file).match(/\b(?:CODEX|CLAUDE)_[A-Z_]+\b|\bCODEX [A-Z_]{4,}\b/g) ?? [];
      for (const word of found) assert.ok(printed.includes(word), word);
    });
  }

  /** Throws when Party would not take it. */
  function understand([program = '', ...args]: readonly string[]): void {
    const scripts: Record<string, Command> = { 'tmux-codex.sh': tmuxCodex, 'tmux-claude.sh': tmuxClaude };
    if (program !== 'party') {
      const command = scripts[program];
      assert.ok(command, program);
      parseArguments(command, args);
      return;
    }
    const [name = '', ...rest] = args;
    const verb = verbs.get(name);
    assert.ok(verb, `there is no party ${name}`);
    const { operands } = parseArguments(verb, rest);
    if (verb.details === undefined || !verb.operands.startsWith('[ACTION')) return;
    const actions = verb.details.split('\n').map((line) => line.split(' ')[0] ?? '');
    assert.ok(actions.includes(operands[0] ?? ''), `party ${name} has no ${operands[0]}`);
    if (name === 'pm') findAction(pm, pmActions, operands);
    if (name === 'findings' && operands[0] === 'triage' && operands[2] !== undefined) {
      assert.ok((triageStates as readonly string[]).includes(operands[2]), operands[2]);
    }
  }

  it('a wrong command would be noticed', () => {
    const wrong = [
      '`party findings lost`',
      '`tmux-codex.sh --aprove`',
      '`party evidence run --quick`',
      '`party pm task dnoe ID`',
      '`--re-revue X`',
    ];
    for (const text of wrong) {
      assert.throws(() => {
        for (const words of commandsIn(text)) understand(words);
      }, text);
    }
  });

  it('agree with the instructions that the programs print', () => {
    // The sentences about evidence put the names of sub-agents in when the program runs.
    const said =
      sources() +
      Object.values(evidenceWays)
        .map(({ words }) => words)
        .join('\n');
    const modes = [...said.matchAll(/tmux-codex\.sh --([a-z-]+)/g)].map(([, mode = '']) => mode);
    const names = [...said.matchAll(/\bparty:([a-z-]+)/g)].map(([, name = '']) => name);
    assert.ok(modes.length > 0 && names.length > 0);
    const known = [...agents, ...skills];
    assert.deepEqual(
      [
        ...modes.filter((mode) => !Object.hasOwn(tmuxCodex.options, mode)),
        ...names.filter((name) => !known.includes(name)),
      ],
      [],
    );
  });

  it('explain every mode of the script, and no mode that does not exist', () => {
    const taught = new Set(
      commandsIn(read('claude/skills/codex-transport/SKILL.md'))
        .filter(([program]) => program === 'tmux-codex.sh')
        .flatMap((words) => words.filter((word) => word.startsWith('--'))),
    );
    assert.deepEqual(
      [...taught].sort(),
      Object.keys(tmuxCodex.options)
        .map((name) => `--${name}`)
        .sort(),
    );
  });

  const transport = read('claude/skills/codex-transport/SKILL.md');

  it('show how a title is given without a base', () => {
    const titles = commandsIn(transport)
      .filter(([, mode]) => mode === '--review')
      .map(([, , ...operands]) => baseAndTitle(operands.filter((word) => !word.startsWith('--'))));
    assert.ok(titles.some(({ base, title }) => base === undefined && title !== undefined));
    assert.ok(titles.some(({ base, title }) => base !== undefined && title !== undefined));
  });

  it('never mark a finding as fixed before the fix', () => {
    for (const file of ['claude/rules/execution-core.md', 'claude/skills/task-workflow/SKILL.md']) {
      const [, step = ''] =
        /^(\d\. (?:(?!^\d\.)[\s\S])*findings triage KEY(?:(?!^\d\.)[\s\S])*)/m.exec(read(file)) ?? [];
      assert.match(step, /What you will fix stays open/, file);
    }
  });

  it('state the same conditions for a targeted approval everywhere', () => {
    const [row = ''] = /^\| `--approve --targeted REASON`.*$/m.exec(transport) ?? [];
    const [, core = ''] = /A fix of at most ([\s\S]*?)\n8\./.exec(read('claude/rules/execution-core.md')) ?? [];
    // In the rules the critics are step 2.
    for (const [text, criticsAgain] of [
      [row, /critics again/],
      [core, /step 2 again/],
    ] as const) {
      const order = [/edit/, criticsAgain, /triage KEY fixed/, /evidence run tests/].map((words) => text.search(words));
      assert.ok(!order.includes(-1), text);
      assert.deepEqual(
        order,
        order.toSorted((a, b) => a - b),
      );
    }
  });

  it('do not promise that a review returns at once where there is no pane', () => {
    assert.match(sources(), /Codex reviews without a pane: this waits until it is done/);
    assert.doesNotMatch(transport, /always returns at once/);
    assert.match(transport, /without a pane, and the script waits/);
  });

  it('name every kind of evidence, and the current limits', () => {
    const core = read('claude/rules/execution-core.md');
    const rows = core.split('\n').filter((line) => /^\| [a-z]+-?[a-z]+,? ?[a-z-]* \|/.test(line));
    const named = rows.flatMap((row) => row.split('|')[1]?.trim().split(', ') ?? []);
    assert.deepEqual(named.filter((kind) => kind !== 'evidence').sort(), [...evidenceKinds].sort());
    const { ignore, rounds } = defaultConfig.review;
    for (const pattern of ignore) assert.ok(core.includes(`\`${pattern}\``), pattern);
    assert.equal(ignore.length, 3);
    assert.ok(core.includes(`at most ${targetedLines} lines`));
    assert.equal(rounds, 3);
    assert.match(read('claude/rules/autonomous-flow.md'), /three rounds/);
  });

  for (const [critic, verdicts] of Object.entries(critics)) {
    it(`${critic} ends with one of its verdicts`, () => {
      const lines = read(`claude/agents/${critic}.md`).split('\n');
      assert.deepEqual(
        lines.filter((line) => line.startsWith('VERDICT')),
        verdicts.map((verdict) => `VERDICT: ${verdict}`),
      );
    });
  }

  for (const name of [...agents.map((one) => `agents/${one}.md`), ...skills.map((one) => `skills/${one}/SKILL.md`)]) {
    it(`${name} has a name and a description`, () => {
      const head = /^---\nname: (.+)\ndescription: (.+)\n(?:tools: (.+)\n)?---\n/.exec(read(`claude/${name}`));
      assert.ok(head, 'no front matter');
      assert.equal(head[1], name.split('/')[1]?.replace(/\.md$/, ''));
      assert.ok((head[2] ?? '').length <= 1024);
      if (name.startsWith('agents/')) assert.equal(head[3], 'Read, Grep, Glob, Bash');
    });
  }

  const commands = readdirSync(join(plugin, 'commands'));

  it('have a command for everything that the human does about collab', () => {
    const wanted = ['collab', 'status', 'pause', 'resume', 'skip', 'cancel'];
    assert.deepEqual([...commands].sort(), wanted.map((name) => `codex-${name}.md`).sort());
  });

  for (const name of commands) {
    it(`commands/${name} is the human's alone, and runs only what it is for`, () => {
      const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(read(`claude/commands/${name}`)) ?? [];
      assert.match(head, /^description: .{10,100}$/m);
      assert.match(head, /^disable-model-invocation: true$/m);
      const allowed = [...(/^allowed-tools: (.*)$/m.exec(head)?.[1] ?? '').matchAll(/Bash\((party collab \w+):\*\)/g)];
      const commandLines = commandsIn(body).map(([, verb, action]) => `party ${verb} ${action}`);
      const run = [...body.matchAll(/^!`([^`]+)`$/gm)].map(([, line = '']) => line);
      // What the human typed behind it never becomes a part of a line that is run.
      for (const line of run) assert.match(line, /^party collab [a-z]+(?: --[a-z-]+)?$/);
      assert.ok(allowed.length > 0 && allowed.every(([, command = '']) => commandLines.includes(command)), head);
      if (name !== 'codex-collab.md') {
        const verb = name.replace(/^codex-|\.md$/g, '');
        assert.deepEqual([run.length, allowed.map(([, command]) => command)], [1, [`party collab ${verb}`]]);
      }
    });
  }

  it('fit into the one call of tmux that starts an agent', () => {
    for (const files of Object.values(instructionFiles)) {
      const text = files.map(read).join('\n');
      // tmux takes 16 KB, and the paths of the other arguments need room as well.
      const filled = fillInstructions(text, `/${'long'.repeat(60)}/resources`);
      assert.ok(Buffer.byteLength(filled) < 9_000, `${Buffer.byteLength(filled)} bytes`);
    }
  });

  it('include every rule file in Claude’s instructions', () => {
    const rules = readdirSync(join(plugin, 'rules')).map((file) => `claude/rules/${file}`);
    assert.deepEqual(rules.sort(), [...instructionFiles.claude].sort());
  });
});

describe("Claude's shipped permissions", () => {
  const { allow } = JSON.parse(read('claude/settings.json')).permissions as { allow: string[] };
  const of = (tool: string) => allow.flatMap((rule) => new RegExp(`^${tool}\\((.*)\\)$`).exec(rule)?.slice(1, 2) ?? []);

  it('cover every skill and every sub-agent of the plugin, and no other', () => {
    assert.deepEqual(of('Skill').sort(), skills.map((name) => `party:${name}`).sort());
    assert.deepEqual(of('Agent').sort(), agents.map((name) => `party:${name}`).sort());
  });

  it('allow only commands of Party, none of which runs other programs or writes to a given path', () => {
    const commands = of('Bash').map((rule) => rule.replace(/:\*$/, ''));
    const own = allow.filter((rule) => rule === 'mcp__party__*');
    assert.equal(own.length + commands.length + of('Skill').length + of('Agent').length, allow.length);
    const harmless =
      /^party (?:status|check|message list|review (?:show|nudge)|plan (?:start|status|history|diff)|collab (?:start|status|reviews|show|complete)|findings (?:list|show|check|triage|reply)|evidence (?:list|verify)|pm (?:task (?:list|show|update|done)|milestone list|log))$/;
    assert.deepEqual(
      commands.filter((command) => !harmless.test(command)),
      [],
    );
  });
});

function isCommand(value: unknown): value is Command {
  return typeof value === 'object' && value !== null && 'operandCount' in value && 'run' in value;
}

/** What is written as code and begins like a command of ours, word by word. A bare `--mode` is one of tmux-codex.sh. */
function commandsIn(text: string): string[][] {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, '');
  const blocks = [...body.matchAll(/^ *```.*\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) => block.split('\n'));
  const indented = body.match(/^ {4,}\S.*$/gm) ?? [];
  const spans = [...body.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  return [...blocks, ...indented, ...spans].flatMap((code) => {
    const words = wordsOf(code);
    const [first = ''] = words;
    const program = /^party$|^(?:\S*\/)?tmux-(?:codex|claude)\.sh$/.test(first) ? first.replace(/.*\//, '') : undefined;
    if (program !== undefined) return words.length > 1 ? [[program, ...words.slice(1)]] : [];
    const option = /^--([\w-]+)$/.exec(first)?.[1];
    // `--fix` and the like are of other programs; what looks like one of ours has to be one.
    const ours = option !== undefined && !Object.hasOwn(globalOptions, option) && !foreign.includes(option);
    return ours ? [['tmux-codex.sh', ...words]] : [];
  });
}

/** Options of other programs that the texts warn of. */
const foreign = ['fix', 'write'];

/** A comment stands after two spaces; `[X]` is X or nothing, and `…` is whatever fits. */
function wordsOf(code: string): string[] {
  const line = code
    .trim()
    .replace(/"\$\(cat.*$/s, 'TEXT')
    .replace(/ {2,}\S.*$/, '')
    .replace(/[[\]]/g, '')
    .replace(/…/g, '');
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

let allSources: string | undefined;
function sources(): string {
  allSources ??= readdirSync(join(repository, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(repository, 'src', file), 'utf8'))
    .join('\n');
  return allSources;
}
