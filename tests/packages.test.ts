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
