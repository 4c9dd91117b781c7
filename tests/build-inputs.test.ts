import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuiltOfThis, stampInputs } from '../scripts/build-inputs.mjs';

let root: string;
const at = (name: string): string => path.join(root, name);
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-build-'));
  for (const folder of ['src/pages', 'db', 'public', 'scripts', 'dist']) {
    mkdirSync(at(folder), { recursive: true });
  }
  for (const file of ['astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']) {
    writeFileSync(at(file), '');
  }
  writeFileSync(at('src/pages/a.astro'), 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

/** @param during what happens while it is built */
function build(during = (): void => undefined): void {
  const { hooks } = stampInputs(root);
  hooks['astro:build:start']();
  during();
  hooks['astro:build:done']();
}

test('a build of the same sources is kept, whenever they were written', () => {
  expect(isBuiltOfThis(root)).toBe(false);
  build();
  expect(isBuiltOfThis(root)).toBe(true);
  utimesSync(at('src/pages/a.astro'), new Date(), new Date());
  writeFileSync(at('src/pages/a.test.ts'), 'a test');
  expect(isBuiltOfThis(root)).toBe(true);
});

describe('a build is stale', () => {
  test.each<[string, () => void]>([
    ['a file says something else', () => writeFileSync(at('src/pages/a.astro'), 'two')],
    ['a file was added', () => writeFileSync(at('public/b.txt'), '')],
    ['a file is gone', () => rmSync(at('src/pages/a.astro'))],
    ['a file has another name', () => renameSync(at('src/pages/a.astro'), at('src/pages/b.astro'))],
    ['libraries changed', () => writeFileSync(at('package-lock.json'), '{}')],
    ['its settings changed', () => writeFileSync(at('astro.config.mjs'), '{}')],
  ])('if %s, even with an older date', (_what, change) => {
    build();
    change();
    for (const file of ['package-lock.json', 'astro.config.mjs']) utimesSync(at(file), 1, 1);
    expect(isBuiltOfThis(root)).toBe(false);
  });

  test('if something changed while it was made', () => {
    build(() => writeFileSync(at('src/pages/a.astro'), 'two'));
    expect(isBuiltOfThis(root)).toBe(false);
  });

  test('if the next one failed', () => {
    build();
    stampInputs(root).hooks['astro:build:start']();
    expect(isBuiltOfThis(root)).toBe(false);
  });
});
