import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteEvent } from '#features/audit/audit.service.ts';
import { openLink } from '#features/family-link/link.service.ts';
import { readShelf } from './letter.service.ts';
import { listNewestReaders } from './check-letter.repository.ts';

const MOST_FAMILIES = 50;

/**
 * A letter with photos for the operator to look at, after a restore for example; noted.
 * @returns its URL, or null if no family has one
 */
export async function findALetter(rt: Runtime): Promise<string | null> {
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
