import { beforeEach, expect, test } from 'vitest';
import { openLink } from '#domains/letter/link.ts';
import { listVisibleItems } from '#domains/letter/visible-items.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast } from '../support/cast.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

const MONTH = 202609;

let rt: TestRuntime;
let cast: Cast;
beforeEach(async () => {
  rt = await makeRuntime();
  cast = await makeCast(rt);
});

const add = (residentId: string | null, takenOn = '2026-09-10', hostId = cast.host.id) =>
  makeItem(rt, hostId, { residentId, takenOn });

async function open(familyToken = cast.family.token) {
  const link = await openLink(rt, { residentToken: cast.resident.token, familyToken });
  if (!link) throw new Error('no link');
  return link;
}
const idsFor = async (familyToken?: string, month = MONTH) => {
  const rows = await listVisibleItems(rt.readConnection, await open(familyToken), month);
  return rows.map(({ id }) => id);
};

test("each family of a resident sees the resident's photos before the facility's", async () => {
  const { id: own } = await add(cast.resident.id);
  const { id: shared } = await add(null);
  const { token } = await makeFamily(rt, cast.resident);
  expect(await idsFor()).toEqual([own, shared]);
  expect(await idsFor(token)).toEqual([own, shared]);
});

test('whatever changes is seen by the next request', async () => {
  expect(await idsFor()).toEqual([]);
  const { id } = await add(null);
  expect(await idsFor()).toEqual([id]);
  await rt.db.updateTable('items').set({ caption: '敬老会' }).execute();
  const [changed] = await listVisibleItems(rt.readConnection, await open(), MONTH);
  expect(changed?.caption).toBe('敬老会');
  await rt.db.updateTable('items').set({ left_out: 1 }).execute();
  expect(await idsFor()).toEqual([]);
});

test('months and facilities keep theirs apart', async () => {
  const { id: september } = await add(null);
  const { id: august } = await add(null, '2026-08-10');
  await add(null, '2026-09-10', cast.otherHost.id);
  expect(await idsFor()).toEqual([september]);
  expect(await idsFor(undefined, 202608)).toEqual([august]);
});
