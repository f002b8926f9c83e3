// Ids that users and other extensions rely on. An id that is not in the list is new: add it. An id of the list that the
// code no longer has breaks key bindings, settings and other extensions: keep it, or make it an alias.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headings } from '../../src/cli/party/headings.ts';
import { errorCodes } from '../../src/core/base/errors.ts';
import { exits } from '../../src/core/base/exits.ts';
import { doctorGroups } from '../../src/core/status/doctor/doctorCheck.ts';
import * as ids from '../../src/extension/app/contributions.ts';
import { commandNames, createManifest } from '../../src/extension/app/manifest.ts';
import { root } from '../runner/places.mjs';

const file = 'test/house/publicIds.json';
const { contributes } = createManifest();

const now: Readonly<Record<string, readonly string[]>> = {
  commands: commandNames.map(ids.commandId),
  views: Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
  settings: Object.keys(contributes.configuration.properties),
  contextKeys: Object.values(ids.contextKeys),
  walkthroughs: contributes.walkthroughs.flatMap(({ id, steps }) => [id, ...steps.map((step) => `${id}#${step.id}`)]),
  terminalProfiles: contributes.terminal.profiles.map(({ id }) => id),
  verbs: Object.keys(headings),
  errorCodes: Object.keys(errorCodes),
  exits: Object.entries(exits).map(([name, code]) => `${name} ${code}`),
  doctorChecks: Object.keys(doctorGroups),
};

describe('public ids', () => {
  const kept: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(join(root, file), 'utf8'));

  for (const [kind, listed] of Object.entries(kept)) {
    it(`are still there: ${kind}`, () =>
      assert.deepEqual(
        listed.filter((id) => !now[kind]?.includes(id)),
        [],
      ));
  }

  for (const [kind, known] of Object.entries(now)) {
    it(`are in ${file}: ${kind}`, () =>
      assert.deepEqual(
        known.filter((id) => !kept[kind]?.includes(id)),
        [],
      ));
  }
});
