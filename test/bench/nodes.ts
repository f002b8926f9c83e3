// The two Nodes that programs are measured on: the system's, and the one of the toolchain.

import { cleanEnvironment } from '../runner/environment.mjs';
import type { Sandbox } from '../support/sandbox.ts';
import { versionOf } from './figures.ts';

export interface NamedNode {
  /** `Node 20.20.2` */
  readonly name: string;
  readonly path: string;
}

const paths = new Set([cleanEnvironment(process.env)['PARTY_TEST_NODE20'] ?? process.execPath, process.execPath]);
export const nodes: readonly NamedNode[] = [...paths].map((path) => ({
  name: `Node ${versionOf(path, '--version')}`,
  path,
}));

/** What all measurements share. */
export interface Place {
  readonly box: Sandbox;
  readonly project: string;
  /** The name of the party that runs in the project. */
  readonly session: string;
  readonly rounds: number;
}
