import { beforeEach, expect, test } from 'vitest';
import { changeFamily } from '#domains/people/manage-families.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { World } from '../support/at-once/pairs.ts';
import { FACILITY } from '../support/at-once/facility.ts';
import { FAMILIES } from '../support/at-once/families.ts';
import { LETTERS } from '../support/at-once/letters.ts';
import { PHOTOS } from '../support/at-once/photos.ts';
import { RESIDENTS } from '../support/at-once/residents.ts';
import { STAFF } from '../support/at-once/staff.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { secondProcess } from '../support/second-process.ts';

/** P35: two people change different things of one row at once, and both count. */
let world: World;
let beside: TestRuntime;

beforeEach(async () => {
  const rt = await makeRuntime();
  const cast = await makeCast(rt);
  world = { rt, cast, admin: await signedIn(rt, cast.admin) };
  beside = await secondProcess(rt);
});

const ENTITIES = { ...PHOTOS, ...RESIDENTS, ...FAMILIES, ...STAFF, ...LETTERS, ...FACILITY };

test.each(Object.entries(ENTITIES))('%s: no change is lost', async (_, pairs) => {
  expect(await pairs.lost(world, beside)).toEqual([]);
});

const succeeded = (results: PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length;

test('each change is checked against what the other wrote', async () => {
  const { rt, cast, admin } = world;
  const resident = await makeResident(rt, cast.host.id);
  const days = await Promise.allSettled([
    updateResident(rt, admin, resident.id, { birthday: '2020-05-05' }),
    updateResident(beside, admin, resident.id, { awaySince: '2020-05-04' }),
  ]);
  const family = await makeFamily(rt, resident, { email: 'ichiro@example.jp' });
  const ways = await Promise.allSettled([
    changeFamily(rt, admin, family.id, { delivery: 'email' }),
    changeFamily(beside, admin, family.id, { email: null }),
  ]);
  expect([succeeded(days), succeeded(ways)]).toEqual([1, 1]);
});
