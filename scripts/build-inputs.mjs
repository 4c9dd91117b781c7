import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** All that a build is made of; libraries are those of the lock file (`install.mjs`). */
const SOURCES = [
  'src',
  'db',
  'public',
  'scripts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const TEST = /\.test\.tsx?$/;
/** Beside the build, so that no other one can be taken for it. */
const stampOf = (root) => path.join(root, 'dist/built-of');

function filesOf(root, name) {
  if (!statSync(path.join(root, name)).isDirectory()) return [name];
  return readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Of names and contents: a file's time says little after a checkout or a copy. */
function hashInputs(root = ROOT) {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesOf(root, name)).sort()) {
    const bytes = readFileSync(path.join(root, file));
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** Whether the build in `dist` is whole, and of what is here now. */
export const isBuiltOfThis = (root = ROOT) =>
  existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === hashInputs(root);

/** A build that fails, or during which something changes, leaves no stamp. */
export const stampInputs = (root = ROOT) => {
  let before = '';
  return {
    name: 'inputs',
    hooks: {
      'astro:build:start': () => {
        rmSync(stampOf(root), { force: true });
        before = hashInputs(root);
      },
      'astro:build:done': () => {
        if (hashInputs(root) === before) writeFileSync(stampOf(root), before);
      },
    },
  };
};
