// Whether something that happens is what the user has just asked for: then nobody has to be told about it.

let acts = 0;

export async function asOwnAct<T>(work: () => Promise<T>): Promise<T> {
  acts++;
  try {
    return await work();
  } finally {
    acts--;
  }
}

export function isOwnAct(): boolean {
  return acts > 0;
}
