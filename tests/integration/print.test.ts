import { expect, test } from 'vitest';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import type { Cast } from '../support/cast.ts';
import { makeFamily } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin']);

const HOME = { postcode: '1040061', pref: '東京都', city: '中央区', town: '銀座', street: '1-2' };
const onPaper = (resident: Cast['resident'], name: string, home: object = HOME) =>
  makeFamily(rt, resident, { name, delivery: 'print', ...home });
const add = (takenOn: string, residentId: string | null) =>
  makeItem(rt, cast.host.id, { takenOn, residentId });
const run = (yearMonth = 202609, familyId: string | null = null) =>
  readPrintRun(rt, admin, yearMonth, { familyId });

test('families by print with an address and a letter are included, the others listed with the reason', async () => {
  await add('2026-09-03', cast.resident.id);
  const sister = await onPaper(cast.resident, '田中 春');
  await onPaper(cast.resident, '田中 夏', { ...HOME, street: '' });
  await onPaper(cast.neighbour, '鈴木 秋');
  const { letters, left, isDelivered } = await run();
  expect(isDelivered).toBe(true);
  expect(letters.map(({ familyId }) => familyId)).toEqual([sister.id]);
  expect(letters[0]?.address?.name).toBe('田中 春 様');
  expect(letters[0]?.url).toContain(sister.token);
  expect(left.map(({ familyName, reason }) => [familyName, reason])).toEqual([
    ['鈴木 秋', 'noLetter'],
    ['田中 夏', 'address'],
  ]);
});

test('a resident who left gets no later months, and the current one can be printed early', async () => {
  await add('2026-09-03', null);
  await add('2026-10-03', null);
  await onPaper(cast.resident, '田中 春');
  const early = await run(202610);
  expect([early.isDelivered, early.letters.length]).toEqual([false, 1]);
  await rt.db.updateTable('residents').set({ left_on: '2026-08-15' }).execute();
  expect((await run()).left).toMatchObject([{ reason: 'left' }]);
  await expect(run(202611)).rejects.toMatchObject({ status: 404 });
});

test('hidden, deleted and unfinished photos are not printed', async () => {
  await add('2026-09-03', null);
  await add('2026-09-04', cast.resident.id);
  await makeItem(rt, cast.host.id, {
    takenOn: '2026-09-05',
    residentId: null,
    state: 'accepted',
  });
  await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
  await onPaper(cast.resident, '田中 春');
  const { letters } = await run();
  const photos = letters[0]?.pages
    .flat()
    .flatMap((block) => (block.kind === 'rows' ? block.rows : []))
    .flatMap(({ cells }) => cells.map(({ photo }) => photo.takenOn));
  expect(photos).toEqual(['2026-09-03']);
});

test('one family alone, whatever its way of delivery, and none of another facility', async () => {
  await add('2026-09-03', null);
  const { letters } = await run(202609, cast.family.id);
  expect(letters).toMatchObject([{ familyId: cast.family.id, address: null }]);
  for (const id of [cast.foreignFamily.id, 'AAAAAAAAAAAAAAAA']) {
    await expect(run(202609, id)).rejects.toMatchObject({ status: 404 });
  }
});
