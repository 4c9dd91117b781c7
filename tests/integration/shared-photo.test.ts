import { beforeEach, describe, expect, test } from 'vitest';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { readBin } from '#domains/item/deleted-items.ts';
import { readHidden } from '#domains/item/list-items.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { openLink } from '#domains/letter/link.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import { onlyMissing } from '#lib/errors.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { removeResident } from '#domains/people/remove-resident.ts';
import { readResidentCard } from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { deleteItem, forgetDeletedItems, restoreItem } from '#domains/item/delete-items.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { DAY } from '../support/clock.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
let families: { residentToken: string; familyToken: string }[];

castEachTest(['admin']);
beforeEach(async () => {
  families = [
    { residentToken: cast.resident.token, familyToken: cast.family.token },
    {
      residentToken: cast.neighbour.token,
      familyToken: (await makeFamily(rt, cast.neighbour)).token,
    },
  ];
});

const add = async (residentId: string | null, picture?: string) =>
  (
    await makeItem(rt, cast.host.id, {
      residentId,
      takenOn: '2026-09-02',
      ...(picture && { picture }),
    })
  ).id;

/** Photos in the letters of the resident's family and of the neighbour's. */
const shown = () =>
  Promise.all(
    families.map(async (tokens) => {
      const link = await openLink(rt, tokens);
      if (!link) throw new Error('the link does not open');
      const letter = await readFamilyLetter(rt, link, 202609).catch(onlyMissing);
      return letter?.items.length ?? 0;
    }),
  );
const pictureOf = async (id: string) =>
  (await rt.db.selectFrom('items').select('picture').where('id', '=', id).executeTakeFirstOrThrow())
    .picture;
const withdraw = () => updateResident(rt, admin, cast.resident.id, { photoConsent: false });
const decide = (decision: 'keep' | 'choose' | 'delete', itemIds: string[] = []) =>
  decidePhotos(rt, admin, cast.resident.id, { decision, itemIds });

test('withdrawing consent hides a picture from the families of all who are on it', async () => {
  const own = await add(cast.resident.id);
  await copyItem(rt, admin, own, cast.neighbour.id);
  await add(cast.neighbour.id);
  expect(await shown()).toEqual([1, 2]);
  await withdraw();
  expect(await shown()).toEqual([0, 1]);
  await decide('keep');
  expect(await shown()).toEqual([1, 2]);
});

test('also where it was uploaded twice, or is of the whole facility', async () => {
  await add(cast.resident.id, 'the same');
  await add(cast.neighbour.id, 'the same');
  await add(null, 'the same');
  expect(await shown()).toEqual([1, 1]);
  await withdraw();
  expect(await shown()).toEqual([0, 0]);
});

describe('once it is decided to delete', () => {
  test.each([
    ['all', 'delete'],
    ['some', 'choose'],
  ] as const)('%s, the others keep it, left out of the letters', async (_what, decision) => {
    const own = await add(cast.resident.id);
    const copy = await copyItem(rt, admin, own, cast.neighbour.id);
    await withdraw();
    await decide(decision, [own]);
    expect(await shown()).toEqual([0, 0]);
    expect(await changeItem(rt, admin, copy.id, {})).toMatchObject({ leftOut: true });
    await changeItem(rt, admin, copy.id, { leftOut: false });
    expect(await shown()).toEqual([0, 1]);
  });

  test('what was not chosen stays as it was', async () => {
    const [own, other] = [await add(cast.resident.id), await add(cast.resident.id)];
    await copyItem(rt, admin, other, cast.neighbour.id);
    await withdraw();
    await decide('choose', [own]);
    expect(await shown()).toEqual([1, 1]);
  });
});

describe('while it is undecided, it is shown to nobody', () => {
  let own: string;
  let copy: string;
  beforeEach(async () => {
    own = await add(cast.resident.id);
    copy = (await copyItem(rt, admin, own, cast.neighbour.id)).id;
    await withdraw();
  });
  const waits = async () => (await readResidentCard(rt, admin, cast.resident.id)).isUndecided;
  const pictures = async () => (await readHidden(rt, admin, cast.resident.id)).map(({ id }) => id);

  test('however it is deleted and restored', async () => {
    for (const id of [own, copy]) {
      await deleteItem(rt, admin, id);
      expect(await shown()).toEqual([0, 0]);
      await restoreItem(rt, admin, id);
      expect(await shown()).toEqual([0, 0]);
    }
    expect(await pictures()).toEqual([own]);
  });

  test('nor after its deleted item is gone for good; let in by staff, it still waits', async () => {
    await deleteItem(rt, admin, own);
    expect(await changeItem(rt, admin, copy, {})).toMatchObject({ leftOut: true });
    rt.clock.advance(2 * DAY);
    await forgetDeletedItems(rt);
    await changeItem(rt, admin, copy, { leftOut: false });
    expect(await shown()).toEqual([0, 0]);
    expect([await waits(), await pictures()]).toEqual([true, [copy]]);
    await decide('keep');
    expect([await waits(), await shown()]).toEqual([false, [0, 1]]);
  });

  test.each(['delete', 'choose'] as const)('an answer to %s means others too', async (decision) => {
    await deleteItem(rt, admin, own);
    await changeItem(rt, admin, copy, { leftOut: false });
    await decide(decision, await pictures());
    expect([await waits(), await shown()]).toEqual([false, [0, 0]]);
    expect(await changeItem(rt, admin, copy, {})).toMatchObject({ leftOut: true });
  });

  test('the answer to delete is true of what others restore later', async () => {
    await deleteItem(rt, admin, copy);
    await decide('delete');
    await restoreItem(rt, admin, copy);
    expect(await shown()).toEqual([0, 0]);
  });

  test('it is neither moved nor copied, from any of its places', async () => {
    for (const id of [own, copy]) {
      await expect(moveItem(rt, admin, id, null)).rejects.toMatchObject({ status: 409 });
      await expect(copyItem(rt, admin, id, null)).rejects.toMatchObject({ status: 409 });
    }
    expect(await shown()).toEqual([0, 0]);
    await decide('keep');
    await expect(moveItem(rt, admin, own, null)).rejects.toMatchObject({ status: 422 });
    expect(await shown()).toEqual([1, 1]);
  });

  test('the same file uploaded again waits with it', async () => {
    const picture = await pictureOf(own);
    await deleteItem(rt, admin, own);
    await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-02', picture });
    expect(await shown()).toEqual([0, 0]);
  });

  test('a resident who is removed leaves it left out', async () => {
    await rt.db.deleteFrom('families').where('resident_id', '=', cast.resident.id).execute();
    await deleteItem(rt, admin, own);
    rt.clock.advance(2 * DAY);
    await forgetDeletedItems(rt);
    await changeItem(rt, admin, copy, { leftOut: false });
    await removeResident(rt, admin, cast.resident.id);
    expect(await changeItem(rt, admin, copy, {})).toMatchObject({ leftOut: true });
  });

  test('the bin says that restoring shows it to nobody', async () => {
    await deleteItem(rt, admin, copy);
    const { photos } = await readBin(rt, admin, 1);
    expect(photos).toMatchObject([{ isHidden: true, isOut: false }]);
  });
});
