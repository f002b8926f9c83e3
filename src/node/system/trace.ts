// `--verbose`: what this process does, line by line. Without the flag, nothing listens.

type Listener = (line: string) => void;

let listener: Listener | undefined;

export function traceTo(to: Listener): void {
  listener = to;
}

/** The text is made only if there is a listener. */
export function trace(text: () => string): void {
  listener?.(text());
}
