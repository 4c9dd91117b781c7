import { beforeEach, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readEnv } from '#server/env.ts';
import { makeMailer } from '#server/mailer.ts';
import { EXPENSIVE } from '../support/expensive-texts.ts';
import { makeDelivering, tokyo } from '../support/delivery.ts';
import { rounds } from '../support/in-full.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { ofLength, storeEverywhere } from '../support/stored-texts.ts';
import { makeMailSender } from '../support/sender.ts';

/** Letters by mail whose every word somebody wrote (P32). */
const FAMILIES = 20;
const KINDS = Object.entries(EXPENSIVE);

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

/** CPU of composing, keeping and writing the mails of one month. Milliseconds. */
async function costOf(unit: string): Promise<number> {
  const { hostId } = await makeDelivering(rt, { families: FAMILIES });
  await rt.db
    .insertInto('delivery_settings')
    .values({ host_id: hostId, sender_name: 'a', signature: 'a', early_look: 0 })
    .execute();
  await storeEverywhere(rt.db, ofLength(unit));
  const mailer = makeMailer(readEnv({ DATA_DIR: rt.dataDir }));
  const before = process.cpuUsage();
  await runDeliveries(rt);
  await makeMailSender({ ...rt, mailer }).drain();
  const { user } = process.cpuUsage(before);
  const sent = await rt.db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'sent')
    .where('kind', '=', 'delivery')
    .where('host_id', '=', hostId)
    .executeTakeFirstOrThrow();
  expect(sent.count, unit).toBe(FAMILIES);
  await rt.db.deleteFrom('hosts').where('id', '=', hostId).execute();
  return user / 1000;
}

test('no stored text makes a mail expensive', { timeout: 120_000 }, async () => {
  rt.clock.set(tokyo('2026-11-01T09:00:00'));
  await costOf('あ');
  const plain = await costOf('あ');
  const expensive: string[] = [];
  const step = Math.ceil(KINDS.length / rounds(6, KINDS.length));
  for (const [kind, unit] of KINDS.filter((_, at) => at % step === 0)) {
    const ms = await costOf(unit);
    // Of a letter at most 60 ms more; a busy machine gets as much again.
    if (ms > plain + FAMILIES * 20) expensive.push(`${kind}: ${ms} ms, plain ${plain} ms`);
  }
  expect(expensive).toEqual([]);
});
