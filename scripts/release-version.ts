import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { civilDateOf } from '#lib/calendar.ts';

const UNRELEASED = '## Unreleased';
const VERSION = /^\d+\.\d+\.\d+$/;

/** @throws Error with one line if files differ from the commit */
export function requireClean(folder: string): void {
  const args = ['status', '--porcelain'];
  const changed = execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();
  if (changed !== '') throw new Error(`commit or remove first:\n${changed}`);
}

/**
 * The version's section of the changelog.
 * @throws Error with one line if there is none, or nothing in it
 */
export function notesOf(changelog: string, version: string): string {
  const [, ...sections] = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} `));
  const notes = section?.slice(section.indexOf('\n')).trim();
  if (!notes)
    throw new Error(
      `CHANGELOG.md has nothing under “## ${version}”: npm run release -- ${version}`,
    );
  return notes;
}

/**
 * Sets the version in package.json, its lock, the image's label and the changelog: its unreleased
 * section gets number and day. @throws Error with one line
 */
export function setVersion(folder: string, version: string, now: Date): void {
  if (!VERSION.test(version)) throw new Error(`${version} is not three numbers, such as 0.3.0`);
  const change = (name: string, from: RegExp | string, to: string): void => {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (text.search(from) < 0) throw new Error(`${name} has no ${String(from)}`);
    writeFileSync(file, text.replace(from, to));
  };
  const changelog = readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8');
  const isSet = !changelog.includes(UNRELEASED) && changelog.includes(`## ${version} `);
  if (!isSet) change('CHANGELOG.md', UNRELEASED, `## ${version} (${civilDateOf(now)})`);
  change('Dockerfile', /(?<=image\.version=")[^"]*/, version);
  const npm = ['version', version, '--no-git-tag-version', '--allow-same-version'];
  execFileSync('npm', npm, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}
