import { beforeEach, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { readOutlook } from '#domains/delivery/outlook.ts';
import { readLastDelivery } from '#domains/delivery/read-states.ts';
import { confirmFacility } from '#domains/operator/facilities.ts';
import { tokyo } from '../support/delivery.ts';
import { readEvents } from '../support/events.ts';
import { makeLetter } from '../support/factories.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { sendDue } from '../support/sender.ts';
import { makeFacility } from '../support/trial.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

test('a trial has no limit once the operator knows the facility, and its trial ends as before', async () => {
  const { hostId, admin } = await makeFacility(rt, 70, tokyo('2026-11-25T12:00:00'));
  await runDeliveries(rt);
  expect((await sendDue(rt)).length).toBe(30);
  await confirmFacility(rt, hostId);
  await confirmFacility(rt, hostId);
  const events = (await readEvents(rt)).filter(({ action }) => action.startsWith('operator.'));
  expect(events).toMatchObject([
    { action: 'operator.facility_confirmed', host_id: hostId, staff_id: null },
  ]);
  expect((await sendDue(rt)).length).toBe(40);
  await makeLetter(rt, hostId, 202611);
  const end = tokyo('2026-12-02T00:00:00');
  await rt.db.updateTable('hosts').set({ trial_ends_at: end }).execute();
  rt.clock.set(tokyo('2026-11-30T12:00:00'));
  expect((await readOutlook(rt, hostId, 202611))?.days).toEqual([
    { day: '2026-12-01', families: 70, mails: 70 },
  ]);
  rt.clock.set(tokyo('2026-12-01T09:00:00'));
  await runDeliveries(rt);
  expect((await sendDue(rt)).length).toBe(70);
  await makeLetter(rt, hostId, 202612);
  rt.clock.set(tokyo('2027-01-01T09:00:00'));
  await runDeliveries(rt);
  expect((await sendDue(rt)).length).toBe(0);
  expect((await readLastDelivery(rt, admin)).mails).toMatchObject({ sent: 0 });
});
