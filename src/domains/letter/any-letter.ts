import { noteEvent } from '#domains/audit/record-event.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { readShelf } from './read-letters.ts';
import { openLink } from './link.ts';

const MOST_FAMILIES = 50;

/**
 * A letter with photos for the operator to look at, after a restore for example; noted.
 * @returns its URL, or null if no family has one
 */
export async function findAnyLetter(rt: Runtime): Promise<string | null> {
  for (const tokens of await listNewestReaders(rt.db, MOST_FAMILIES)) {
    const link = await openLink(rt, tokens);
    const shelf = link ? await readShelf(rt, link) : [];
    const letter = shelf.find(({ dueOn, itemsCount }) => dueOn === null && itemsCount > 0);
    if (!link || !letter) continue;
    await inTransaction(rt, (tx) =>
      noteEvent(tx, {
        action: 'operator.letter_opened',
        hostId: link.hostId,
        target: link.familyId,
      }),
    );
    return `${rt.env.PUBLIC_URL}${paths.letter(letter.yearMonth, tokens)}`;
  }
  return null;
}

/** Tokens of families of the residents with the newest photos. */
const listNewestReaders = (db: Db, limit: number) =>
  db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['families.token as familyToken', 'residents.token as residentToken'])
    .where((eb) => eb.and({ 'residents.left_on': null, 'residents.died_on': null }))
    .orderBy(
      (eb) =>
        eb
          .selectFrom('items')
          .select(({ fn }) => fn.max('items.taken_on').as('newest'))
          .whereRef('items.host_id', '=', 'residents.host_id')
          .whereRef('items.resident_id', '=', 'residents.id')
          .where('items.deleted_at', 'is', null),
      'desc',
    )
    .orderBy('families.id')
    .limit(limit)
    .execute();
