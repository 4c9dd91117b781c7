/**
 * Moves an instance to another database, another place for photos, or both: `npm run move -- --to
 * FILE`, with the settings of afterwards in FILE, which is written as .env is. No server may run
 * meanwhile. Nothing is removed where it was.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { keepFilesPrivate } from '#server/private-files.ts';
import { failureOf } from './move/failure.ts';

/**
 * 20 MB are in use whatever the size; without limits the heap grows to 200 before it is collected,
 * which a server of 1 GB may not have. It is no slower so.
 */
const HEAP = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 64 };

if (import.meta.main) {
  keepFilesPrivate();
  const argv = process.argv.slice(2);
  const worker = new Worker(new URL('move/command.ts', import.meta.url), {
    argv,
    resourceLimits: HEAP,
  });
  try {
    const [code] = (await once(worker, 'exit')) as [number];
    process.exitCode = code;
  } catch (error) {
    console.error(failureOf(error));
    process.exitCode = 1;
  }
}
