// Shell completion. The scripts hold the verbs. For everything after a verb they ask the program, which knows the flags
// from its tables and the ids from its files.

import { PartyError } from '../../core/base/errors.ts';
import { exits } from '../../core/base/exits.ts';
import type { Command } from '../party/command.ts';
import { headings, verbGroups } from '../party/headings.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completion: Command = {
  ...headings.completion,
  operandCount: [1, 1],
  options: {},
  example: 'party completion bash',
  details: [
    'bash   add to ~/.bashrc:                   eval "$(party completion bash)"',
    'zsh    add to ~/.zshrc, after compinit:    eval "$(party completion zsh)"',
    'fish   add to ~/.config/fish/config.fish:  party completion fish | source',
  ].join('\n'),
  async run(cli, { operands: [given = ''] }) {
    const shell = shells.find((known) => known === given);
    if (shell === undefined)
      throw new PartyError('USAGE', `There is no completion for ${given}, only for ${shells.join(', ')}`);
    const script = scripts[shell]();
    cli.print({ json: { shell, script }, text: script });
    return exits.success;
  },
};

const verbs = verbGroups.flatMap((group) => group.verbs);
const programs = ['party', 'tmux-team'];

const scripts: Readonly<Record<Shell, () => string>> = {
  bash: () => `# Completion of party for bash: eval "$(party completion bash)"
_party() {
  local word=\${COMP_WORDS[COMP_CWORD]} answer line
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${verbs.join(' ')} --help --version' -- "$word"))
    return
  fi
  answer=$("\${COMP_WORDS[0]}" --complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null) || return
  while IFS= read -r line; do
    case $line in
      '') ;;
      :files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done <<< "$answer"
}
complete -F _party ${programs.join(' ')}
`,
  zsh: () => `#compdef ${programs.join(' ')}
# Completion of party for zsh: eval "$(party completion zsh)"
_party() {
  local -a answer
  if (( CURRENT == 2 )); then
    local -a verbs
    verbs=(
${verbs.map((verb) => `      ${zshWord(`${verb}:${headings[verb].summary}`)}`).join('\n')}
    )
    _describe 'verb' verbs
    return
  fi
  answer=("\${(@f)$("\${words[1]}" --complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  (( \${answer[(I):files]} )) && _files
  answer=("\${(@)answer:#:files}")
  answer=("\${(@)answer:#}")
  (( \${#answer} )) && compadd -a answer
}
compdef _party ${programs.join(' ')}
`,
  fish: () => `# Completion of party for fish: party completion fish | source
function __party_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (command $words[1] --complete $words[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
${programs
  .flatMap((program) => [
    `complete -c ${program} -f`,
    ...verbs.map(
      (verb) => `complete -c ${program} -n __fish_use_subcommand -a ${verb} -d ${zshWord(headings[verb].summary)}`,
    ),
    `complete -c ${program} -n 'not __fish_use_subcommand' -a '(__party_complete)'`,
  ])
  .join('\n')}
`,
};

/** In single quotes, for zsh and fish alike. */
function zshWord(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
