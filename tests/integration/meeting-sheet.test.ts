import { beforeEach, expect, test } from 'vitest';
import type { BlobRow, ItemRow, ResidentRow } from '#db/schema.ts';
import { readMeetingSheet } from '#domains/dashboard/read-meeting-sheet.ts';
import { newId } from '#server/secrets.ts';
import { admin, cast, castEachTest, otherAdmin, rt } from '../support/cast-each-test.ts';
import {
  makeAnswer,
  makeFamily,
  makeNote,
  makeResident,
  makeSkipped,
} from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin', 'otherAdmin']);
// The clock stands in October 2026; September's letter is out.
const EARLIER = '2026-08-01T00:00:00.000Z';
const LATER = '2026-10-05T00:00:00.000Z';
const SEPTEMBER = 202609;

type Family = Awaited<ReturnType<typeof makeFamily>>;
let families: Family[] = [];

beforeEach(async () => {
  await rt.db.deleteFrom('items').execute();
  await rt.db.deleteFrom('families').execute();
  await rt.db.deleteFrom('residents').execute();
});

/** A resident with a family, and so many photos in September. */
async function person(hostId: string, photos: number, created_at = EARLIER) {
  const resident = await makeResident(rt, hostId, { created_at });
  const family = await makeFamily(rt, resident, { created_at });
  for (let day = 1; day <= photos; day++) {
    const takenOn = `2026-09-${String(day).padStart(2, '0')}`;
    await makeItem(rt, hostId, { residentId: resident.id, takenOn });
  }
  return { resident, family };
}

async function people(hostId: string, ...photos: number[]): Promise<void> {
  families = [];
  for (const count of photos) families.push((await person(hostId, count)).family);
}

const see = ({ id, host_id }: Family, year_month = SEPTEMBER) =>
  rt.db
    .insertInto('letter_reads')
    .values({ host_id, family_id: id, year_month, seen_at: LATER, stamp: null })
    .execute();
const sheet = async (wanted: string | null = null, actor = admin) =>
  (await readMeetingSheet(rt, actor, wanted)).sheet;
const hall = () => makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-20' });
const changeResident = (id: string, values: Partial<ResidentRow>) =>
  rt.db.updateTable('residents').set(values).where('id', '=', id).execute();
const changeBlob = async (item: Promise<ItemRow>, values: Partial<BlobRow>) =>
  rt.db
    .updateTable('blobs')
    .set(values)
    .where('id', '=', (await item).blob_id)
    .execute();
const of = (nth: number): Family => families[nth] as Family;

test("counts last month's letters, photos, 見ました and words", async () => {
  await people(cast.host.id, 1, 2, 3, 4, 6);
  await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-20' });
  await see(of(0));
  await see(of(1));
  await makeAnswer(rt, of(0), { year_month: SEPTEMBER });
  await makeAnswer(rt, of(1), { year_month: SEPTEMBER, hidden_at: LATER });
  expect(await sheet()).toMatchObject({
    period: { value: '202609', isYear: false },
    leftOut: 0,
    figures: {
      letters: 5,
      photos: 17,
      ownPhotos: { least: 1, median: 3, most: 6 },
      families: 5,
      seen: 2,
      words: 1,
    },
  });
});

test('counts nobody who came later, and no letter that was not sent', async () => {
  await people(cast.host.id, 1, 1, 1, 1, 1);
  await person(cast.host.id, 3, LATER);
  const skipped = await person(cast.host.id, 9);
  await makeSkipped(rt, skipped.resident, SEPTEMBER);
  expect((await sheet())?.figures).toMatchObject({
    letters: 5,
    families: 5,
    ownPhotos: { least: 1, median: 1, most: 1 },
  });
});

test('says nothing where a figure would tell of one person', async () => {
  await people(cast.host.id, 5);
  await see(of(0));
  expect(await sheet()).toMatchObject({ figures: null, leftOut: 1 });
  // Residents nobody writes to do not hide the one family.
  for (let n = 0; n < 6; n++) await makeResident(rt, cast.host.id, { created_at: EARLIER });
  await hall();
  expect(await sheet()).toMatchObject({ figures: null, leftOut: 1 });
});

