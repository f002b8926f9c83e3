// Stands in for @vscode/spdlog, which has no binary because nothing is compiled here: without it, VS Code writes no log
// file, and every output channel with a log stays empty. One line after the other, in the pattern that VS Code asks for.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];

class Logger {
  /** @type {string} */
  #file;
  #level = 2;
  #plain = false;

  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, '');
  }

  trace = (/** @type {string} */ text) => this.#write(0, text);
  debug = (/** @type {string} */ text) => this.#write(1, text);
  info = (/** @type {string} */ text) => this.#write(2, text);
  warn = (/** @type {string} */ text) => this.#write(3, text);
  error = (/** @type {string} */ text) => this.#write(4, text);
  critical = (/** @type {string} */ text) => this.#write(5, text);

  getLevel() {
    return this.#level;
  }
  /** @param {number} level */
  setLevel(level) {
    this.#level = level;
  }
  setPattern() {
    this.#plain = false;
  }
  clearFormatters() {
    this.#plain = true;
  }
  flush() {}
  drop() {}

  /**
   * @param {number} level
   * @param {string} text
   */
  #write(level, text) {
    if (level < this.#level) return;
    // As spdlog writes it, in local time.
    const now = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000);
    const time = now.toISOString().replace('T', ' ').slice(0, 23);
    try {
      appendFileSync(this.#file, this.#plain ? text : `${time} [${levels[level]}] ${text}\n`);
    } catch {
      // The directory of the demo is being removed.
    }
  }
}

const createLogger = async (/** @type {string} */ name, /** @type {string} */ file) =>
  new Logger('rotating', name, file);

exports.version = 1;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
