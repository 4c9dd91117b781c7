import { describe, expect, test } from 'vitest';
import { readMonthContents } from '#domains/letter/read-month-contents.ts';
import {
  readAdminLetter,
  readAdminLetterWithItems,
  readAdminLetters,
  createLetter,
} from '#domains/letter/desk/edit-letters.ts';
import {
  readLetterDesk,
  readLetterList,
  readMonthLetters,
} from '#domains/letter/desk/read-month.ts';
import { answerHeld, countHeld, readHeld } from '#domains/item/settle-held.ts';
import { readItem, readItems } from '#domains/item/list-items.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { changeItem } from '#domains/item/change-items.ts';
import type { Item } from '#domains/item/item.ts';
import { readShelf } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { readYearPage } from '#domains/paper/year/year-page.ts';
import { saveNote } from '#domains/letter/note/write-notes.ts';
import { readItemsStart } from '#domains/item/items-start.ts';
import { castEachTest, rt, cast, admin as actor } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeLetter, makeNote, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

castEachTest(['admin']);

const TODAY = '2026-10-17';

/** A photo with that EXIF date. */
const taken = async (day: string, more: { takenOn?: string } = {}): Promise<Item> => {
  const bytes = await jpeg({ takenAt: `${day.replaceAll('-', ':')} 09:00:00` });
  const item = await uploadPhoto(rt, actor, { residentId: cast.resident.id, bytes, ...more });
  await drainJobs(rt);
  return readItem(rt, actor, item.id);
};

const shelf = async (): Promise<number[]> => {
  const { family, resident } = cast;
  const link = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
  if (!link) throw new Error('the link does not open');
  return (await readShelf(rt, link)).map(({ yearMonth }) => yearMonth);
};

describe('a photo with a camera date in a published month', () => {
  test('is on no shelf and in no letter, and staff see that it is held', async () => {
    const item = await taken('2026-09-30');
    expect(item).toMatchObject({ takenOn: '2026-09-30', held: true });
    expect(await shelf()).toEqual([]);
    const listed = await readItems(rt, actor, { page: 1 });
    expect(listed.items.map(({ id, held }) => [id, held])).toEqual([[item.id, true]]);
    expect(await countHeld(rt, actor)).toBe(1);
    expect((await readHeld(rt, actor)).items).toMatchObject([{ id: item.id }]);
  });

  test('creates no letter of its month, and is not counted', async () => {
    await taken('2022-02-03');
    expect((await readAdminLetters(rt, actor)).map(({ yearMonth }) => yearMonth)).not.toContain(
      202202,
    );
    const other = { residentId: cast.neighbour.id, takenOn: '2026-09-02' };
    const seen = await makeItem(rt, cast.host.id, other);
    await taken('2026-09-30');
    expect(await readAdminLetter(rt, actor, 202609)).toMatchObject({ itemsCount: 1 });
    const { items } = await readAdminLetterWithItems(rt, actor, 202609);
    expect(items.map(({ id }) => id)).toEqual([seen.id]);
    expect((await readLetterDesk(rt, actor, 202609)).covers).toEqual([]);
    const residents = await readMonthLetters(rt, actor, 202609);
    const pictured = residents.filter(({ itemsCount }) => itemsCount > 0);
    expect(pictured.map(({ id }) => id)).toEqual([cast.neighbour.id]);
    const contents = await readMonthContents(rt.db, actor.host.id, 202609);
    expect([...contents.ownPhotos.keys()]).toEqual([cast.neighbour.id]);
  });

  test('is not held if its month is unpublished, or someone chose its day', async () => {
    expect(await taken('2026-10-01')).toMatchObject({ held: false });
    expect(await taken('2026-09-30', { takenOn: '2026-09-29' })).toMatchObject({
      takenOn: '2026-09-29',
      held: false,
    });
    expect(await shelf()).toEqual([202609]);
  });

  test.each([
    ['held: false', { held: false as const }, '2026-09-30', [202609]],
    ['the same day again', { takenOn: '2026-09-30' }, '2026-09-30', [202609]],
    ['today', { takenOn: TODAY }, TODAY, []],
  ])('is answered by %s', async (_name, change, takenOn, shown) => {
    const { id } = await taken('2026-09-30');
    expect(await changeItem(rt, actor, id, change)).toMatchObject({ held: false, takenOn });
    expect(await shelf()).toEqual(shown);
    expect(await countHeld(rt, actor)).toBe(0);
  });

  test('stays held with another caption, in another place, and as a copy', async () => {
    const { id } = await taken('2026-09-30');
    const other = await makeResident(rt, cast.host.id);
    expect(await changeItem(rt, actor, id, { caption: '芋ほり' })).toMatchObject({ held: true });
    expect(await copyItem(rt, actor, id, null)).toMatchObject({ held: true });
    expect(await moveItem(rt, actor, id, other.id)).toMatchObject({ item: { held: true } });
    expect(await shelf()).toEqual([]);
  });
});

