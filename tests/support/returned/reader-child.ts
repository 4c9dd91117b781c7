/**
 * Reads the mailbox once, at a given moment, beside a server's folder; tests kill it. Prints a dot
 * when a letter's report was kept, before it is marked. `kept` gets a line for each letter.
 */
import { appendFileSync, existsSync, readFileSync, writeSync } from 'node:fs';
import type { Returned } from '#domains/delivery/returned/take-returned.ts';
import { returnedLane } from '#domains/delivery/returned/watch-mailbox.ts';
import { readEnv } from '#server/env.ts';
import { makeWorker } from '#server/lane-worker.ts';
import type { Runtime } from '#server/runtime.ts';
import { openBeside } from '../../../commands/admin/open.ts';

const [, , settings = '{}', moment = '', kept = ''] = process.argv;
const beside = await openBeside(readEnv(JSON.parse(settings) as Record<string, string>));
const rt: Runtime = { ...beside, clock: { now: () => new Date(moment) } };

const take = (_rt: Runtime, { mailId, kind, sentence }: Returned) => {
  const lines = existsSync(kept) ? readFileSync(kept, 'utf8') : '';
  const isKnown = lines.includes(`${mailId} `);
  if (!isKnown) appendFileSync(kept, `${mailId} ${kind} ${sentence}\n`, { flush: true });
  writeSync(1, '.');
  return Promise.resolve<'known' | 'taken'>(isKnown ? 'known' : 'taken');
};

await makeWorker(rt.log, [returnedLane(rt, take)]).drain();
await rt.close();
writeSync(1, 'done');
