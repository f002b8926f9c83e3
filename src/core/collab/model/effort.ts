// How hard Codex thinks about a review, with Codex's own names.

/** From least to most. */
export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra'] as const;
export type Effort = (typeof efforts)[number];

export interface EffortFacts {
  readonly type: 'design' | 'task';
  /** Paths relative to the project. */
  readonly files: readonly string[];
  readonly lines: number;
  /** New folders at the top level. */
  readonly newFolders: readonly string[];
}

/** Never lower than `high`. */
export function effortFor({ type, files, lines, newFolders }: EffortFacts): 'high' | 'xhigh' {
  if (type === 'design' || lines > manyLines || newFolders.length > 0) return 'xhigh';
  return files.some((file) => sensitive.test(file) || isArchitecture(file)) ? 'xhigh' : 'high';
}

export interface ChosenEffort {
  readonly effort: Effort;
  /** Why the effort differs from the requested one. */
  readonly note: string | null;
}

/**
 * The user can ask for more than the rule, but not for less, because the reviewed agent can also write the settings
 * file.
 */
export function chooseEffort(rule: Effort, override: Effort | null): ChosenEffort {
  if (override === null || !isLower(override, rule)) return { effort: override ?? rule, note: null };
  const note = `reasoning_override ${override} is lower than ${rule}, which this review needs, so Codex uses ${rule}`;
  return { effort: rule, note };
}

/**
 * The nearest effort that the model has: the next lower one, or else the lowest. For an unknown model, the effort
 * itself.
 */
export function knownEffort(effort: Effort, known: readonly string[] | undefined): Effort {
  const possible = efforts.filter((one) => known?.includes(one));
  return possible.findLast((one) => !isLower(effort, one)) ?? possible[0] ?? effort;
}

/** Users also write `extra-high` for `xhigh`. Undefined when the text is not an effort. */
export function readEffort(text: string): Effort | undefined {
  const name = text.trim().toLowerCase();
  return efforts.find((one) => one === (/^(?:extra|x)[-_ ]?high$/.test(name) ? 'xhigh' : name));
}

export function isLower(one: Effort, other: Effort): boolean {
  return efforts.indexOf(one) < efforts.indexOf(other);
}

const manyLines = 200;
/** These count anywhere in the path. A false match such as `author.ts` only makes Codex think longer. */
const sensitive = /auth|crypto|secret|security|\.key|\.pem|password|token/i;

/** Manifests declare what a package needs; lock files record what it gets. */
const manifests = new RegExp(
  `^(?:${[
    'package\\.json|package-lock\\.json|npm-shrinkwrap\\.json|yarn\\.lock|pnpm-lock\\.yaml|pnpm-workspace\\.yaml|bun\\.lockb?',
    'deno\\.jsonc?|deno\\.lock|jsr\\.json|lerna\\.json',
    'cargo\\.(?:toml|lock)|go\\.(?:mod|sum|work)|go\\.work\\.sum',
    'pyproject\\.toml|setup\\.(?:py|cfg)|[\\w.-]*requirements[\\w.-]*\\.(?:txt|in)|pipfile(?:\\.lock)?|(?:poetry|uv|pdm)\\.lock|environment\\.ya?ml',
    'gemfile(?:\\.lock)?|.+\\.gemspec|composer\\.(?:json|lock)|pom\\.xml|(?:build|settings)\\.gradle(?:\\.kts)?|libs\\.versions\\.toml',
    '.+\\.(?:cs|fs|vb)proj|packages\\.(?:config|lock\\.json)|directory\\.packages\\.props',
    'mix\\.(?:exs|lock)|pubspec\\.(?:yaml|lock)|package\\.(?:swift|resolved)|podfile(?:\\.lock)?|.+\\.podspec',
    '.+\\.cabal|stack\\.yaml(?:\\.lock)?|cabal\\.project|dune-project|.+\\.opam|build\\.sbt|conanfile\\.(?:txt|py)|vcpkg\\.json|cmakelists\\.txt',
    'module\\.bazel(?:\\.lock)?|workspace(?:\\.bazel)?|flake\\.(?:nix|lock)|\\.gitmodules',
  ].join('|')})$`,
  'i',
);

function isArchitecture(file: string): boolean {
  return manifests.test(file.slice(file.lastIndexOf('/') + 1));
}
