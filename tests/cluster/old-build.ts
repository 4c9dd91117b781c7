import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../support/server.ts';

const run = promisify(execFile);

/** A build of an older version, with the libraries of this one. */
interface OldBuild {
  root: string;
  remove: () => Promise<void>;
}

/** @param commit of this repository */
export async function buildOld(commit: string): Promise<OldBuild> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-old-'));
  const root = path.join(home, 'old');
  await run('git', ['worktree', 'add', '--detach', root, commit], { cwd: ROOT });
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  await run(process.execPath, ['scripts/astro.mjs', 'build'], { cwd: root });
  return {
    root,
    async remove() {
      await run('git', ['worktree', 'remove', '--force', root], { cwd: ROOT });
      await rm(home, { recursive: true, force: true });
    },
  };
}
