import type { Env } from '#server/env.ts';
import type { Copied } from './copy.ts';
import { copyBackups } from './copy.ts';

const MIB = 1024 * 1024;

const lineOf = ({ place, set, files, bytes, error }: Copied): string =>
  error === null
    ? `Copied ${set ?? ''} to ${place} (${files} new files, ${(bytes / MIB).toFixed(1)} MiB)`
    : `Not copied to ${place}: ${error}`;

/** `backup copy [--new-place]`. @returns the exit code. @throws Error with one line */
export async function copyCommand(env: Env, isSure: boolean): Promise<number> {
  const copied = await copyBackups(env, { isSure });
  for (const one of copied) (one.error === null ? console.log : console.error)(lineOf(one));
  return copied.some(({ error }) => error !== null) ? 1 : 0;
}
