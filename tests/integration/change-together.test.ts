import { beforeEach, expect, test } from 'vitest';
import { changeItem } from '#domains/item/change-items.ts';
import type { UpdateItemInput } from '#domains/item/item.ts';
import { changeAndTell } from '#domains/item/together.ts';
import { admin, cast, castEachTest, rt } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { readEvents } from '../support/events.ts';
import { makePhotoOfSeveral } from '../support/photo-of-several.ts';

let [own, theirs, hall] = ['', '', ''];

castEachTest(['admin']);
beforeEach(async () => {
  [own, theirs, hall] = await makePhotoOfSeveral(rt, cast, admin);
});

const all = () => [own, theirs, hall].sort();
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort();
const change = (id: string, input: UpdateItemInput) =>
  changeAndTell(rt, admin, id, { together: true, ...input });
const rowsOf = () =>
  rt.db
    .selectFrom('items')
    .select(['id', 'caption', 'taken_on', 'left_out'])
    .where('id', 'in', all())
    .execute();

test('writes to everyone on that day, and is one line of the history', async () => {
  const { items, others } = await change(theirs, { caption: '芋ほり', takenOn: '2026-10-05' });
  expect([ids(items), others]).toEqual([all(), []]);
  expect(await rowsOf()).toEqual(
    (await rowsOf()).map(({ id }) => ({
      id,
      caption: '芋ほり',
      taken_on: '2026-10-05',
      left_out: 0,
    })),
  );
  expect((await readEvents(rt)).map(({ action }) => action).sort()).toEqual([
    'photo.captioned_together',
    'photo.dated_together',
  ]);
});

test('names only those to whom it was new', async () => {
  await changeItem(rt, admin, hall, { leftOut: true });
  await change(own, { leftOut: true });
  const [last] = (await readEvents(rt)).filter(({ action }) => action.endsWith('_together'));
  expect(last?.detail?.split(' ').sort()).toEqual([cast.resident.id, cast.neighbour.id].sort());
});

test('leaves the same photo of another day', async () => {
  await changeItem(rt, admin, hall, { takenOn: '2026-10-04' });
  const { items, others } = await change(own, { caption: '秋' });
  expect([ids(items), ids(others)]).toEqual([[own, theirs].sort(), [hall]]);
});

test('of one says who else has the photo', async () => {
  const { items, others } = await change(own, { caption: '秋', together: false });
  expect([ids(items), ids(others)]).toEqual([[own], [theirs, hall].sort()]);
  expect((await readEvents(rt)).map(({ action }) => action)).toEqual(['photo.captioned']);
});

test('is refused as a whole, naming for whom', async () => {
  await rt.db
    .updateTable('residents')
    .set({ left_on: '2026-09-20' })
    .where('id', '=', cast.neighbour.id)
    .execute();
  const before = await rowsOf();
  await expect(change(own, { takenOn: '2026-10-05', caption: '秋' })).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(
      new RegExp(`^${cast.neighbour.name}.*ほかの方の写真も変えていません。$`),
    ) as string,
  });
  expect(await rowsOf()).toEqual(before);
  expect(await readEvents(rt)).toEqual([]);
});

test('of another facility: nothing', async () => {
  const foreign = await signedIn(rt, cast.otherAdmin);
  await expect(
    changeAndTell(rt, foreign, own, { caption: '秋', together: true }),
  ).rejects.toMatchObject({
    status: 404,
  });
});
