// Deals the files of a ring to its processes, so that each of them takes about the same time.
import { readFileSync, statSync } from 'node:fs';

/**
 * The longest file first, each to the process that has least to do.
 * @param {string[]} files
 * @param {number} processes
 * @param {(file: string) => number} weight
 * @returns {{ weight: number, files: string[] }[]} those of each process, in the order of `files`; never an empty one
 */
export function deal(files, processes, weight) {
  const hands = Array.from({ length: Math.max(1, Math.min(processes, files.length)) }, () => ({
    weight: 0,
    files: /** @type {string[]} */ ([]),
  }));
  const heaviestFirst = files.map((file) => ({ file, weight: weight(file) })).sort((a, b) => b.weight - a.weight);
  for (const one of heaviestFirst) {
    const lightest = hands.reduce((least, hand) => (hand.weight < least.weight ? hand : least));
    lightest.files.push(one.file);
    lightest.weight += one.weight;
  }
  return hands.map((hand) => ({ ...hand, files: files.filter((file) => hand.files.includes(file)) }));
}

/**
 * How long each file took in the last run of the ring. A file that is not in its results counts by its size.
 * @param {string[]} results the result files of the ring
 * @param {number} msPerByte how long the ring's files take on average
 */
export function lastDurations(results, msPerByte) {
  /** @type {Map<string, number>} */
  const known = new Map();
  for (const { file, ms } of results.flatMap(durationsOf)) known.set(file, ms);
  return (/** @type {string} */ file) => known.get(file) ?? statSync(file).size * msPerByte;
}

/**
 * @param {string} result
 * @returns {{ file: string, ms: number }[]}
 */
function durationsOf(result) {
  try {
    return JSON.parse(readFileSync(result, 'utf8')).files ?? [];
  } catch {
    return []; // it has not run yet, or was killed
  }
}
