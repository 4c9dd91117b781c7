import { beforeEach, expect, test } from 'vitest';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { seenText } from '#domains/item/seen-words.ts';
import { deleteAndTell, restoreTogether } from '#domains/item/together.ts';
import { openLink } from '#domains/letter/link.ts';
import { noteSeen } from '#domains/letter/mark-seen.ts';
import { admin, cast, castEachTest, general, rt } from '../support/cast-each-test.ts';
import { makeItem } from '../support/items.ts';

let photo: string;

castEachTest(['admin', 'general']);
beforeEach(async () => {
  photo = await add(cast.resident.id);
  await rt.db.updateTable('families').set({ phone: '090-1111-2222' }).execute();
});

const add = async (residentId: string | null, takenOn = '2026-09-02') =>
  (await makeItem(rt, cast.host.id, { residentId, takenOn })).id;

async function see(): Promise<void> {
  const { resident, family } = cast;
  const tokens = { residentToken: resident.token, familyToken: family.token };
  const link = await openLink(rt, tokens);
  if (link) await noteSeen(rt, link, 202609, null);
  rt.clock.advance(1000);
}

const move = (to: string | null, actor = admin) => moveItem(rt, actor, photo, to);

test('moving a wrong photo out of a letter names who has seen it there, and whom to call', async () => {
  await see();
  const { seenBy } = await move(cast.neighbour.id);
  expect(seenBy).toEqual([
    {
      ...{ familyName: cast.family.name, relationship: cast.family.relationship },
      ...{ residentName: cast.resident.name, phone: '090-1111-2222' },
    },
  ]);
  expect(seenText(seenBy)).toContain('090-1111-2222）。お電話でお伝えください。');
  await move(cast.resident.id);
  expect((await move(cast.neighbour.id, general)).seenBy).toMatchObject([{ phone: '' }]);
});

test('so does deleting it, also from 施設全体; an undo forgets nothing', async () => {
  photo = await add(null);
  await see();
  for (let again = 0; again < 2; again++) {
    const { seenBy } = await deleteAndTell(rt, admin, photo, { together: true });
    expect(seenBy).toHaveLength(1);
    await restoreTogether(rt, admin, photo);
  }
});

test('who pressed before it came, or in a month that is not out, has not seen it', async () => {
  await see();
  photo = await add(cast.neighbour.id);
  rt.clock.advance(1000);
  await move(cast.resident.id);
  expect((await move(cast.neighbour.id)).seenBy).toEqual([]);
  photo = await add(cast.resident.id, '2026-10-02');
  expect((await move(cast.neighbour.id)).seenBy).toEqual([]);
  photo = await add(cast.resident.id);
  expect((await move(cast.neighbour.id)).seenBy).toEqual([]);
  expect(seenText([])).toBeNull();
});

test('a copy that came later was seen by nobody', async () => {
  await see();
  photo = await add(cast.neighbour.id);
  const { id } = await copyItem(rt, admin, photo, cast.resident.id);
  const { seenBy } = await deleteAndTell(rt, admin, id, { together: false });
  expect(seenBy).toEqual([]);
});
