// Counts the steps of pure code, because a clock would measure the machine. Each entry of an array, map or set that a
// call visits, looks up or adds is one step. The same code on the same data takes the same number of steps everywhere.

/** How many steps `act` takes. It must be synchronous. */
export function stepsOf(act: () => unknown): number {
  const restore: (() => void)[] = [];
  let steps = 0;
  const count = (owner: object, name: string | symbol, stepsIn: (self: { length?: number }) => number) => {
    const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
    const replace = (value: unknown) =>
      Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false });
    replace(function (this: { length?: number }, ...args: unknown[]) {
      steps += stepsIn(this);
      return original.apply(this, args);
    });
    restore.push(() => replace(original));
  };
  for (const name of ['filter', 'map', 'flatMap', 'find', 'findLast', 'findLastIndex', 'some', 'slice'] as const) {
    count(Array.prototype, name, ({ length = 0 }) => length);
  }
  count(Array.prototype, 'push', () => 1);
  for (const name of ['get', 'set'] as const) count(Map.prototype, name, () => 1);
  for (const name of ['add', 'has', 'delete'] as const) count(Set.prototype, name, () => 1);
  for (const values of [[], new Map(), new Set()]) {
    count(Object.getPrototypeOf(values[Symbol.iterator]()), 'next', () => 1);
  }
  try {
    act();
  } finally {
    for (const one of restore) one();
  }
  return steps;
}
