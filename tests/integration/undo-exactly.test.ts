import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Actor } from '#domains/account/session/session.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { restoreItem } from '#domains/item/delete-items.ts';
import { copyItem } from '#domains/item/item-place.ts';
import { readItemWithPeople } from '#domains/item/item-people.ts';
import type { Item } from '#domains/item/item.ts';
import { readItem } from '#domains/item/list-items.ts';
import { namePeople } from '#domains/item/name-people.ts';
import { deleteAndTell, restoreTogether } from '#domains/item/together.ts';
import { AppError } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { signedIn } from '../support/cast.ts';
import { NOON } from '../support/clock.ts';
import { makeStaff } from '../support/factories.ts';
import { HiddenWalk, drawnAnswers } from '../support/hidden-walk.ts';
import { rounds } from '../support/in-full.ts';
import { makeRuntime } from '../support/runtime.ts';

const ACTS = ['take off', 'delete all', 'name', 'let in', 'leave out', 'add'] as const;
type Act = (typeof ACTS)[number];

/** What decides what families see. */
async function stateOf(rt: Runtime, hostId: string, but: string | null): Promise<string[]> {
  const of = async (table: 'items' | 'withheld_pictures' | 'picture_people' | 'blobs') =>
    (await rt.db.selectFrom(table).selectAll().where('host_id', '=', hostId).execute())
      .filter((row) => !('id' in row) || row.id !== but)
      .map((row) => JSON.stringify(row))
      .sort();
  return [
    ...(await of('items')),
    ...(await of('withheld_pictures')),
    ...(await of('picture_people')),
    ...(await of('blobs')),
  ];
}

const asItWas = ({ leftOut, leftOutFor }: Item) => ({
  leftOut,
  ...(leftOut && { leftOutFor }),
});

/** What an admin has kept in spite of a no does not come back once it is out. */
async function isRefusedOn(rt: Runtime, id: string): Promise<boolean> {
  const row = await rt.db
    .selectFrom('items')
    .innerJoin('picture_people as named', 'named.picture', 'items.picture')
    .innerJoin('residents', 'residents.id', 'named.resident_id')
    .select('residents.id')
    .where('items.id', '=', id)
    .where(({ eb, fn, lit }) =>
      eb.or([
        eb(fn.coalesce('photo_consent', lit(0)), '<>', 1),
        eb('residents.waiting_consent', '=', 'none'),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** What an admin has kept in others' letters is limited to the own family once it comes back. */
async function isKeptFor(rt: Runtime, id: string): Promise<boolean> {
  const row = await rt.db
    .selectFrom('items as one')
    .innerJoin('items', 'items.picture', 'one.picture')
    .innerJoin('residents', 'residents.id', 'items.resident_id')
    .leftJoin('withheld_pictures as waiting', (join) =>
      join
        .onRef('waiting.picture', '=', 'items.picture')
        .onRef('waiting.resident_id', '=', 'items.resident_id')
        .on('waiting.waits', '=', 0),
    )
    .select('residents.id')
    .where('one.id', '=', id)
    .where('residents.photo_consent_extent', '=', 'own')
    .where('waiting.picture', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns how it is undone, as the photo page does; null where there is nothing to do */
async function run(
  rt: Runtime,
  actor: Actor,
  act: Act,
  { item, other }: { item: Item; other: string },
): Promise<{ undo: () => Promise<unknown>; made: string | null } | null> {
  const { id } = item;
  const made = null;
  switch (act) {
    case 'take off':
      if (await isKeptFor(rt, id)) return null;
      await deleteAndTell(rt, actor, id, { together: false });
      return { undo: () => restoreItem(rt, actor, id), made };
    case 'delete all': {
      if (await isKeptFor(rt, id)) return null;
      const { items } = await deleteAndTell(rt, actor, id, { together: true });
      const deletedSince = items.map(({ deletedAt }) => deletedAt).sort()[0];
      return { undo: () => restoreTogether(rt, actor, id, { deletedSince }), made };
    }
    case 'name': {
      const { people } = await readItemWithPeople(rt, actor, id);
      if (item.residentId !== null || people.some((one) => one.residentId === other)) return null;
      // Nothing remembers then that the naming alone asks an admin.
      if (item.leftOut && item.leftOutFor.length === 0) return null;
      const named = people.flatMap((one) => (one.isNamed ? one.residentId : []));
      await namePeople(rt, actor, id, { residentIds: [...named, other] });
      return { undo: () => namePeople(rt, actor, id, { residentIds: named }), made };
    }
    case 'let in':
    case 'leave out':
      if (act === 'leave out' && (await isRefusedOn(rt, id))) return null;
      await changeItem(rt, actor, id, { leftOut: act === 'leave out' });
      return { undo: () => changeItem(rt, actor, id, asItWas(item)), made };
    case 'add': {
      const copy = await copyItem(rt, actor, id, other);
      const gone = { together: false, isMistake: true };
      return { undo: () => deleteAndTell(rt, actor, copy.id, gone), made: copy.id };
    }
  }
}

test('an undo restores what was, exactly, whatever came before', async () => {
  const rt = await makeRuntime();
  const undone = new Map<Act, number>();
  const byRule = new Map<Act, number>();
  const draw = fc.record({
    steps: drawnAnswers,
    acts: fc.array(
      fc.record({ act: fc.constantFrom(...ACTS), item: fc.nat(9), other: fc.nat(2) }),
      { minLength: 8, maxLength: 12 },
    ),
  });
  const property = fc.asyncProperty(draw, async ({ steps, acts }) => {
    rt.clock.set(NOON);
    const walk = await HiddenWalk.open(rt, rt.clock);
    const { id: hostId } = walk.admin.host;
    const carer = await signedIn(rt, await makeStaff(rt, hostId));
    for (const step of steps) await walk.run(step);
    for (const { act, item: n, other: who } of acts) {
      rt.clock.advance(1);
      const rows = await rt.db
        .selectFrom('items')
        .leftJoin('residents', 'residents.id', 'items.resident_id')
        .select(['items.id', 'items.resident_id', 'residents.photo_consent'])
        .where('items.host_id', '=', hostId)
        .where('items.deleted_at', 'is', null)
        .orderBy('items.created_at')
        .orderBy('items.id')
        .execute();
      // Who has refused is asked about again, also by an undo.
      const own = rows.filter((row) => row.resident_id === null || row.photo_consent === 1);
      const row = own[n % Math.max(1, own.length)];
      const other = walk.model.people[who];
      if (!row || other === undefined) continue;
      if (act === 'delete all' && own.length < rows.length) continue;
      const item = await readItem(rt, carer, row.id);
      const before = await stateOf(rt, hostId, null);
      const done = await run(rt, carer, act, { item, other }).catch((error: unknown) => {
        if (error instanceof AppError) return null;
        throw error;
      });
      if (!done) continue;
      const between = await stateOf(rt, hostId, done.made);
      rt.clock.advance(1);
      await done.undo();
      expect(await stateOf(rt, hostId, done.made), act).toEqual(before);
      undone.set(act, (undone.get(act) ?? 0) + 1);
      if (between.some((row) => /"left_out_for":"[^"]/.test(row)))
        byRule.set(act, (byRule.get(act) ?? 0) + 1);
    }
  });
  await fc.assert(property, { numRuns: rounds(40, 200), seed: 51, endOnFailure: true });
  for (const act of ACTS) expect(undone.get(act) ?? 0, act).toBeGreaterThan(1);
  for (const act of ['take off', 'name'] as const) {
    expect(byRule.get(act) ?? 0, `${act} by rule`).toBeGreaterThan(0);
  }
}, 300_000);
