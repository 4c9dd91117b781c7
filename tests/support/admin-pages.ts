import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf, lastDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';

/** What addresses of a large facility are about. */
export interface Ids {
  residentId: string;
  familyId: string;
  itemId: string;
  month: YearMonth;
}

/** A photo of a host's month, whose it is, and a family of theirs. */
export async function pickIds(db: Db, hostId: string, month: YearMonth): Promise<Ids> {
  const { itemId, residentId, familyId } = await db
    .selectFrom('items')
    .innerJoin('families', 'families.resident_id', 'items.resident_id')
    .innerJoin('residents', 'residents.id', 'items.resident_id')
    .select(['items.id as itemId', 'families.resident_id as residentId', 'families.id as familyId'])
    .where('items.host_id', '=', hostId)
    .where('residents.left_on', 'is', null)
    .where('taken_on', '>=', firstDayOf(month))
    .where('taken_on', '<=', lastDayOf(month))
    .limit(1)
    .executeTakeFirstOrThrow();
  return { itemId, residentId, familyId, month };
}

/** @param lastPage of all photos */
export const adminPages = (
  { residentId, familyId, itemId, month }: Ids,
  lastPage: number,
): string[] => [
  paths.dashboard,
  paths.items,
  `${paths.items}?yearMonth=all`,
  `${paths.items}?yearMonth=all&page=${lastPage}`,
  `${paths.residentItems(null)}?yearMonth=all`,
  `${paths.residentItems(residentId)}?yearMonth=all`,
  paths.residents,
  `${paths.residents}?page=5`,
  `${paths.residents}?search=999`,
  paths.resident(residentId),
  paths.newResident,
  paths.importResidents,
  paths.readings,
  paths.exportResidents,
  paths.families,
  `${paths.families}?page=5`,
  `${paths.families}?q=999`,
  paths.newFamily,
  paths.family(familyId),
  paths.adminLetters,
  paths.adminLetter(month),
  `${paths.adminLetterRoom(month, 'each')}&page=5`,
  paths.adminLetterRoom(month, 'delivery'),
  paths.answers,
  `${paths.answers}?month=${month}&page=3`,
  paths.importFamilies,
  paths.adminDeliveries(month),
  `${paths.adminDeliveries(month)}?page=5`,
  paths.adminHandovers(month),
  `${paths.adminHandovers(month)}?page=5`,
  paths.adminLetterPreview(month),
  paths.letterPhoto(month, itemId, { previewFor: residentId }),
  paths.deliverySettings,
  paths.facility,
  paths.heldItems,
  paths.deletedItems,
  paths.history,
  paths.staffs,
  paths.qrCode,
  paths.myPage,
  paths.guide,
  paths.editMyPage,
  paths.editMyEmail,
];

export const adminCalls = ({ residentId, month }: Ids, lastPage: number): string[] => [
  `${paths.api.items}?page=1`,
  `${paths.api.items}?page=${lastPage}`,
  `${paths.api.items}?page=1&yearMonth=${month}&residentId=${residentId}`,
  paths.api.counts,
  `${paths.api.counts}?yearMonth=${month}`,
  paths.api.adminResidents,
  paths.api.families,
  paths.api.adminLetters,
  paths.api.adminLetter(month),
];
