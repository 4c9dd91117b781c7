import { expect, test } from 'vitest';
import { continueFacility, listUnknownPlans, setPlan } from '#domains/operator/facilities.ts';
import { noteLegalTexts, readChangedOn } from '#domains/operator/legal-texts.ts';
import { readHostRoom } from '#domains/facility/read-host.ts';
import { readResidentRoom } from '#domains/facility/resident-room.ts';
import { NO_OPERATOR } from '#lib/operator-facts.ts';
import type { Runtime } from '#server/runtime.ts';
import { cast, castEachTest, rt } from '../support/cast-each-test.ts';

castEachTest(['admin']);

const dates = async () => [await readChangedOn(rt, 'terms'), await readChangedOn(rt, 'privacy')];

test('a legal page has the day on which it was first found to say so', async () => {
  const texts = { terms: ['甲', { name: '運営者' }], privacy: ['乙'] };
  expect(await dates()).toEqual([null, null]);
  rt.clock.set('2026-11-27T03:00:00.000Z');
  await noteLegalTexts(rt, texts);
  expect(await dates()).toEqual(['2026-11-27', '2026-11-27']);
  rt.clock.set('2027-01-10T15:00:00.000Z');
  await noteLegalTexts(rt, texts);
  expect(await dates()).toEqual(['2026-11-27', '2026-11-27']);
  await noteLegalTexts(rt, { ...texts, terms: ['甲', { name: '別の運営者' }] });
  expect(await dates()).toEqual(['2027-01-11', '2026-11-27']);
});

test('a facility keeps a plan that is no longer offered, then without limits', async () => {
  await setPlan(rt, cast.host.id, 'small');
  expect(await listUnknownPlans(rt)).toEqual([]);
  expect(await readResidentRoom(rt, cast.host.id)).toMatchObject({ max: 20 });
  const plans = NO_OPERATOR.plans.filter(({ id }) => id === 'large');
  const other: Runtime = { ...rt, env: { ...rt.env, operator: { ...NO_OPERATOR, plans } } };
  expect(await listUnknownPlans(other)).toContain('small');
  expect(await readResidentRoom(other, cast.host.id)).toMatchObject({ max: null });
  expect(await readHostRoom(other, cast.host.id)).toMatchObject({ limit: null });
  await continueFacility(other, cast.host.id);
  await expect(setPlan(other, cast.host.id, 'small')).rejects.toMatchObject({ status: 422 });
  await expect(continueFacility(other, cast.host.id, 'small')).rejects.toMatchObject({
    status: 422,
  });
});
