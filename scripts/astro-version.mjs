import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const LENGTH = 7;

/** Writes dist/version.json at the end of a build, which src/server/version.ts reads. */
export const stampVersion = {
  name: 'version',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
      const file = new URL('../version.json', dir);
      await writeFile(file, JSON.stringify({ release: version, commit: findCommit() }));
    },
  },
};

/**
 * From COMMIT, which the image's build is given since it has no history, or from git; with
 * `.changed` where files of the commit were changed.
 * @returns an empty string where neither knows
 */
export function findCommit() {
  const given = /^[0-9a-f]{7,40}(?:\.changed)?$/.exec(process.env.COMMIT ?? '')?.[0];
  if (given) return given.replace(/^([0-9a-f]{7})[0-9a-f]*/, '$1');
  // Not one of a folder above.
  if (!existsSync(path.join(ROOT, '.git'))) return '';
  try {
    const commit = git('rev-parse', `--short=${LENGTH}`, 'HEAD');
    return git('status', '--porcelain', '--untracked-files=no') === ''
      ? commit
      : `${commit}.changed`;
  } catch {
    return '';
  }
}

/** Root builds in a clone that is another user's. */
function git(...args) {
  const options = ['--no-optional-locks', '-c', 'safe.directory=*'];
  const stdio = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', [...options, ...args], { cwd: ROOT, stdio, encoding: 'utf8' }).trim();
}
