import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { countDueLetters } from '#domains/mail/turns.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import '#domains/wiring.ts';
import { makeMailSender } from '../support/sender.ts';

/**
 * `node run-costs.ts`, with the server's settings: a whole run and its mails in a process that does
 * nothing else; prints the milliseconds of CPU of each.
 */
const rt = await openRuntime(readEnv(process.env));
const ms = { run: 0, mails: 0 };
for (;;) {
  await timed('run', () => runDeliveries(rt));
  if (!(await isWaiting())) break;
  await timed('mails', sendAll);
}
await rt.close();
process.stdout.write(JSON.stringify(ms));

async function sendAll(): Promise<void> {
  const sender = makeMailSender(rt);
  await sender.start();
  while (await isWaiting()) await new Promise((resolve) => setTimeout(resolve, 50));
  await sender.stop();
}

/** By the sender's own index: any other look at so many mails would cost more than sending them. */
async function isWaiting(): Promise<boolean> {
  return (await countDueLetters(rt.db, rt.clock.now().toISOString(), 1)) > 0;
}

async function timed(part: 'run' | 'mails', work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const used = process.cpuUsage(before);
  ms[part] += (used.user + used.system) / 1000;
}
