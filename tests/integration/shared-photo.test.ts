import { beforeEach, describe, expect, test } from 'vitest';
import { copyItem, moveItem } from '#features/item/item-place.service.ts';
import { changeItem, deleteItem, restoreItem } from '#features/item/item.service.ts';
import { openLink } from '#features/family-link/link.service.ts';
import { readFamilyLetter } from '#features/letter/letter.service.ts';
import { onlyMissing } from '#lib/errors.ts';
import { decidePhotos } from '#features/resident/consent.service.ts';
import { updateResident } from '#features/resident/resident-change.service.ts';
import type { Actor } from '#features/session/session.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let cast: Cast;
let admin: Actor;
let families: { residentToken: string; familyToken: string }[];
beforeEach(async () => {
  rt = await makeRuntime();
  cast = await makeCast(rt);
  admin = await signedIn(rt, cast.admin);
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

describe('while it is undecided', () => {
  beforeEach(async () => {
    const own = await add(cast.resident.id, 'the same');
    await withdraw();
    expect(await shown()).toEqual([0, 0]);
    await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
    await rt.db
      .updateTable('residents')
      .set({ photos_hidden: 0 })
      .where('id', '=', cast.neighbour.id)
      .execute();
    await copyItem(rt, admin, own, null);
  });

  test('a copy to others is hidden too', async () => {
    expect(await shown()).toEqual([0, 0]);
  });

  test('deleting, restoring and moving the photo that is in question count at once', async () => {
    const { id } = await rt.db
      .selectFrom('items')
      .select('id')
      .where('resident_id', '=', cast.resident.id)
      .executeTakeFirstOrThrow();
    await deleteItem(rt, admin, id);
    expect(await shown()).toEqual([1, 1]);
    await restoreItem(rt, admin, id);
    expect(await shown()).toEqual([0, 0]);
    await moveItem(rt, admin, id, cast.neighbour.id);
    expect(await shown()).toEqual([1, 1]);
  });
});
