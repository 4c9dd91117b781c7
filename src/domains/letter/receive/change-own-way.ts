import { noteOfFamily } from '#domains/audit/record-event.ts';
import type { Link } from '#domains/letter/link.ts';
import { requireStillOpen } from '#domains/letter/link.ts';
import type { FamilyColumns, FamilyRow } from '#domains/people/family-rows.ts';
import { findFamily, nextLinkNumber, updateFamily } from '#domains/people/family-rows.ts';
import { NOT_PARKED } from '#domains/people/parked.ts';
import { getsMail, waysOf } from '#domains/people/family-view.ts';
import { withdrawLetters } from '#domains/people/manage-families.ts';
import { livesHere, mayHaveLetter } from '#domains/people/stay.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import { orMissing } from '#lib/errors.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import type { OwnWay, OwnWayPress } from './own-way.ts';
import { tellMailbox, tellOfStop } from './address-mails.ts';
import { askForAddress } from './own-address.ts';
import { hidden, stopColumns } from './own-way.ts';

/** What the page 受け取り方 shows. @throws AppError 404 */
export async function readOwnWay(
  { readConnection: db, clock }: Pick<Runtime, 'readConnection' | 'clock'>,
  link: Link,
): Promise<OwnWay> {
  const row = orMissing(await findFamily(db, link.hostId, link.familyId));
  const today = civilDateOf(clock.now());
  const month = yearMonthOf(today);
  const hasEnded = !livesHere(link, today);
  const { postcode, pref, city, town, street, paused_until: pausedUntil } = row;
  return {
    way: waysOf(row).delivery,
    registered: row.delivery,
    getsMail: getsMail(row),
    email: row.email && hidden(row.email),
    pausedUntil: pausedUntil !== null && pausedUntil > month ? pausedUntil : null,
    hasStopped: row.stopped_at !== null,
    hasComeBack: row.returned_at !== null && row.returned_kind !== 'complaint',
    address: { postcode: postcode ?? '', pref, city, town, street },
    hasEnded,
    lastOne: hasEnded && link.lettersEnd === null && mayHaveLetter(link, month) ? month : null,
  };
}

/**
 * Changes how a family gets its letters; what waits to be sent is taken back where it would come
 * all the same. Nothing is changed where it holds already. @throws AppError 401, 404, 429
 */
export async function changeOwnWay(
  rt: Runtime,
  link: Link,
  press: OwnWayPress,
  client: { address: string },
): Promise<void> {
  const { hostId, familyId, residentId } = link;
  await inTransaction(rt, async (tx) => {
    await requireStillOpen(tx.db, link);
    const now = tx.clock.now();
    await takeTry(tx.db, 'waysByFamily', familyId, now);
    const row = orMissing(await findFamily(tx.db, hostId, familyId));
    if (press.press === 'address') {
      await askForAddress(tx, link, row, press.email, client);
      return;
    }
    const set = columnsFor(press, row, now);
    if (set === null) return;
    await withdrawLetters(tx, row);
    const comesToMailbox = set.delivery === 'email' && {
      mailbox_number: await nextLinkNumber(tx.db, hostId),
    };
    await updateFamily(tx.db, hostId, familyId, { ...set, ...comesToMailbox });
    const event = { action: 'family.way_chosen', hostId, target: familyId, residentId } as const;
    const pause = ['pause', set.paused_until ?? 0] as const;
    await noteOfFamily(tx, { ...event, detail: press.press === 'pause' ? pause : press.press });
    if (press.press === 'stop') await tellOfStop(tx, row);
    else if (press.press === 'pause' || press.press === 'paper') {
      await tellMailbox(tx, row, press.press);
    }
  });
}

/** @returns null if nothing changes */
function columnsFor(
  press: Exclude<OwnWayPress, { press: 'address' }>,
  row: FamilyRow,
  now: Date,
): FamilyColumns | null {
  switch (press.press) {
    case 'pause': {
      const until = addMonths(yearMonthOf(civilDateOf(now)), press.letters);
      return until === row.paused_until ? null : { paused_until: until };
    }
    case 'resume':
      return row.paused_until === null ? null : { paused_until: null };
    case 'stop':
      if (row.stopped_at !== null) return null;
      return stopColumns(row, now);
    case 'email':
      if (row.email === null || row.delivery === 'email') return null;
      return {
        delivery: 'email',
        stopped_at: null,
        // Its own yes ends what it has complained about.
        ...(row.returned_kind === 'complaint' && {
          ...NOT_PARKED,
          email_checked_at: now.toISOString(),
        }),
      };
    case 'paper': {
      const { postcode, pref, city, town, street } = press;
      if (isOn(row.by_line)) return null;
      return { delivery: 'print', postcode, pref, city, town, street };
    }
  }
}
