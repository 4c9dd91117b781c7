import { expect, test } from 'vitest';
import { TRIAL_EMAIL, seedTrial } from '../../demo/trial.ts';
import { readFacility } from '#domains/facility/change-facility.ts';
import { mayContinue } from '#domains/facility/host.ts';
import { createResident } from '#domains/people/read-residents.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { signedIn } from '../support/cast.ts';
import { DAY } from '../support/clock.ts';
import { makeRuntime } from '../support/runtime.ts';

test("the demo's second facility shows a trial near its end and a full plan", async () => {
  const rt = await makeRuntime();
  const hostId = await seedTrial(rt);
  const staff = await rt.db
    .selectFrom('staffs')
    .selectAll()
    .where('email', '=', TRIAL_EMAIL)
    .executeTakeFirstOrThrow();
  expect(staff.host_id).toBe(hostId);
  const admin = await signedIn(rt, staff);
  expect(admin.host.isActive).toBe(true);
  const facility = await readFacility(rt, admin);
  expect(facility).toMatchObject({ plan: 'small', residents: 20, maxResidents: 20 });
  const now = rt.clock.now();
  expect(Date.parse(facility.trialEndsAt ?? '')).toBe(now.getTime() + 5 * DAY);
  expect(mayContinue(facility.trialEndsAt, now)).toBe(true);
  const names = await rt.db.selectFrom('residents').select('name').distinct().execute();
  expect(names).toHaveLength(20);
  const newcomer = CreateResidentInput.parse({ name: '青木 ヨネ' });
  await expect(createResident(rt, admin, newcomer)).rejects.toMatchObject({ status: 422 });
});
