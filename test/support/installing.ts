import { Sandbox } from './sandbox.ts';

/** Each test of the suite gets a sandbox with an empty home. */
export function eachInSandbox() {
  let box: Sandbox;
  beforeEach(() => {
    box = new Sandbox();
  });
  afterEach(() => box.dispose());
  return {
    get box() {
      return box;
    },
  };
}
