import { goesOut } from '#domains/letter/month-contents.ts';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { openLink } from '#domains/letter/link.ts';
import { readFamiliesPage } from '#domains/people/families-page.ts';
import { readCounts } from '#domains/item/list-items.ts';
import { readMonthLetters } from '#domains/letter/desk/read-month.ts';
import { readResidentLetter } from '#domains/letter/desk/preview.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { readResidents } from '#domains/people/read-residents.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { familyPhotoAddresses, mayFamilySeePhoto } from '#domains/letter/photo-access.ts';
import { onlyMissing } from '#lib/errors.ts';
import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { MONTHS } from './drawn-facility.ts';
import { filterLater } from './filter-later.ts';
import { deliveredBy } from './goes-out.ts';

/** All that a resident's family and the staff see, as text to compare. */
export async function surfacesOf(
  rt: Runtime,
  actor: Actor,
  tokens: LetterTokens,
  blobIds: string[],
): Promise<string[]> {
  const link = await openLink(rt, tokens);
  if (!link) throw new Error('the link does not open');
  const reader = { ...link, contentVersion: 0 };
  const seen: [string, unknown][] = [
    ['link', reader],
    ['shelf', await readShelf(rt, link)],
    ['residents', await readResidents(rt, actor)],
    ['dashboard', await readDashboard(rt, actor)],
    ['families', await readFamiliesPage(rt, actor, new URLSearchParams())],
    ['photos', await filterLater(blobIds, (blobId) => isOpen(rt, link, blobId))],
    ['waiting mails', await listWaiting(rt, link.hostId)],
  ];
  for (const month of MONTHS) {
    const contents = await readMonthContents(rt.db, link.hostId, month, [link.residentId]);
    seen.push(
      [`letter ${month}`, await readFamilyLetter(rt, link, month).catch(onlyMissing)],
      [`preview ${month}`, await readResidentLetter(rt, actor, month, link.residentId)],
      [`goes out ${month}`, goesOut(link, contents)],
      [`delivered ${month}`, await deliveredBy(rt, actor, link, month)],
      [`picker ${month}`, await readCounts(rt, actor, month)],
      [`desk ${month}`, await readMonthLetters(rt, actor, month)],
    );
  }
  return seen.map(([what, value]) => `${what}: ${JSON.stringify(value)}`);
}

type Signed = LetterTokens & { familyId: string };

function isOpen(rt: Runtime, link: Signed, blobId: string): Promise<boolean> {
  const address = familyPhotoAddresses(rt.secrets, link)(blobId)('360.webp');
  return mayFamilySeePhoto(rt, link.familyId, blobId, address.split('/')[5] ?? '');
}

/** Mails that the sender may take. */
const listWaiting = (rt: Runtime, hostId: string) =>
  rt.db
    .selectFrom('outbox')
    .select(['id', 'state', 'next_attempt_at'])
    .where('host_id', '=', hostId)
    .where('stopped', '=', 0)
    .orderBy('id')
    .execute();
