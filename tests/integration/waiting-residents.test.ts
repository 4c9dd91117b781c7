import { expect, test } from 'vitest';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { readItemsStart } from '#domains/item/items-start.ts';
import { readLetterDesk } from '#domains/letter/desk/read-month.ts';
import { lettersShown } from '#domains/letter/desk/month-letters.ts';
import { awaitsPhoto } from '#domains/people/consent.ts';
import { addDays, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { makeSkipped, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { Random } from '../support/random.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

const CONSENTS = [1, 1, 0, null] as const;

/**
 * Residents with every answer, some of whom left or leave soon, are away, died or are skipped, with
 * photos of several months.
 * @returns who is waited for, and about whom nothing is asked
 */
async function settle(rt: TestRuntime, hostId: string, random: Random) {
  const today = civilDateOf(rt.clock.now());
  const waiting: string[] = [];
  const aside: string[] = [];
  for (let n = random.int(0, 12); n > 0; n--) {
    const consent = random.pick(CONSENTS);
    const leftOn = random.chance(0.5) ? null : addDays(today, random.int(-40, 20));
    const state = random.pick(['here', 'here', 'away', 'died', 'skipped']);
    const resident = await makeResident(rt, hostId, {
      ...{ photo_consent: consent, left_on: leftOn },
      ...(state === 'away' && { away_since: addDays(today, -random.int(0, 40)) }),
      ...(state === 'died' && { died_on: today, letters_end: firstDayOf(yearMonthOf(today)) }),
    });
    const { id } = resident;
    if (state === 'skipped') await makeSkipped(rt, resident, yearMonthOf(today));
    let hasPhoto = false;
    for (let photos = random.int(0, 2); photos > 0; photos--) {
      const takenOn = addDays(today, -random.int(0, 60));
      const isDeleted = random.chance(0.3);
      const gone = isDeleted && { deletedAt: rt.clock.now().toISOString() };
      await makeItem(rt, hostId, { residentId: id, takenOn, ...gone });
      hasPhoto ||= !isDeleted && yearMonthOf(takenOn) === yearMonthOf(today);
    }
    const isHere = leftOn === null || leftOn > today;
    // Who has left is not away any more.
    if (state !== 'here' && (state !== 'away' || isHere)) aside.push(id);
    if (consent === 1 && isHere && state === 'here' && !hasPhoto) waiting.push(id);
  }
  return { waiting: waiting.sort(), aside };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'the dashboard, the photo page and the letter list the same residents (facility %i)',
  async (seed) => {
    const rt = await makeRuntime();
    const random = new Random(seed);
    const cast = await makeCast(rt);
    const admin = await signedIn(rt, cast.otherAdmin);
    rt.clock.set(`2026-10-${random.pick(['01', '17', '31'])}T03:00:00Z`);
    await rt.db.deleteFrom('residents').where('host_id', '=', admin.host.id).execute();
    const { waiting, aside } = await settle(rt, admin.host.id, random);
    const { withoutPhotos: onDashboard } = await readDashboard(rt, admin);
    const page = await readItemsStart(rt, admin, new URLSearchParams(), undefined);
    const desk = await readLetterDesk(rt, admin, page.filter.yearMonth);
    const ids = (residents: readonly { id: string }[]) => residents.map(({ id }) => id).sort();
    expect(ids(onDashboard.first)).toEqual(waiting);
    expect(onDashboard.count).toBe(waiting.length);
    expect(ids(page.counts.residents.filter(awaitsPhoto))).toEqual(waiting);
    expect(ids(desk.residents.filter(awaitsPhoto))).toEqual(waiting);
    const asked = [
      ...lettersShown(desk.residents, 'unwritten'),
      ...lettersShown(desk.residents, 'unchecked'),
    ];
    expect(asked.filter(({ id }) => aside.includes(id))).toEqual([]);
  },
);
