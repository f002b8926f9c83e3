// Variables with which the caller chooses what a package manager, make or a test runner runs, instead of what the
// project declares. Each counts only for a command that runs its program.

import { type DeclaringFiles, scriptsOf } from './declared.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Steering {
  /** Of any case: npm takes both. */
  readonly name: RegExp;
  /** The programs that read it. */
  readonly programs: RegExp;
  /** The words that a value may have without skipping a test or a check. */
  readonly harmless?: RegExp;
}

const steerings: readonly Steering[] = [
  { name: /^npm_config_(?:script_shell|if_present)$/i, programs: word('npm|npx|pnpm|yarn|bun') },
  { name: /^yarn_yarn_path$/i, programs: word('yarn') },
  { name: /^(?:gnu)?makeflags$/i, programs: word('g?make'), harmless: /^(?:-j\d*|--jobs(?:=\d+)?)$/ },
  { name: /^makefiles$/i, programs: word('g?make') },
  {
    name: /^pytest_addopts$/i,
    programs: word('pytest|py\\.test|tox|nox'),
    harmless: /^(?:--color=(?:yes|no|auto)|-v+)$/,
  },
  { name: /^pytest_plugins$/i, programs: word('pytest|py\\.test|tox|nox') },
  { name: /^goflags$/i, programs: word('go'), harmless: /^-(?:v|race|trimpath|buildvcs=\w+|mod=(?:mod|readonly))$/ },
  { name: /^cargo_target_\w+_runner$/i, programs: word('cargo') },
];

/** A script of the shell can run all of these programs. */
const shellScript = /\.(?:ba|z)?sh\b/;

/** `texts` are the command, and the scripts and recipes that it runs. */
export function steeringVariable(env: Environment, texts: readonly string[], base: DeclaringFiles): string | undefined {
  const runs = (programs: RegExp) => texts.some((text) => programs.test(text) || shellScript.test(text));
  return Object.keys(env).find((name) => {
    const value = env[name]?.trim() ?? '';
    if (value === '') return false;
    if (/^npm_config_ignore_scripts$/i.test(name)) return value !== 'false' && skipsScripts(texts, base);
    const found = steerings.find((one) => one.name.test(name));
    if (found === undefined || !runs(found.programs)) return false;
    return !value.split(/\s+/).every((one) => found.harmless?.test(one));
  });
}

/** npm still runs the script that the command names, but nothing before and after it. */
function skipsScripts(texts: readonly string[], base: DeclaringFiles): boolean {
  const names = Object.keys(scriptsOf(base));
  return names.some((name) => {
    const around = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    return around !== undefined && names.includes(around) && texts.some((text) => text.includes(around));
  });
}

function word(names: string): RegExp {
  return new RegExp(`(?<![\\w-])(?:${names})(?![\\w-])`);
}
