import { describe, expect, test } from 'vitest';
import { readAdminLetter, readAdminLetters } from '#domains/letter/desk/edit-letters.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { NOON } from '../support/clock.ts';
import { makeFamily, makeSkipped, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';

castEachTest(['admin']);

const add = (takenOn: string) => makeItem(rt, cast.host.id, { residentId: null, takenOn });
const read = (yearMonth: number) => readAdminLetter(rt, admin, yearMonth);
/** The cast's families, entered at another time. */
const enterFamilies = (created_at: string) =>
  rt.db.updateTable('families').set({ created_at }).execute();

describe('a letter', () => {
  test('counts families that pressed 見ました, and families whose resident lived here then', async () => {
    await add('2026-09-01');
    await add('2026-08-01');
    const left = await makeResident(rt, cast.host.id, { left_on: '2026-08-15' });
    await makeFamily(rt, left);
    await enterFamilies('2026-08-01T00:00:00.000Z');
    for (const { id, host_id } of [cast.family, cast.foreignFamily]) {
      await rt.db
        .insertInto('letter_reads')
        .values({ host_id, family_id: id, year_month: 202609, seen_at: NOON, stamp: null })
        .execute();
    }
    expect(await read(202609)).toMatchObject({ readCount: 1, familiesCount: 2 });
    expect(await read(202608)).toMatchObject({ readCount: 0, familiesCount: 3 });
    await makeSkipped(rt, cast.neighbour, 202608);
    expect(await read(202608)).toMatchObject({ readCount: 0, familiesCount: 2 });
    expect(await read(202609)).toMatchObject({ readCount: 1, familiesCount: 2 });
  });

  test('keeps its number of families when others are added after its delivery', async () => {
    await add('2026-09-01');
    await add('2026-10-01');
    await enterFamilies('2026-09-30T14:59:59.999Z');
    const late = await makeFamily(rt, cast.resident, { created_at: '2026-09-30T15:00:00.000Z' });
    expect(await read(202609)).toMatchObject({ readCount: 0, familiesCount: 2 });
    expect(await read(202610)).toMatchObject({ familiesCount: 3 });
    expect((await readAdminLetters(rt, admin)).map(({ familiesCount }) => familiesCount)).toEqual([
      2, 3,
    ]);
    for (const { id, host_id } of [cast.family, cast.neighbourFamily, late]) {
      await rt.db
        .insertInto('letter_reads')
        .values({ host_id, family_id: id, year_month: 202609, seen_at: NOON, stamp: null })
        .execute();
    }
    // It can still be read and answered.
    expect(await read(202609)).toMatchObject({ readCount: 3, familiesCount: 3 });
    await rt.db.deleteFrom('families').where('id', '=', cast.family.id).execute();
    expect(await read(202609)).toMatchObject({ readCount: 2, familiesCount: 2 });
  });
});
