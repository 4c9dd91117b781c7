import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);
const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
/** Opened by the build, which holds all other libraries (`UNBUNDLED` in astro.config.mjs). */
const config = readFileSync(path.join(ROOT, 'astro.config.mjs'), 'utf8');
const unbundled = [
  ...(/const UNBUNDLED = \[([^\]]*)\]/.exec(config)?.[1] ?? '').matchAll(/'([^']+)'/g),
].map(([, name = '']) => name);
/** Packages of other packages of ours. */
const BY_OTHERS = ['@node-rs/argon2', '@node-rs/bcrypt'];

const IMPORT =
  /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/gm;

const REQUIRE = /\b(?:require|require\.resolve|import\.meta\.resolve)\(\s*'([^'.#][^']*)'/g;

function fileOf(name: string, from: string): string | null {
  if (name.startsWith('.')) return path.resolve(path.dirname(from), name);
  if (name.startsWith('#db/')) return path.join(ROOT, 'db', name.slice(4));
  return name.startsWith('#') ? path.join(ROOT, 'src', name.slice(1)) : null;
}

/** Packages that a program loads as TypeScript, directly or through its modules. */
function packagesOf(starts: string[]): Set<string> {
  const packages = new Set<string>();
  const files = [...starts];
  const seen = new Set(files);
  for (const file of files) {
    for (const [, named, asked] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const name = named ?? asked ?? '';
      const next = fileOf(name, file);
      if (next !== null) {
        if (!seen.has(next) && existsSync(next)) files.push(next);
        seen.add(next);
      } else if (!name.startsWith('node:')) {
        packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
      }
    }
  }
  return packages;
}

const programs = ['commands', 'src/server/image'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => path.join(ROOT, folder, name)),
);

/** What the built server opens by name, at run time: the build does not see it. */
function requiredIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  );
  return files.flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(REQUIRE)].map(
      ([, required = '']) => required,
    ),
  );
}

/**
 * Free to use and to pass on with ours. What is under the LGPL stays a library of its own: libvips
 * in sharp's folder, libheif as files of the build with its licence in public/licences.
 */
const LICENCES = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC-BY-4.0'],
  ...[
    'CC0-1.0',
    'ISC',
    'LGPL-3.0',
    'LGPL-3.0-or-later',
    'MIT',
    'MIT-0',
    'MPL-2.0',
    'Python-2.0',
    'Unlicense',
  ],
];
/** MIT too, said in a way of old. */
const OLD_WAY = ['buildcheck', 'cpu-features', 'ssh2'];

test('every package may be used', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { license?: string }>;
  };
  const isFree = (licence: string): boolean =>
    licence.split(' AND ').every((part) => LICENCES.includes(part)) ||
    licence
      .replace(/^\((.*)\)$/, '$1')
      .split(' OR ')
      .some((part) => LICENCES.includes(part));
  const others = Object.entries(packages).filter(([, { license = '' }]) => !isFree(license));
  expect(Object.keys(packages).length).toBeGreaterThan(500);
  expect(others.map(([name]) => name.replace(/.*node_modules\//, ''))).toEqual(OLD_WAY);
});

test('what browsers get of libheif comes with its licence', () => {
  const licence = readFileSync(path.join(ROOT, 'public/licences/libheif.txt'), 'utf8');
  const libheif = path.join(ROOT, 'node_modules/libheif-js');
  const { version } = JSON.parse(readFileSync(path.join(libheif, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect(licence).toContain(`libheif-js ${version}`);
  const given = readFileSync(path.join(libheif, 'libheif-wasm/LICENSE'), 'utf8');
  expect(licence.endsWith(given)).toBe(true);
});

test('image and release hold the packages that server, decoders and commands open, and no others', () => {
  const opened = packagesOf(programs);
  expect(opened.size).toBeGreaterThan(10);
  expect(unbundled.length).toBeGreaterThan(2);
  for (const name of requiredIn(path.join(ROOT, 'src'))) {
    if (!name.startsWith('node:')) opened.add(name);
  }
  for (const name of unbundled) if (!BY_OTHERS.includes(name)) opened.add(name);
  expect(Object.keys(dependencies).toSorted()).toEqual([...opened].toSorted());
});
