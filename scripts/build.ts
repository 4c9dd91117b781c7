import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findCommit } from './astro-version.mjs';
import { isBuiltOfThis } from './build-inputs.mjs';

const ROOT = path.dirname(import.meta.dirname);
const ENTRY = path.join(ROOT, 'dist/server/entry.mjs');
const STAMP = path.join(ROOT, 'dist/version.json');

export async function buildIfStale(): Promise<void> {
  if (isOfCommit() && isBuiltOfThis()) return;
  console.log('Building …');
  const build = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  const [code] = (await once(build, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the build failed; npm run build shows why');
}

/** A build says which commit it is of: another's would say the wrong one. */
function isOfCommit(): boolean {
  if (!existsSync(ENTRY) || !existsSync(STAMP)) return false;
  const { commit } = JSON.parse(readFileSync(STAMP, 'utf8')) as { commit: string };
  return commit === findCommit();
}

if (import.meta.main) await buildIfStale();
