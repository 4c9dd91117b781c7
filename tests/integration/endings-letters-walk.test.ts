import { expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { findEnding, setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { addDays, civilDateOf, firstDayOf, startOfDay, yearMonthOf } from '#lib/calendar.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { heard } from '../support/endings.ts';
import { makeLetter } from '../support/factories.ts';
import { Random } from '../support/random.ts';
import { makeRelatives } from '../support/relatives.ts';
import { mailerOf, makeMailSender } from '../support/sender.ts';

/** P43, with letters: days set, moved and taken back at random around the 1sts, to the hour. */
test.each([1, 2, 3, 4])('walk %i: letters and news agree', async (seed) => {
  const of = await makeRelatives();
  const { rt, admin, hostId } = of;
  for (const month of [202611, 202612]) await makeLetter(rt, hostId, month);
  const random = new Random(seed);
  const hour = random.pick([6, 9, 21]);
  await rt.db.insertInto('delivery_settings').values({ host_id: hostId, hour }).execute();
  let endsOn = null as string | null;
  let knows: 'end' | 'goes on' = 'goes on';
  /** 1sts that lay behind a last day. */
  const missed = new Set<string>();
  const came: string[] = [];
  const wrong: string[] = [];
  const today = () => civilDateOf(rt.clock.now());
  const lastFirst = () => firstDayOf(yearMonthOf(today()));
  const hear = (subject: string) => {
    const at = rt.clock.now().toISOString();
    if (endsOn !== null && endsOn < today()) wrong.push(`${at} after the last day: ${subject}`);
    if (subject.includes('これからも')) knows = 'goes on';
    else if (subject.includes('までになります')) knows = 'end';
    else {
      if (missed.has(lastFirst())) wrong.push(`${at} a letter that was not to come`);
      if (knows === 'end' && endsOn === null) wrong.push(`${at} before it heard: ${subject}`);
      came.push(lastFirst());
    }
  };
  rt.clock.set(startOfDay('2026-10-29').toISOString());
  while (today() < '2027-01-02') {
    rt.clock.advance(random.pick([20 * MINUTE, HOUR, 3 * HOUR, 3 * HOUR]));
    if (endsOn !== null && endsOn < lastFirst()) missed.add(lastFirst());
    const act = random.int(0, 9);
    const nearFirst = today().slice(8) >= '26' || today().endsWith('-01');
    if (act === 0 && random.chance(0.2)) {
      const day = addDays(today(), random.int(1, 9));
      const actor = endsOn !== null && endsOn < today() ? null : admin;
      const ending = { hostId, words: '', isShort: true, endsOn: day };
      // The operator's is not the admin's to change.
      await setEnding(rt, actor, ending).catch(() => undefined);
    } else if (act === 1 && endsOn !== null && (nearFirst || random.chance(0.2))) {
      await takeBackEnding(rt, null, { hostId });
    }
    // The operator's taken back, its own holds again.
    endsOn = (await findEnding(rt.db, hostId))?.ends_on ?? null;
    if (random.chance(0.7)) await runDeliveries(rt);
    if (random.chance(0.7)) await tellOfEndings(rt);
    const fails = random.chance(0.2);
    const mailer = mailerOf(({ subject }) => {
      if (fails) return Promise.reject(new Error('away'));
      hear(subject);
      return Promise.resolve();
    });
    await makeMailSender({ ...rt, mailer }).drain();
  }
  expect(wrong).toEqual([]);
  // Nobody lost a letter that was to come, nor got one twice.
  const due = ['2026-11-01', '2026-12-01', '2027-01-01'];
  expect(new Set(came).size).toBe(came.length);
  for (const day of due)
    if (!missed.has(day)) expect([day, came]).toEqual([day, expect.arrayContaining([day])]);
  expect((await heard(of, 0)).length).toBeLessThan(2);
});
