// Tells a shell that waits for commands from a program that is a script. An interactive shell executes what Party
// types.

const names =
  'bash zsh fish sh dash ash rbash yash osh hush ksh ksh93 mksh lksh oksh csh tcsh nu pwsh xonsh elvish busybox';
const shells = names.split(' ');

/** A login shell has a dash before its name. */
export function isShell(command: string): boolean {
  return shells.includes(command.replace(/^-/, '').replace(/^.*\//, ''));
}

/**
 * Whether a program other than the shell itself runs in a pane with a shell. For a moment after its start, such a pane
 * shows the program that starts the shell.
 */
export function isProgram(command: string): boolean {
  return !isShell(command) && command !== 'env' && !command.startsWith('tmux');
}

/** `foreground` holds the command lines of a terminal's foreground processes, as ps shows them. */
export function isBareShell(foreground: readonly string[]): boolean {
  return foreground.length > 0 && foreground.every(isInteractiveShell);
}

/**
 * Options for what runs before the first prompt. Only an interactive shell gets them, and their values may contain
 * spaces.
 */
const beforePrompt = /^(?:--rcfile|--init-file|--init-command|--execute|--rc|-rc|-C)(?:=|$)/;

/** Options whose value is the next word. In a bundle such as `-eo` the o comes last. */
const withValue = /^(?:[-+][a-zA-Z]*[oO]|-[DIRT])$/;

/** The only long options known to have no value. */
const withoutValue =
  /^--(?:login|posix|norc|noprofile|noediting|restricted|verbose|debugger|interactive|private|no-[a-z-]+)$/;

/**
 * A shell that runs only what is typed. With `-c` or a file name it runs something else. An uncertain case counts as
 * interactive, so that Party types nothing.
 */
function isInteractiveShell(commandLine: string): boolean {
  const [program = '', ...rest] = commandLine.trim().split(/\s+/);
  const [path, args] = /^(?:.*\/)?busybox$/.test(program) ? [rest[0] ?? '', rest.slice(1)] : [program, rest];
  if (!isShell(path)) return false;
  // These spell long options with one dash.
  if (/(?:pwsh|elvish)$/.test(path)) return !/^(?:[^-]|-(?:c|command|f|file)$)/i.test(args[0] ?? '');
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (beforePrompt.test(argument)) return true;
    if (argument === '-' || argument === '--') return index === args.length - 1;
    if (!/^[-+]/.test(argument) || /^(?:-[a-zA-Z]*c[a-zA-Z]*|--commands?(?:=.*)?)$/.test(argument)) return false;
    // `-s` reads commands from the terminal; the words after it are their arguments.
    if (/^-[a-z]*s[a-z]*$/.test(argument)) return true;
    const fishy = /fish$/.test(path) && /^-[a-z]*[dfp]$/i.test(argument);
    const unknown = /^--[^=]+$/.test(argument) && !withoutValue.test(argument);
    if (fishy || unknown || withValue.test(argument)) index++;
    if (/nu$/.test(path) && argument === '-e') return true;
  }
  return true;
}
