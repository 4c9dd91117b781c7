import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ROOT } from './root.ts';

const Stamp = z.object({ release: z.string(), commit: z.string() });

/** Read once: a build beside the running program may already be a later one. */
const stamp = readStamp();

/** As package.json has it: `0.2.0`. */
export const RELEASE = stamp.release;

/** The first seven digits, with `.changed` if files were; empty where the build had no history. */
export const COMMIT = stamp.commit;

/** The running program: `0.2.0+8085f67`. */
export const VERSION = COMMIT === '' ? RELEASE : `${RELEASE}+${COMMIT}`;

/** What the build wrote (scripts/astro-version.mjs); in development the release alone. */
function readStamp(): z.output<typeof Stamp> {
  try {
    return Stamp.parse(readJson('dist/version.json'));
  } catch {
    const { version } = z.object({ version: z.string() }).parse(readJson('package.json'));
    return { release: version, commit: '' };
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}
