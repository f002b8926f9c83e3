// The shell scripts that ship: either generated from the template, or too short to hold product logic.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { registrations } from '../../src/core/gates/hooks.ts';
import { generatedLine } from '../../src/core/gates/scripts/parts.ts';
import { hooksJson } from '../../src/core/gates/scripts/registration.ts';
import { scripts } from '../../src/core/gates/scripts/scripts.ts';
import { root } from '../runner/places.mjs';

const longest = 15;

const shipped = readdirSync(join(root, 'resources'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  .filter(([, text]) => text.startsWith('#!/bin/sh\n'));

describe('the shell scripts', () => {
  for (const [path, text] of Object.entries(scripts)) {
    it(`${path} is current: node build.mjs --scripts`, () => {
      assert.equal(readFileSync(join(root, path), 'utf8'), text);
      assert.equal(statSync(join(root, path)).mode & 0o111, 0o111);
    });
  }

  it(`${hooksJson.path} is current: node build.mjs --scripts`, () => {
    assert.equal(readFileSync(join(root, hooksJson.path), 'utf8'), hooksJson.text);
  });

  it('exist for each hook that hooks.json registers', () => {
    const registered = registrations.flatMap(({ calls }) => Object.keys(calls));
    const missing = registered.filter((name) => !Object.hasOwn(scripts, `resources/claude/hooks/${name}.sh`));
    assert.deepEqual(missing, []);
  });

  it(`have at most ${longest} lines, or are written by the build and say so`, () => {
    assert.ok(shipped.length >= Object.keys(scripts).length, 'no scripts were found');
    const written = shipped.filter(([, text]) => text.includes(`\n${generatedLine}\n`)).map(([path]) => path);
    assert.deepEqual(written.sort(), Object.keys(scripts).sort());
    const others = shipped.filter(([path]) => !Object.hasOwn(scripts, path));
    assert.deepEqual(
      others.filter(([, text]) => text.trimEnd().split('\n').length > longest).map(([path]) => path),
      [],
    );
  });

  it('choose Node in the template alone', () => {
    const choosing = shipped.filter(([, text]) => text.includes('PARTY_NODE')).map(([path]) => path);
    assert.deepEqual(choosing.sort(), Object.keys(scripts).sort());
  });

  it('read no common file: bash as sh would end with 1 where it is missing, which denies nothing', () => {
    const sourcing = shipped.filter(([, text]) => /^\s*(?:\.|source)\s/m.test(text)).map(([path]) => path);
    assert.deepEqual(sourcing, []);
  });
});
