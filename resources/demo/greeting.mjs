// What the demo is about: how src/greet.js changes, and what a reviewer has to say about it. It is read from the file as
// it stands, so that the human may edit it as well.

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Only a copy of the project beside this file may be changed and reviewed by stand-ins. */
export async function isDemoProject() {
  try {
    return JSON.parse(await readFile('package.json', 'utf8')).name === 'party-demo';
  } catch {
    return false;
  }
}

/** Each an edit: the file, and what becomes of its text. */
export const firstTry = [
  [
    'src/greet.js',
    replacing(
      ['/** Greets one person by name. */', '/** Greets everyone by name, or the world. */'],
      ['function greet(name) {', 'function greet(...names) {'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the demo project
      ['${name}!', "${names.join(' and ') || 'world'}!"],
      ['greet(process.argv[2])', 'greet(...process.argv.slice(2))'],
    ),
  ],
  ['src/greet.test.js', adding("assert.equal(greet('Ada', 'Alan'), 'Hello, Ada and Alan!');")],
];

export const fix = [
  ['src/greet.js', replacing(['names.join(', 'names.filter((name) => name.trim()).join('])],
  ['src/greet.test.js', adding("assert.equal(greet('', 'Ada'), 'Hello, Ada!');")],
];

/** What an earlier scene has written goes again. A file that the human has changed stays. */
export const undone = firstTry.map(([file], index) => [
  file,
  (text) => {
    const [original, ...written] = states(file, index);
    return written.includes(text) ? original : text;
  },
]);

/** What another scene has undone comes back. */
export const redone = firstTry.map(([file], index) => [
  file,
  (text) => {
    const [original, , finished] = states(file, index);
    return text === original ? finished : text;
  },
]);

/** A file as it is in a new copy of the project, after the first try, and after the fix. */
function states(file, index) {
  const original = readFileSync(new URL(`project/${file}`, import.meta.url), 'utf8');
  const tried = firstTry[index][1](original);
  return [original, tried, fix[index][1](tried)];
}

/** In the form that Party asks for. What has been settled with a reason is not raised again. */
export async function reviewGreeting(request) {
  const lines = (await readFile('src/greet.js', 'utf8').catch(() => '')).split('\n');
  const joined = lines.findIndex((line) => line.includes('.join('));
  const findings = [];
  if (joined >= 0 && !lines[joined].includes('.filter(')) findings.push({ ...blank, line: joined + 1 });
  if (joined >= 0 && !request.includes(commas.description)) findings.push({ ...commas, line: joined + 1 });
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  return {
    findings: findings.map((finding, index) => ({ id: `F${index + 1}`, ...finding })),
    summary: findings.length === 0 ? 'No problems found.' : 'The code does not check the names.',
    stats: { blocking_count: blocking, non_blocking_count: findings.length - blocking, files_reviewed: 2 },
  };
}

const blank = {
  file: 'src/greet.js',
  severity: 'blocking',
  category: 'correctness',
  description: 'An empty name is greeted too: greet("", "Ada") says "Hello,  and Ada!"',
  suggestion: 'Leave out names that are empty or blank, and test it',
};

const commas = {
  file: 'src/greet.js',
  severity: 'non-blocking',
  category: 'style',
  description: 'Three names read "Ada and Alan and Grace"; commas would be nicer',
  suggestion: 'Put commas between all but the last two names',
};

function replacing(...pairs) {
  return (text) => {
    // All or nothing: a file that the human has changed is the human's.
    if (!pairs.every(([old]) => text.includes(old))) return text;
    return pairs.reduce((changed, [old, now]) => changed.replace(old, () => now), text);
  };
}

function adding(line) {
  return (text) => (text.includes(line) ? text : `${text.trimEnd()}\n${line}\n`);
}
