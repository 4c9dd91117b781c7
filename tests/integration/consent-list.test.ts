import { beforeEach, expect, test } from 'vitest';
import { addConsent } from '#domains/people/consent-records/answer-consent.ts';
import { confirmConsents, keepConsents } from '#domains/people/consent-records/confirm-consents.ts';
import { readConsentList } from '#domains/people/consent-records/consent-list.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { changeFacility } from '#domains/facility/change-facility.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { admin, cast, castEachTest, rt } from '../support/cast-each-test.ts';
import { makeConsent } from '../support/consents.ts';
import { makeResident } from '../support/factories.ts';

castEachTest(['admin']);
const people: Record<string, string> = {};
beforeEach(async () => {
  await rt.db.updateTable('residents').set({ left_on: '2020-01-01' }).execute();
  for (const name of ['青木', '加藤', '佐藤', '田中']) {
    const row = { name, name_kana: name, photo_consent: null };
    people[name] = (await makeResident(rt, cast.host.id, row)).id;
  }
  const gone = [{ left_on: '2026-01-01' }, { died_on: '2026-01-01', letters_end: '2026-01-01' }];
  for (const days of gone) await makeResident(rt, cast.host.id, { photo_consent: null, ...days });
});

const of = (name: string): string => people[name] ?? '';
const daysAgo = (days: number): string =>
  civilDateOf(new Date(rt.clock.now().getTime() - days * DAY_MS));
const record = (name: string, on: string, answer: 'all' | 'own' | 'none' = 'all') => {
  rt.clock.advance(60_000);
  return addConsent(rt, admin, of(name), { answer, on });
};
const names = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name).sort();
async function lists() {
  const { waiting, unanswered, old } = await readConsentList(rt, admin);
  const { consents } = await readDashboard(rt, admin);
  expect(consents).toMatchObject({
    waiting: waiting.length,
    narrower: 0,
    undecided: [],
    unanswered: unanswered.length,
    old: old.length,
  });
  return {
    waiting: names(waiting.map(({ resident }) => resident)),
    unanswered: names(unanswered),
    old: names(old),
  };
}

test('names who lives here and has not been asked, and what families have sent', async () => {
  await record('加藤', daysAgo(1), 'none');
  const id = await makeConsent(rt, { id: of('佐藤'), host_id: cast.host.id });
  expect(await lists()).toEqual({
    waiting: ['佐藤'],
    unanswered: ['佐藤', '田中', '青木'],
    old: [],
  });
  await confirmConsents(rt, admin, [id], 'unknown');
  expect(await lists()).toEqual({ waiting: [], unanswered: ['田中', '青木'], old: [] });
});

test('asks again about yeses that are older than a year, until they are kept or changed', async () => {
  await record('青木', daysAgo(366), 'own');
  await record('加藤', daysAgo(364));
  await record('佐藤', daysAgo(800), 'none');
  await record('田中', daysAgo(800));
  const { old } = await readConsentList(rt, admin);
  expect(old.find(({ name }) => name === '青木')).toMatchObject({
    extent: 'own',
    since: daysAgo(366),
  });
  expect((await lists()).old).toEqual(['田中', '青木']);
  rt.clock.advance(60_000);
  await keepConsents(rt, admin, [of('青木')]);
  expect((await lists()).old).toEqual(['田中']);
  await record('田中', daysAgo(0), 'none');
  expect((await lists()).old).toEqual([]);
  rt.clock.advance(367 * DAY_MS);
  expect((await lists()).old).toEqual(['加藤', '青木']);
});

test('takes the day of the record where nobody wrote another down', async () => {
  rt.clock.advance(60_000);
  await addConsent(rt, admin, of('青木'), { answer: 'all', on: null });
  expect((await lists()).old).toEqual([]);
  rt.clock.advance(367 * DAY_MS);
  expect((await lists()).old).toEqual(['青木']);
});

test('does not ask again where the facility has switched that off', async () => {
  await record('青木', daysAgo(400));
  expect((await lists()).old).toEqual(['青木']);
  expect((await changeFacility(rt, admin, { asksConsentAgain: false })).asksConsentAgain).toBe(
    false,
  );
  expect((await lists()).old).toEqual([]);
  expect((await changeFacility(rt, admin, { asksConsentAgain: true })).asksConsentAgain).toBe(true);
  expect((await lists()).old).toEqual(['青木']);
  const events = await rt.db
    .selectFrom('audit_logs')
    .select('detail')
    .where('action', '=', 'host.changed')
    .execute();
  expect(events).toEqual(Array(2).fill({ detail: 'asks_consent_again' }));
});
