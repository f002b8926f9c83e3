// How a demo agent sets its text: panes are narrow, and what Party writes to them has long paths.

/** Breaks lines between words. What follows the first line is indented, so that it can be seen who says it. */
export function wrap(text, width) {
  const [first = '', ...others] = text.split('\n').flatMap((line) => fold(line, Math.max(10, width - 2)));
  return [first, ...others.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
}

function fold(line, width) {
  const rows = [];
  let rest = line;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > 0 ? space : width;
    rows.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^ /, '');
  }
  return [...rows, rest];
}

/** Of a path in the state directory, a reader needs only the name of the file. */
export function shortPaths(text) {
  return text.replace(/(?<=\s)\/\S+\/(?=[^\s/]+)/gu, '…/');
}

/** The text of a request, without the lines that say where the answer goes. */
export function textIn(request) {
  return request.split('\n\n---\nWrite your response to: ')[0] ?? '';
}

/** What came of a step, below it. */
export function outcome(text) {
  const [first, ...others] = shortPaths(text.trim()).split('\n');
  return [`  └ ${first}`, ...others.map((line) => `  ${line}`)].join('\n');
}
