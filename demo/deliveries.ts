import type { AddresseeRow } from '#domains/delivery/addressees.ts';
import { listAddressees } from '#domains/delivery/addressees.ts';
import { DEFAULT_SETTINGS, dueAt } from '#domains/facility/delivery-settings.ts';
import type { Channel } from '#domains/delivery/channel.ts';
import { LINE } from '#domains/delivery/line-channel.ts';
import { MAIL } from '#domains/delivery/mail-channel.ts';
import { readLetters, renewLetters } from '#domains/delivery/queue.ts';
import { monthToDeliver, mayHaveLetter } from '#domains/people/stay.ts';
import type { Stamp } from '#domains/letter/seen.ts';
import { DAY_MS, MINUTE_MS } from '#lib/durations.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';

const MONTHS = 6;
/** Mail to it fails, so that there is something to resend. */
const FULL_BOX = 'hashimoto@example.jp';
const STAMPS: readonly (Stamp | null)[] = ['thanks', null, 'relieved', 'thanks', 'glad', null];

/** Deliveries of the last months, and the families' answers. */
export async function seedDeliveries(rt: Runtime, hostId: string): Promise<void> {
  const now = rt.clock.now();
  const all = await listAddressees(rt.db, hostId, '', now.toISOString(), 1000);
  const families = all.sort(byName);
  const newest = monthToDeliver(now);
  for (let ago = 0; ago < MONTHS; ago++) {
    const yearMonth = addMonths(newest, -ago);
    // On the morning of the 1st the server does it.
    if (dueAt(yearMonth, DEFAULT_SETTINGS.hour) > now) continue;
    const readers = families.filter((family) => mayHaveLetter(family, yearMonth));
    await seedMonth(rt, hostId, yearMonth, readers, now);
    if (ago === 0) await seedWrongAddress(rt, hostId, yearMonth, readers, now);
    await seedLine(rt, hostId, yearMonth, readers);
  }
}

const byName = (a: AddresseeRow, b: AddresseeRow): number => (a.name < b.name ? -1 : 1);
const later = (start: Date, minutes: number): string =>
  new Date(start.getTime() + minutes * MINUTE_MS).toISOString();

async function seedMonth(
  { db }: Runtime,
  hostId: string,
  yearMonth: YearMonth,
  readers: AddresseeRow[],
  now: Date,
): Promise<void> {
  const due = dueAt(yearMonth, DEFAULT_SETTINGS.hour);
  const key = (family: AddresseeRow) => ({
    host_id: hostId,
    family_id: family.id,
    year_month: yearMonth,
  });
  const at = due.toISOString();
  const run = { host_id: hostId, year_month: yearMonth, outcome: 'mails' as const };
  await db
    .insertInto('delivery_runs')
    .values({ ...run, due_at: at, started_at: at, finished_at: later(due, 1) })
    .execute();
  const mails = readers
    .filter(({ delivery, email }) => delivery === 'email' && email !== null)
    .map((family) => ({
      ...key(family),
      outbox_id: null,
      created_at: at,
      state: 'sent' as const,
      sent_at: later(due, 1),
      last_error: null,
    }));
  await db.insertInto('deliveries').values(mails).execute();
  const reads = readers
    .map((family, index) => ({
      ...key(family),
      seen_at: later(due, 7 + ((index * 37 + yearMonth) % 97) * 31),
      stamp: STAMPS[(index + yearMonth) % STAMPS.length] ?? null,
    }))
    .filter(
      ({ seen_at }, index) => (index * 7 + yearMonth) % 10 < 7 && seen_at <= now.toISOString(),
    );
  if (reads.length > 0) await db.insertInto('letter_reads').values(reads).execute();
}

/** Messages by LINE, as they were sent. */
async function seedLine(
  rt: Runtime,
  hostId: string,
  yearMonth: YearMonth,
  readers: AddresseeRow[],
): Promise<void> {
  const due = dueAt(yearMonth, DEFAULT_SETTINGS.hour);
  const then: Runtime = { ...rt, clock: { now: () => due } };
  const families = readers.filter(({ delivery }) => delivery === 'line');
  await inTransaction(then, async (tx) => {
    for (const family of families) await queueLetter(tx, LINE, hostId, yearMonth, family);
    await tx.db
      .updateTable('outbox')
      .set({ state: 'sent', sent_at: later(due, 1) })
      .where('channel', '=', 'line')
      .where('created_at', '=', due.toISOString())
      .execute();
  });
}

async function queueLetter(
  tx: Tx,
  channel: Channel,
  hostId: string,
  yearMonth: YearMonth,
  family: AddresseeRow,
): Promise<void> {
  const letters = await readLetters(tx.db, hostId, yearMonth, [family]);
  const destinations = await channel.destinationsOf(tx, hostId, letters);
  const going = destinations.map(({ to, letter }) => ({
    ...{ id: newId(), to, letters: [letter] },
    ...{ at: tx.clock.now(), mailbox: null },
  }));
  await renewLetters(tx, channel, hostId, yearMonth, going);
}

/** A mail that was given up after a day. */
async function seedWrongAddress(
  rt: Runtime,
  hostId: string,
  yearMonth: YearMonth,
  readers: AddresseeRow[],
  now: Date,
): Promise<void> {
  const family = readers.find(({ email }) => email === FULL_BOX);
  const due = dueAt(yearMonth, DEFAULT_SETTINGS.hour);
  if (!family || due.getTime() + DAY_MS > now.getTime()) return;
  const then: Runtime = { ...rt, clock: { now: () => due } };
  await inTransaction(then, async (tx) => {
    await queueLetter(tx, MAIL, hostId, yearMonth, family);
    await tx.db
      .updateTable('deliveries')
      .set({ sent_at: null })
      .where('host_id', '=', hostId)
      .where('family_id', '=', family.id)
      .where('year_month', '=', yearMonth)
      .execute();
    await tx.db
      .updateTable('outbox')
      .set({
        ...{ state: 'failed', fault: 'address' },
        last_error: 'このあて先には届けられません。アドレスをお確かめください（550 5.1.1）。',
      })
      .where('recipient', '=', FULL_BOX)
      .where('created_at', '=', due.toISOString())
      .execute();
  });
}