describe('a month before the first letter', () => {
  const letters = async (): Promise<number[]> =>
    (await readLetterList(rt, actor)).map(({ yearMonth }) => yearMonth);

  test('is not made by held photos: they stretch nothing', async () => {
    for (const day of ['2004-03-01', '2018-06-15', '2025-12-24', '2026-09-30']) await taken(day);
    expect((await readItems(rt, actor, { page: 1 })).startDate).toBe('2026-10-01');
    expect(await readItemsStart(rt, actor, new URLSearchParams(), undefined)).toMatchObject({
      firstMonth: 202610,
      answer: { startDate: '2026-10-01' },
      held: { length: 4 },
    });
    expect(await letters()).toEqual([202610]);
    expect(await shelf()).toEqual([]);
    const { family, resident } = cast;
    const link = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
    for (const year of [2004, 2018, 2025, 2026]) {
      expect(link && (await readYearPage(rt, link, { year, part: 1 }))).toBeNull();
    }
    const text = { yearMonth: 201806, title: '6月号', body: 'むかしの号', coverItemId: null };
    await expect(createLetter(rt, actor, text)).rejects.toMatchObject({ status: 422 });
    const note = { body: 'むかしのご様子', version: 0 };
    await expect(saveNote(rt, actor, 201806, resident.id, note)).rejects.toMatchObject({
      status: 422,
    });
  });

  test('takes no held photo, one by one or together', async () => {
    const old = await taken('2018-06-15');
    await expect(changeItem(rt, actor, old.id, { held: false })).rejects.toMatchObject({
      status: 422,
      message:
        '2018年6月のお便りはありません（最初のお便りは10月号です）。今月の日付にすると、10月号に載ります。',
    });
    expect(await answerHeld(rt, actor, { itemIds: [old.id], answer: 'keep' })).toBe(0);
    expect(await readItem(rt, actor, old.id)).toMatchObject({ held: true });
    expect(await answerHeld(rt, actor, { itemIds: [old.id], answer: 'now' })).toBe(1);
    expect(await letters()).toEqual([202610]);
  });

  test('may be last month while no letter is out, and then no earlier one', async () => {
    const [last, before] = [await taken('2026-09-30'), await taken('2026-08-31')];
    await expect(changeItem(rt, actor, before.id, { held: false })).rejects.toMatchObject({
      status: 422,
    });
    await changeItem(rt, actor, last.id, { held: false });
    expect((await readHeld(rt, actor)).firstMonth).toBe(202609);
    await expect(changeItem(rt, actor, before.id, { held: false })).rejects.toMatchObject({
      status: 422,
    });
    expect(await shelf()).toEqual([202609]);
  });

  test.each([
    ['a photo', () => makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-05-05' })],
    ['a greeting', () => makeLetter(rt, cast.host.id, 202605)],
    ['a note', () => makeNote(rt, cast.neighbour, 202605)],
  ])('is before %s of an older facility', async (_name, make) => {
    await make();
    const [june, april] = [await taken('2026-06-15'), await taken('2026-04-30')];
    expect(await answerHeld(rt, actor, { itemIds: [june.id, april.id], answer: 'keep' })).toBe(1);
    expect(await readItem(rt, actor, april.id)).toMatchObject({ held: true });
    expect(await shelf()).toContain(202606);
  });
});

describe('put aside again', () => {
  test('a photo leaves the letter it had joined, with its old day', async () => {
    const { id, takenOn } = await taken('2026-09-30');
    await changeItem(rt, actor, id, { held: false });
    expect(await changeItem(rt, actor, id, { held: true })).toMatchObject({ held: true, takenOn });
    expect(await shelf()).toEqual([]);
    await changeItem(rt, actor, id, { takenOn: TODAY });
    const back = await changeItem(rt, actor, id, { takenOn, held: true });
    expect(back).toMatchObject({ held: true, takenOn });
    expect(await countHeld(rt, actor)).toBe(1);
  });

  test('not a photo of the current month', async () => {
    const { id } = await taken(TODAY);
    await expect(changeItem(rt, actor, id, { held: true })).rejects.toMatchObject({ status: 422 });
  });

  test('one that is left out is not asked about', async () => {
    const { id } = await taken('2018-06-15');
    await changeItem(rt, actor, id, { leftOut: true });
    expect(await countHeld(rt, actor)).toBe(0);
    expect((await readHeld(rt, actor)).items).toEqual([]);
    expect(await changeItem(rt, actor, id, { leftOut: false })).toMatchObject({ held: true });
    expect(await countHeld(rt, actor)).toBe(1);
  });
});

describe('an answer for several', () => {
  test('changes no photo that was answered meanwhile, and none of another facility', async () => {
    const [one, two] = [await taken('2026-09-29'), await taken('2026-09-30')];
    await changeItem(rt, actor, two.id, { held: false });
    const stranger = await signedIn(rt, cast.otherAdmin);
    const itemIds = [one.id, two.id];
    expect(await answerHeld(rt, stranger, { itemIds, answer: 'now' })).toBe(0);
    expect(await answerHeld(rt, actor, { itemIds, answer: 'now' })).toBe(1);
    expect(await readItem(rt, actor, one.id)).toMatchObject({ takenOn: TODAY, held: false });
    expect(await readItem(rt, actor, two.id)).toMatchObject({ takenOn: '2026-09-30' });
  });

  test('answers for the others where one is refused', async () => {
    const left = await makeResident(rt, cast.host.id, { left_on: '2026-09-30' });
    const { id: refused } = await makeItem(rt, cast.host.id, {
      ...{ residentId: left.id, takenOn: '2026-09-29', isHeld: true },
    });
    const { id } = await taken('2026-09-30');
    await expect(
      answerHeld(rt, actor, { itemIds: [refused, id], answer: 'now' }),
    ).rejects.toMatchObject({ status: 422 });
    expect(await readItem(rt, actor, id)).toMatchObject({ takenOn: TODAY, held: false });
    expect(await readItem(rt, actor, refused)).toMatchObject({ held: true });
  });

  test('adds them to the letter of their month', async () => {
    const { id } = await taken('2026-09-30');
    expect(await answerHeld(rt, actor, { itemIds: [id], answer: 'keep' })).toBe(1);
    expect(await shelf()).toEqual([202609]);
    expect(await answerHeld(rt, actor, { itemIds: [id], answer: 'aside' })).toBe(1);
    expect(await shelf()).toEqual([]);
  });
});
