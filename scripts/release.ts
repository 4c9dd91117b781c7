/**
 * `npm run release`: one archive that runs on a bare Linux of this architecture, with the built
 * server, the packages it opens, and Node. No compiler, no npm and little memory are needed there.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { buildIfStale } from './build.ts';

const ROOT = path.dirname(import.meta.dirname);
const NAME = 'tsukidayori';
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'README.ja.md',
  'commands',
  'db',
  'deploy',
  'dist',
  'docs',
  'scripts/healthcheck.mjs',
  'src',
];
/** Where the unit file expects it. */
const NODE = 'node_modules/node/bin/node';

/** @returns the archive */
export async function makeRelease(folder: string): Promise<string> {
  await buildIfStale();
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const top = path.join(folder, NAME);
  rmSync(top, { recursive: true, force: true });
  mkdirSync(top, { recursive: true });
  for (const part of PARTS) copy(part, top);
  const packages = ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error'];
  const { status } = spawnSync('npm', packages, {
    cwd: top,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('npm ci failed');
  copy(NODE, top);
  const archive = path.join(folder, `${NAME}-${version}-linux-${process.arch}.tar.gz`);
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['-czf', archive, ...owner, '-C', folder, NAME]);
  rmSync(top, { recursive: true });
  return archive;
}

function copy(part: string, top: string): void {
  const from = path.join(ROOT, part);
  if (!existsSync(from)) throw new Error(`${part} is missing`);
  cpSync(from, path.join(top, part), {
    recursive: true,
    dereference: true,
    filter: (file) => !/\.test\.tsx?$/.test(file),
  });
}

if (import.meta.main) {
  const archive = await makeRelease(path.join(ROOT, 'release'));
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${hash}  ${path.basename(archive)}\n`);
  console.log(`${archive}: ${Math.round(statSync(archive).size / 1e6)} MB`);
  console.log('CONTRIBUTING.md, “Releases”, says how to tag and publish it.');
}
