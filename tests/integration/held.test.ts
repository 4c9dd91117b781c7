import { beforeEach, describe, expect, test } from 'vitest';
import { readMonthContents } from '#features/letter/month-contents.service.ts';
import {
  readAdminLetter,
  readAdminLetterWithItems,
  readAdminLetters,
} from '#features/letter-desk/admin-letter.service.ts';
import { readLetterDesk } from '#features/letter-desk/desk.service.ts';
import { readMonthLetters } from '#features/letter-desk/month-letters.service.ts';
import { answerHeld, countHeld, readHeldGroups } from '#features/item/held.service.ts';
import { copyItem, moveItem } from '#features/item/item-place.service.ts';
import { changeItem } from '#features/item/item.service.ts';
import { readItem, readItems } from '#features/item/item-list.service.ts';
import type { Item } from '#features/item/item.ts';
import { readShelf } from '#features/letter/letter.service.ts';
import { openLink } from '#features/family-link/link.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { jpeg } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

let rt: TestRuntime;
let cast: Cast;
let actor: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  cast = await makeCast(rt);
  actor = await signedIn(rt, cast.admin);
});

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
    expect(await countHeld(rt, actor)).toEqual([{ yearMonth: 202609, count: 1 }]);
    expect(await readHeldGroups(rt, actor)).toMatchObject([
      { yearMonth: 202609, items: [{ id: item.id }] },
    ]);
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
    expect(await countHeld(rt, actor)).toEqual([]);
  });

  test('stays held with another caption, in another place, and as a copy', async () => {
    const { id } = await taken('2026-09-30');
    const other = await makeResident(rt, cast.host.id);
    expect(await changeItem(rt, actor, id, { caption: '芋ほり' })).toMatchObject({ held: true });
    expect(await copyItem(rt, actor, id, null)).toMatchObject({ held: true });
    expect(await moveItem(rt, actor, id, other.id)).toMatchObject({ held: true });
    expect(await shelf()).toEqual([]);
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

  test('adds them to the letter of their month', async () => {
    const { id } = await taken('2026-09-30');
    expect(await answerHeld(rt, actor, { itemIds: [id], answer: 'keep' })).toBe(1);
    expect(await shelf()).toEqual([202609]);
  });
});
