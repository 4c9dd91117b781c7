import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { findCommit } from './astro-version.mjs';

const ROOT = path.dirname(import.meta.dirname);
const SOURCES = [
  'src',
  'db',
  'commands',
  'public',
  'scripts',
  'astro.config.mjs',
  'package-lock.json',
];
const ENTRY = path.join(ROOT, 'dist/server/entry.mjs');
const STAMP = path.join(ROOT, 'dist/version.json');

export async function buildIfStale(): Promise<void> {
  if (isOfCommit() && statSync(ENTRY).mtimeMs > newestSource()) return;
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

function newestSource(): number {
  const times = SOURCES.flatMap((name) => {
    const target = path.join(ROOT, name);
    const inside = statSync(target).isDirectory()
      ? readdirSync(target, { recursive: true }).map((file) => path.join(target, String(file)))
      : [];
    return [target, ...inside].map((file) => statSync(file).mtimeMs);
  });
  return Math.max(...times);
}
