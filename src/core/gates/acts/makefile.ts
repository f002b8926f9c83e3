// What `make TARGET` runs, as far as the text of a makefile tells: the recipes of the target and of what it needs.

import { launched } from '../../shell/options.ts';
import { resolvePath } from '../../shell/scope.ts';
import type { ShellWord } from '../../shell/word.ts';
import type { ScriptPart } from './runFiles.ts';

export function isMake(name: string): boolean {
  return name === 'make' || name === 'gmake';
}

const valued = ['-f', '--file', '--makefile', '-C', '--directory', '-j', '-I', '-o', '-W'];

/** make takes the first of these that exists; the others do not matter much. */
const usual = ['GNUmakefile', 'makefile', 'Makefile'];

export function makeFiles(args: readonly ShellWord[], from: string) {
  const { options } = launched(args, { valued, operands: args.length });
  const of = (...names: string[]) =>
    options.filter(({ name }) => names.includes(name)).map(({ value }) => value?.value);
  const place = of('-C', '--directory').reduce<string>((at, to) => (to == null ? at : resolvePath(at, to)), from);
  const named = of('-f', '--file', '--makefile').flatMap((file) => (file == null ? [] : [file]));
  return (named.length > 0 ? named : usual).map((name) => ({ path: resolvePath(place, name), name, place }));
}

/** The recipes as lines of shell. Without a target, make takes the first one of the file. */
export function recipesOf(args: readonly ShellWord[]): (text: string) => ScriptPart {
  return (text) => {
    const { rules, variables } = readMakefile(text);
    const [first] = rules;
    const wanted = targetsOf(args);
    const seen = new Set<string>();
    const lines: string[] = [];
    const visit = (target: string) => {
      if (seen.has(target) || seen.size > mostTargets) return;
      seen.add(target);
      for (const rule of rules.filter(({ targets }) => targets.includes(target))) {
        for (const needed of rule.needs) visit(needed);
        lines.push(...rule.recipe.map((line) => expanded(line, variables)));
      }
    };
    for (const target of wanted.length > 0 ? wanted : (first?.targets ?? [])) visit(target);
    return { language: 'shell', text: lines.join('\n') };
  };
}

const mostTargets = 200;

function targetsOf(args: readonly ShellWord[]): string[] {
  const targets: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value ?? '';
    if (valued.includes(value) && value !== '-j') at++;
    else if (value !== '' && !value.startsWith('-') && !value.includes('=') && !/^\d+$/.test(value))
      targets.push(value);
  }
  return targets;
}

interface Rule {
  readonly targets: readonly string[];
  readonly needs: readonly string[];
  readonly recipe: string[];
}

function readMakefile(text: string) {
  const rules: Rule[] = [];
  const variables = new Map<string, string>();
  for (const line of text.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const rule = rules.at(-1);
    if (line.startsWith('\t')) {
      rule?.recipe.push(line.trim().replace(/^[@+-]+\s*/, ''));
      continue;
    }
    const [, name, value] = /^\s*(?:export\s+)?([\w.-]+)\s*(?:::?|\?|\+)?=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      variables.set(name, value);
      continue;
    }
    const [, targets, rest] = /^([^\s#:][^:#=]*):{1,2}(?!=)(.*)$/.exec(line) ?? [];
    if (targets === undefined || rest === undefined) continue;
    const [needs = '', ...inline] = rest.split(';');
    rules.push({ targets: split(expanded(targets, variables)), needs: split(expanded(needs, variables)), recipe: [] });
    if (inline.length > 0) rules.at(-1)?.recipe.push(inline.join(';').trim());
  }
  return { rules: rules.filter(({ targets }) => !targets.every((target) => target.startsWith('.'))), variables };
}

function split(text: string): string[] {
  return text.split(/[\s|]+/).filter(Boolean);
}

/** A variable that the file does not set stays unknown to the reader of shell. */
function expanded(text: string, variables: ReadonlyMap<string, string>, depth = 0): string {
  const filled = text.replace(/\$(?:\(([\w.-]+)\)|\{([\w.-]+)\})/g, (_, round?: string, curly?: string) => {
    const name = round ?? curly ?? '';
    return variables.get(name) ?? (name === 'MAKE' ? 'make' : '"$UNKNOWN"');
  });
  if (filled !== text && depth < 4) return expanded(filled, variables, depth + 1);
  return filled.replaceAll('$$', '$');
}
