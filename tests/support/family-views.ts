import fc from 'fast-check';
import { openLink } from '../../src/features/letter/link.service.ts';
import type { Link } from '../../src/features/letter/link.service.ts';
import { makeFamily, makeHost, makeLetter, makeResident } from './factories.ts';
import { makeItem } from './items.ts';
import type { TestRuntime } from './runtime.ts';

/** The frozen clock's today is in the last of them, which is not out yet. */
export const MONTHS = [202605, 202606, 202607, 202608, 202609, 202610];

const month = fc.constantFrom(...MONTHS);
const day = fc
  .tuple(month, fc.integer({ min: 1, max: 15 }))
  .map(([yearMonth, date]) => `2026-${two(yearMonth % 100)}-${two(date)}`);
const two = (n: number): string => String(n).padStart(2, '0');
/** Beyond the residents: of the whole facility. */
const place = fc.nat(3);

/** A small facility: who has left, whose photos are held back, what was taken when and of whom. */
export const drawnFacility = fc.record({
  earlyLook: fc.boolean(),
  texts: fc.uniqueArray(month, { maxLength: 3 }),
  residents: fc.array(fc.record({ leftOn: fc.option(day), isHidden: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  photos: fc.array(
    fc.record({
      place,
      takenOn: day,
      isDeleted: fc.boolean(),
      /** The same stored photo elsewhere as well. */
      copy: fc.option(fc.record({ place, takenOn: day })),
    }),
    { maxLength: 12 },
  ),
});
type Drawn = typeof drawnFacility extends fc.Arbitrary<infer Value> ? Value : never;

/** Puts it into the database. @returns the link of each resident's family, and every photo. */
export async function fillDrawn(
  rt: TestRuntime,
  drawn: Drawn,
): Promise<{ links: Link[]; blobIds: string[] }> {
  const host = await makeHost(rt);
  const settings = { host_id: host.id, early_look: drawn.earlyLook ? 1 : 0 } as const;
  await rt.db.insertInto('delivery_settings').values(settings).execute();
  for (const yearMonth of drawn.texts) await makeLetter(rt, host.id, yearMonth);
  const residents: string[] = [];
  const links: Link[] = [];
  for (const { leftOn, isHidden } of drawn.residents) {
    const resident = await makeResident(rt, host.id, {
      left_on: leftOn,
      photos_hidden: isHidden ? 1 : 0,
    });
    const family = await makeFamily(rt, resident);
    const link = await openLink(rt, { residentToken: resident.token, familyToken: family.token });
    if (!link) throw new Error('the link does not open');
    residents.push(resident.id);
    links.push(link);
  }
  const blobIds: string[] = [];
  for (const { place, takenOn, isDeleted, copy } of drawn.photos) {
    const { blob_id, ...row } = await makeItem(rt, host.id, {
      residentId: residents[place] ?? null,
      takenOn,
      ...(isDeleted && { deletedAt: rt.clock.now().toISOString() }),
    });
    blobIds.push(blob_id);
    const other = copy && (residents[copy.place] ?? null);
    if (!copy || other === (residents[place] ?? null)) continue;
    const more = { id: `${row.id}copy`, resident_id: other, taken_on: copy.takenOn };
    await rt.db
      .insertInto('items')
      .values({ ...row, ...more, blob_id, deleted_at: null, is_upload: 0 })
      .execute();
  }
  return { links, blobIds };
}
