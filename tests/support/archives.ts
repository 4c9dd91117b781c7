import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { faultsOf } from './markup.ts';

const run = promisify(execFile);

export type Files = Record<string, Buffer>;

/** The files of an archive, in their order. */
export const unzip = (zip: Buffer): Files =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, file]) => [name, Buffer.from(file)]),
  );

export const isPhoto = (name: string): boolean => name.endsWith('.jpg');

/** Unpacks with the system's own program into a folder that is given to `look`. */
export async function unpacked<T>(zip: Buffer, look: (folder: string) => Promise<T>): Promise<T> {
  const top = await mkdtemp(path.join(tmpdir(), 'archive-'));
  try {
    const file = path.join(top, 'letters.zip');
    const folder = path.join(top, 'letters');
    await writeFile(file, zip);
    await run('unzip', ['-tq', file]);
    await run('unzip', ['-q', file, '-d', folder]);
    return await look(folder);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

/** By path within the folder. */
export async function filesIn(folder: string): Promise<Files> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(path.relative(folder, entry.parentPath), entry.name));
  const read = files
    .sort()
    .map(async (name) => [name, await readFile(path.join(folder, name))] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Windows reserves these, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
const NAME = /^(?:[a-z0-9-]{1,20}\/){0,2}[a-z0-9-]{1,20}\.(?:html|css|csv|jpg)$/;
const TAG = /<([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"]*")?)*)\s*\/?>/g;
const ATTRIBUTE = /([a-zA-Z-]+)="([^"]*)"/g;
const TAGS_WITHOUT_HARM =
  /^(?:html|head|meta|title|link|body|main|footer|header|nav|section|div|span|p|h1|h2|ul|li|a|b|small|bdi|figure|figcaption|img|svg|path|circle|g|rect|ellipse)$/;

interface Tag {
  name: string;
  attributes: Record<string, string>;
}

const tagsOf = (html: string): Tag[] =>
  [...html.matchAll(TAG)].map(([, name = '', rest = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...rest.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value]),
    ),
  }));

/** Everything that keeps an archive from opening by itself, in any place and time. */
export async function archiveFaults(files: Files): Promise<string[]> {
  const names = Object.keys(files);
  const found = names.filter(isBadName).map((name) => `the name ${name}`);
  const lower = new Set(names.map((name) => name.toLowerCase()));
  if (lower.size !== names.length) found.push('names that differ in case only');
  const used = new Set(['index.html']);
  for (const [name, bytes] of Object.entries(files)) {
    if (name.endsWith('.css')) found.push(...faultsOfStyle(bytes.toString()));
    if (!name.endsWith('.html')) continue;
    const html = bytes.toString();
    // Names are as long as they are.
    const faults = (await faultsOf(html)).filter((fault) => !fault.startsWith('long-title'));
    found.push(...faults.map((fault) => `${name}: ${fault}`));
    found.push(...faultsOfPage(name, html, names, used));
  }
  found.push(...names.filter((name) => !used.has(name)).map((name) => `${name} is not linked`));
  return found;
}

const isBadName = (name: string): boolean =>
  !NAME.test(name) || name.split('/').some((part) => RESERVED.test(part.replace(/\..*$/, '')));

const faultsOfStyle = (css: string): string[] =>
  /url\(|@import|https?:|\/\//i.test(css) ? ['the style sheet asks for something'] : [];

function faultsOfPage(page: string, html: string, names: string[], used: Set<string>): string[] {
  const found: string[] = [];
  if (!html.startsWith('<!DOCTYPE html>\n<html lang="ja">\n<head>\n<meta charset="utf-8">\n')) {
    found.push(`${page}: another beginning`);
  }
  if (/[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/.test(html)) {
    found.push(`${page}: a control character`);
  }
  for (const { name, attributes } of tagsOf(html)) {
    if (!TAGS_WITHOUT_HARM.test(name)) found.push(`${page}: <${name}>`);
    for (const [key, value] of Object.entries(attributes)) {
      if (/^on|^style$|^srcset$/.test(key)) found.push(`${page}: ${key}="${value}"`);
      if (/https?:|^\/|\/\/|javascript:|data:/i.test(value)) found.push(`${page}: ${value}`);
      if (key !== 'href' && key !== 'src') continue;
      const target = path.posix.join(path.posix.dirname(page), value);
      if (names.includes(target)) used.add(target);
      else found.push(`${page}: ${value} is not there`);
    }
  }
  // What is no tag of ours must not look like one.
  const rest = html.replace(TAG, '').replace(/<\/[a-z0-9]+>|<!DOCTYPE html>/g, '');
  if (rest.includes('<')) found.push(`${page}: a tag that is not ours`);
  return found;
}
