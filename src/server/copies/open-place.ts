import path from 'node:path';
import type { Env } from '#server/env.ts';
import type { PlaceAddress } from './parse-place.ts';
import type { Place } from './place.ts';

/** Connects where that is needed; what a kind of place needs is loaded here. @throws Error */
export async function openPlace({ kind, text, url }: PlaceAddress, env: Env): Promise<Place> {
  if (kind === 'file') {
    const { openDisk } = await import('./disk.ts');
    return openDisk(path.resolve(decodeURIComponent(url.pathname)), env.DATA_DIR);
  }
  if (kind === 'sftp') {
    const { openSftp } = await import('./sftp.ts');
    return openSftp(url, env);
  }
  const { openBucketPlace } = await import('./s3-place.ts');
  return openBucketPlace(text);
}
