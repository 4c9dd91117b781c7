import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where base images are named. */
export const IMAGE_FILES = ['Dockerfile', 'compose.yaml', 'deploy/compose.cluster.yaml'];

/** With a tag: what is built here has none. */
const IMAGE = /(?<=^ARG NODE=|^ +image: )([a-z]+:[\w.-]+)(?:@(sha256:[0-9a-f]{64}))?/gm;

/** @returns those without a digest, once each */
export function listUnpinned(text: string): string[] {
  const found = [...text.matchAll(IMAGE)].filter(([, , digest]) => digest === undefined);
  return [...new Set(found.map(([, name = '']) => name))];
}

export const withDigests = (text: string, digestOf: (image: string) => string): string =>
  text.replaceAll(IMAGE, (_, name: string) => `${name}@${digestOf(name)}`);

/** @returns why the digests of today could not be had, or null where every file now has them */
export function pinImages(folder: string): string | null {
  const known = new Map<string, string>();
  const digestOf = (image: string): string => {
    const digest = known.get(image) ?? askRegistry(image);
    known.set(image, digest);
    return digest;
  };
  try {
    const pinned = IMAGE_FILES.map((name) => path.join(folder, name)).map((file) => ({
      file,
      text: withDigests(readFileSync(file, 'utf8'), digestOf),
    }));
    for (const { file, text } of pinned) writeFileSync(file, text);
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n').at(1) ?? error.message) : '';
  }
}

/** The digest of the list of all architectures. */
function askRegistry(image: string): string {
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
  const stdio = ['ignore', 'pipe', 'pipe'] as const;
  const digest = execFileSync('docker', args, { encoding: 'utf8', stdio: [...stdio] }).trim();
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`no digest of ${image}: ${digest}`);
  return digest;
}
