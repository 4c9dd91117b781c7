import { readDeliveryPage } from '#domains/delivery/read-states.ts';
import type { Link } from '#domains/letter/link.ts';
import { findCoverCandidate } from '#domains/letter/desk/admin-letter-rows.ts';
import type { FamilyLetter } from '#domains/letter/read-letters.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { lastDayOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';

/** Told by the rules of domain.md#states-of-life, not by the code's. */
export function expectedToGo(link: Link, yearMonth: number, letter: FamilyLetter | null): boolean {
  if (letter === null) return false;
  if (link.lettersEnd !== null) return letter.isLast;
  const isAway = link.awaySince !== null && link.awaySince <= lastDayOf(yearMonth);
  const hasOwn = letter.note !== '' || letter.items.some(({ residentId }) => residentId !== null);
  return !isAway || hasOwn;
}

/** Whether the month's letter is mailed or printed; the page of deliveries must say the same. */
export async function deliveredBy(
  rt: Runtime,
  actor: Actor,
  { familyId }: Link,
  yearMonth: number,
) {
  const { families } = await readDeliveryPage(rt, actor, yearMonth);
  const { mail, hasLetter: isListed } = families.find(({ id }) => id === familyId) ?? {};
  const isOnPaper = mail?.state === 'none' && mail.reason === 'print';
  const { letters } = await readPrintRun(rt, actor, yearMonth, { familyId: null });
  const isPrinted = letters.some((letter) => letter.familyId === familyId);
  if (isOnPaper && isPrinted !== isListed) return `printed ${isPrinted}, listed ${isListed}`;
  return isOnPaper ? isPrinted : mail?.state === 'unsent';
}

/** A resident's photos that staff may choose as a month's cover. */
export async function ownCovers(rt: Runtime, { hostId, residentId }: Link, yearMonth: number) {
  const rows = await rt.db
    .selectFrom('items')
    .select('id')
    .where('host_id', '=', hostId)
    .where('resident_id', '=', residentId)
    .execute();
  const found = rows.map(({ id }) => findCoverCandidate(rt.db, hostId, yearMonth, id));
  return (await Promise.all(found)).flatMap((row) => (row ? [row.id] : []));
}
