/**
 * Reads the mailbox once, at a given moment, beside a server's folder; tests kill it. Prints a dot
 * when a letter's report was taken, before it is marked.
 */
import { writeSync } from 'node:fs';
import '#domains/wiring.ts';
import { takeReturned } from '#domains/delivery/returned/take-returned.ts';
import { returnedLane } from '#domains/delivery/returned/watch-mailbox.ts';
import { readEnv } from '#server/env.ts';
import { makeWorker } from '#server/lane-worker.ts';
import type { Runtime } from '#server/runtime.ts';
import { openBeside } from '../../../commands/admin/open.ts';

const [, , settings = '{}', moment = ''] = process.argv;
const beside = await openBeside(readEnv(JSON.parse(settings) as Record<string, string>));
const rt: Runtime = { ...beside, clock: { now: () => new Date(moment) } };

const take: typeof takeReturned = async (parts, returned) => {
  const outcome = await takeReturned(parts, returned);
  writeSync(1, '.');
  return outcome;
};

await makeWorker(rt.log, [returnedLane(rt, take)]).drain();
await rt.close();
writeSync(1, 'done');
