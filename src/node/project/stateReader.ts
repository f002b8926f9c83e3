// The state that follows from the project log: from its checkpoint and the lines since then. Writes a checkpoint when
// there are many lines since the last one.

import { LogState } from '../../core/review/logState.ts';
import { type Checkpoint, checkpointBytes, parseCheckpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts';
import { type LogPosition, LogReader } from './logReader.ts';
import { noTable, type RowTable } from './rowTable.ts';

export class StateReader {
  readonly #directory: string;
  readonly #reader: LogReader;
  #state = new LogState();
  #rows: RowTable = noTable;
  /** The last checkpoint: where in the log it is, and its size. */
  #kept = { offset: 0, size: 0 };
  #loading: Promise<void> | undefined;

  constructor(directory: string, path: string) {
    this.#directory = directory;
    this.#reader = new LogReader(path, {
      restart: (archived) => this.#begin(archived?.state ?? new LogState(), archived?.rows ?? noTable, archived?.size),
      take: (events) => this.#state.take(events),
    });
  }

  get position(): LogPosition {
    return this.#reader.position;
  }

  async state(): Promise<LogState> {
    this.#loading ??= this.#load();
    await this.#loading;
    await this.#reader.readOn();
    if (this.#isDue()) await this.#keep();
    return this.#state;
  }

  async #load(): Promise<void> {
    const found = await readCheckpoint(this.#directory);
    if (found !== undefined) this.#continue(found);
  }

  #continue({ position, state, rows, size }: Checkpoint): void {
    this.#begin(state, rows);
    this.#kept = { offset: position.offset, size };
    this.#reader.beginAt(position);
  }

  #begin(state: LogState, rows: RowTable, size = 0): void {
    this.#state = state;
    this.#rows = rows;
    this.#kept = { offset: 0, size };
  }

  /** A checkpoint costs as much as its size, so a large one is written less often. */
  #isDue(): boolean {
    const { offset, size } = this.#kept;
    if (offset === 0 && this.#reader.hasReadArchive) return true;
    return this.#reader.position.offset - offset > Math.max(fewBytes, size / 16);
  }

  async #keep(): Promise<void> {
    const { position } = this.#reader;
    const bytes = checkpointBytes(position, this.#state, this.#rows);
    // From now on the rows are in the buffer: as objects they would take many times its size.
    const checkpoint = parseCheckpoint(bytes);
    if (checkpoint !== undefined) {
      this.#begin(checkpoint.state, checkpoint.rows);
      this.#kept = { offset: position.offset, size: bytes.length };
    }
    await writeCheckpoint(this.#directory, bytes);
  }
}

/** Reading this many bytes takes a few milliseconds. A small project has no checkpoint at all. */
const fewBytes = 64 * 1024;
