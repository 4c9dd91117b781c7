import { describe, expect, test } from 'vitest';
import { deleteItem } from '#domains/item/delete-items.ts';
import { openMonthArchive } from '#domains/paper/archive/make-archive.ts';
import { readFamilyLetter, readShelf } from '#domains/letter/read-letters.ts';
import { openLink } from '#domains/letter/link.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { copyItem } from '#domains/item/item-place.ts';
import { castEachTest, rt, cast, general } from '../support/cast-each-test.ts';
import { signedIn } from '../support/cast.ts';
import { makeLetter } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { jpeg } from '../support/pictures.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';

const MONTH = 202609;

castEachTest(['general']);

const add = async (picture: string, residentId: string | null, more = {}) =>
  (await makeItem(rt, cast.host.id, { picture, residentId, takenOn: '2026-09-10', ...more })).id;
const own = () => cast.resident.id;

async function link() {
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const opened = await openLink(rt, tokens);
  if (!opened) throw new Error('no link');
  return opened;
}
const idsOf = async (yearMonth = MONTH) =>
  (await readFamilyLetter(rt, await link(), yearMonth)).items.map(({ id }) => id);
const counts = async () =>
  (await readShelf(rt, await link())).map(({ yearMonth, itemsCount }) => [yearMonth, itemsCount]);

describe("a picture that is both the resident's and facility-wide", () => {
  test("is shown and counted once in the letter, as the resident's", async () => {
    await add('group', null, { takenOn: '2026-09-01' });
    const hall = await add('hall', null);
    const group = await add('group', own());
    expect(await idsOf()).toEqual([group, hall]);
    expect(await counts()).toEqual([[MONTH, 2]]);
  });

  test('is in each of two months if its days say so', async () => {
    const august = await add('group', null, { takenOn: '2026-08-31' });
    const september = await add('group', own());
    expect(await idsOf(202608)).toEqual([august]);
    expect(await idsOf()).toEqual([september]);
    expect(await counts()).toEqual([
      [202608, 1],
      [MONTH, 1],
    ]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["a neighbour's", () => add('group', cast.neighbour.id)],
    ['deleted', () => add('group', own(), { deletedAt: '2026-09-11T00:00:00.000Z' })],
    ['not ready', () => add('group', own(), { state: 'accepted' })],
  ])('stays facility-wide if the other is %s', async (_what, make) => {
    const hall = await add('group', null);
    await make();
    expect(await idsOf()).toEqual([hall]);
    expect(await counts()).toEqual([[MONTH, 1]]);
  });

  test('is nowhere while consent is withdrawn', async () => {
    await add('group', null);
    await add('group', own());
    await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
    expect(await counts()).toEqual([]);
  });

  test('is the cover if its facility-wide twin was chosen', async () => {
    await add('first', own(), { takenOn: '2026-09-01' });
    const twin = await add('group', null);
    await add('group', own());
    await makeLetter(rt, cast.host.id, MONTH, { cover_item_id: twin });
    const [entry] = await readShelf(rt, await link());
    const { blob_id } = await rt.db
      .selectFrom('items')
      .select('blob_id')
      .where('id', '=', twin)
      .executeTakeFirstOrThrow();
    expect(entry?.cover?.src).toContain(blob_id);
  });
});

test('it is once in the archive, in its announced size and on paper, copied or uploaded twice', async () => {
  const takenOn = '2026-09-10';
  const bytes = await jpeg();
  const { id } = await uploadPhoto(rt, general, { residentId: own(), takenOn, bytes });
  await drainJobs(rt);
  const size = (await readFamilyLetter(rt, await link(), MONTH)).masterBytes;
  const alone = await openMonthArchive(rt, await link(), MONTH);
  expect(size).toBeGreaterThan(0);

  const copy = await copyItem(rt, general, id, null);
  const expectOnce = async () => {
    expect((await readFamilyLetter(rt, await link(), MONTH)).masterBytes).toBe(size);
    expect((await openMonthArchive(rt, await link(), MONTH))?.byteSize).toBe(alone?.byteSize);
    const admin = await signedIn(rt, cast.admin);
    const { letters } = await readPrintRun(rt, admin, MONTH, { familyId: cast.family.id });
    const rows = letters[0]?.pages.flat().flatMap((block) => ('rows' in block ? block.rows : []));
    expect(rows?.flatMap(({ cells }) => cells)).toHaveLength(1);
  };
  await expectOnce();
  await deleteItem(rt, general, copy.id);
  await uploadPhoto(rt, general, { residentId: null, takenOn, bytes });
  await drainJobs(rt);
  await expectOnce();
});
