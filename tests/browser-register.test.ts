import { expect, test } from 'vitest';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { COOKIES, STORED } from '#components/legal/browser-register.ts';

const ROOT = path.dirname(import.meta.dirname);

const sources = ['src', 'public']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name}`,
    ),
  )
  .filter((file) => /(?<!\.test)\.(?:tsx?|js|astro)$/.test(file));
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const CONSTANT = /export const (\w+_COOKIE) = '([^']+)'/g;
/** A cookie is set by the name of its constant; nothing but server/cookies.ts takes any name. */
const SET = /(?:\bname: |cookies\.set\(|setCookie\()(?!name\b|typeof )([^,)\s]+)/g;
const SETS = /keepCookie\(|cookies\.set\(/;
const NAMES_ANY = 'src/server/cookies.ts';

/** Constants of cookies, by their values; and the calls that set one by another name. */
function findCookies(): { named: string[]; loose: string[] } {
  const texts = sources.map((file) => [file, read(file)] as const);
  const named = texts.flatMap(([, text]) => [...text.matchAll(CONSTANT)].map(([, , name]) => name));
  const loose = texts
    .filter(([file, text]) => file !== NAMES_ANY && SETS.test(text))
    .flatMap(([file, text]) =>
      [...text.matchAll(SET)]
        .map(([, name = '']) => name)
        .filter((name) => !name.endsWith('_COOKIE'))
        .map((name) => `${file}: ${name}`),
    );
  return { named: named.filter((name) => name !== undefined), loose };
}

test('every cookie is on the privacy page, by its constant', () => {
  const { named, loose } = findCookies();
  const told = COOKIES.flatMap(({ names }) => names);
  expect(named.length).toBeGreaterThan(8);
  const missing = named.filter((name) => !told.includes(name));
  expect(
    missing.map(
      (name) => `cookie ${name}: say in src/components/legal/browser-register.ts what it is`,
    ),
  ).toEqual([]);
  expect(told.filter((name) => !named.includes(name))).toEqual([]);
  expect(loose).toEqual([]);
  expect(sources.filter((file) => /document\.cookie|cookieStore/.test(read(file)))).toEqual([]);
});

/** What puts something into a browser. */
const STORES =
  /\bremember\(|\brecall\(|(?:local|session)Storage\.setItem|\bopenDB\b|indexedDB\.open|caches\.open/;
const KEEPS_FOR_OTHERS = 'src/client/kept.ts';

test('whatever else a browser keeps is on the privacy page, by the file that keeps it', () => {
  const keeping = sources.filter((file) => file !== KEEPS_FOR_OTHERS && STORES.test(read(file)));
  const told = STORED.flatMap(({ files }) => files);
  expect(
    keeping
      .filter((file) => !told.includes(file))
      .map((file) => `${file} keeps something in the browser: say what in browser-register.ts`),
  ).toEqual([]);
  expect(told.filter((file) => !keeping.includes(file))).toEqual([]);
});