test('counts only photos that a letter shows', async () => {
  await people(cast.host.id, 1, 1, 1, 1, 1);
  await hall();
  const before = await sheet();
  expect(before?.figures).toMatchObject({ letters: 5, photos: 6 });
  const skipped = await person(cast.host.id, 2);
  await makeSkipped(rt, skipped.resident, SEPTEMBER);
  const gone = await person(cast.host.id, 2);
  await changeResident(gone.resident.id, { left_on: '2026-08-31' });
  const alone = await makeResident(rt, cast.host.id, { created_at: EARLIER, has_no_family: 1 });
  const own = (more = {}, residentId: string | null = of(0).resident_id) =>
    makeItem(rt, cast.host.id, { residentId, takenOn: '2026-09-21', ...more });
  await own({}, alone.id);
  await own({ state: 'accepted' });
  await own({ isHeld: true });
  await changeBlob(own(), { withheld: 1 });
  await changeBlob(own(), { only_for: of(1).resident_id });
  await changeBlob(hall(), { only_for: alone.id });
  expect(await sheet()).toEqual(before);
  expect((await sheet('2026'))?.figures).toEqual(before?.figures);
  await changeBlob(hall(), { only_for: of(1).resident_id });
  expect((await sheet())?.figures?.photos).toBe(7);
  // A second place of the same photo, and a photo that nobody sees any more.
  const item = await own();
  const copy = { ...item, id: newId(), resident_id: of(2).resident_id, is_upload: 0 as const };
  await rt.db.insertInto('items').values(copy).execute();
  expect((await sheet())?.figures?.photos).toBe(8);
  await changeResident(of(3).resident_id, { photos_hidden: 1 });
  expect((await sheet())?.figures).toMatchObject({ photos: 7, ownPhotos: { least: 0 } });
});

test('counts no photo of the whole facility where there are last letters only', async () => {
  await people(cast.host.id, 1, 1, 1, 1, 1);
  await hall();
  const last = { died_on: '2026-09-20', letters_end: '2026-09-01', last_letter: 1 as const };
  for (const { resident_id } of families) await changeResident(resident_id, last);
  expect((await sheet())?.figures).toMatchObject({ letters: 5, photos: 5 });
});

test('counts only letters that somebody gets', async () => {
  await people(cast.host.id, 1, 2, 3, 4, 6);
  const alone = await makeResident(rt, cast.host.id, { created_at: EARLIER, has_no_family: 1 });
  await makeItem(rt, cast.host.id, { residentId: alone.id, takenOn: '2026-09-20' });
  await makeNote(rt, alone, 202608);
  expect(await sheet('2026')).toMatchObject({
    figures: { letters: 5, photos: 16, ownPhotos: { least: 1, median: 3, most: 6 } },
    leftOut: 0,
  });
});

test('adds up a year by months, without those that had too few people', async () => {
  await people(cast.host.id, 1, 1, 1, 1, 1);
  const resident = { id: of(0).resident_id, host_id: cast.host.id };
  await makeNote(rt, resident, 202608);
  await see(of(0), 202608);
  await see(of(0));
  expect(await sheet('202608')).toMatchObject({ figures: null, leftOut: 1 });
  expect(await sheet('2026')).toMatchObject({
    period: { label: '2026年（8月から9月）' },
    figures: { letters: 5, seen: 1 },
    leftOut: 1,
  });
});

test("never counts another facility's rows", async () => {
  await people(cast.host.id, 1, 1, 1, 1, 1);
  const before = await sheet('2026');
  await people(cast.otherHost.id, 2, 2, 2, 2, 2, 2);
  await see(of(0));
  await makeAnswer(rt, of(0), { year_month: SEPTEMBER });
  expect(await sheet('2026')).toEqual(before);
  expect((await sheet('2026', otherAdmin))?.figures).toMatchObject({
    letters: 6,
    photos: 12,
    seen: 1,
    words: 1,
  });
});

test('shows last month for what is no month or year of the facility', async () => {
  await people(cast.host.id, 1, 1, 1, 1, 1);
  for (const wanted of ['202610', '202601', '2025', '', 'x', '202609 ']) {
    expect((await sheet(wanted))?.period.value, wanted).toBe('202609');
  }
});

test('has no sheet before the first letter is out', async () => {
  expect(await readMeetingSheet(rt, admin, null)).toMatchObject({
    years: [],
    all: [],
    sheet: null,
  });
});
