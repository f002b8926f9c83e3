// Telling a shell that waits for commands from a program that is a script. What is typed into the first is executed.

const shells = ['bash', 'zsh', 'fish', 'sh', 'dash', 'ksh', 'mksh', 'csh', 'tcsh', 'nu', 'pwsh', 'xonsh', 'elvish'];

/** A login shell has a dash before its name. */
export function isShell(command: string): boolean {
  return shells.includes(command.replace(/^-/, '').replace(/^.*\//, ''));
}

/** `foreground` holds the command lines of a terminal's foreground processes, as ps shows them. */
export function isBareShell(foreground: readonly string[]): boolean {
  return foreground.length > 0 && foreground.every(isInteractiveShell);
}

/** A shell with nothing but options has nothing to run but what it is typed; `-c` and a file name are something to run. */
function isInteractiveShell(commandLine: string): boolean {
  const [program = '', ...args] = commandLine.trim().split(/\s+/);
  return isShell(program) && args.every((argument) => argument.startsWith('-') && !/^-[a-z]*c/.test(argument));
}
