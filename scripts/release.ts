/**
 * `npm run release`: what is published of a version. An archive that runs on a bare Linux of this
 * architecture, with the built server, the packages it opens, and Node: no compiler, no npm and
 * little memory are needed there. Beside it notes, a list of all packages (CycloneDX) and checksums.
 * `npm run release -- 0.3.0` only sets that version everywhere it stands, and the digests that base
 * images have today, to be looked at and committed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { IMAGE_FILES, listUnpinned, pinImages } from './base-images.ts';
import { buildIfStale } from './build.ts';
import { notesOf, requireClean, setVersion } from './release-version.ts';

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
const SUMS = 'SHA256SUMS';

const readVersion = (): string =>
  (JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string })
    .version;

/** @returns the archive */
export async function makeRelease(folder: string): Promise<string> {
  await buildIfStale();
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
  const archive = path.join(folder, `${NAME}-${readVersion()}-linux-${process.arch}.tar.gz`);
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

/** All packages, also those of tests (marked so): the build holds some of them. */
function listPackages(): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex');

/** @returns the folder with everything to publish of the committed version */
async function publish(): Promise<void> {
  const folder = path.join(ROOT, 'release');
  const version = readVersion();
  requireClean(ROOT);
  const notes = notesOf(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
  const archive = await makeRelease(folder);
  writeFileSync(path.join(folder, `${NAME}-${version}.cdx.json`), listPackages());
  const isOfVersion = (name: string): boolean => name.startsWith(`${NAME}-${version}`);
  const files = readdirSync(folder).filter((name) => isOfVersion(name) && !name.endsWith('.md'));
  const sums = files.map((name) => `${hashOf(path.join(folder, name))}  ${name}\n`).join('');
  writeFileSync(path.join(folder, SUMS), sums);
  const notesFile = `${NAME}-${version}.md`;
  writeFileSync(path.join(folder, notesFile), `${notes}\n\n\`\`\`\n${sums}\`\`\`\n`);
  const unpinned = IMAGE_FILES.flatMap((file) =>
    listUnpinned(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  if (unpinned.length > 0) {
    console.log(
      `Without a digest: ${[...new Set(unpinned)].join(', ')}. Where Docker reaches a registry, npm run release -- ${version} sets them.`,
    );
  }
  console.log(`${archive}: ${Math.round(statSync(archive).size / 1e6)} MB
release/ has checksums (${SUMS}), packages (${NAME}-${version}.cdx.json) and notes (${notesFile}).
Once it has run here on each architecture, tag and publish it:

  git tag --annotate v${version} --message 'Version ${version}'
  git push --follow-tags
  gh release create v${version} --notes-file release/${notesFile} ${[...files, SUMS].map((name) => `release/${name}`).join(' ')}

Last, put {"version": "${version}"} where RELEASE_URL points: it is what tells operators.`);
}

if (import.meta.main) {
  try {
    const [version] = process.argv.slice(2);
    if (version === undefined) await publish();
    else {
      requireClean(ROOT);
      setVersion(ROOT, version, new Date());
      const why = pinImages(ROOT);
      if (why !== null)
        console.log(`Base images stay as they are, their digests are not known here: ${why}`);
      console.log(`Version ${version} is set. Look at it (git diff), commit it, npm run release.`);
    }
  } catch (error) {
    console.error(`release: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
