/** The shape of VS Code's LogOutputChannel, so that the channel itself can be passed in. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
