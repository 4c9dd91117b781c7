import { describe, expect, test } from 'vitest';
import { holdUntil } from '#domains/delivery/hold.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { tellOfEndings } from '#domains/delivery/ending/tell-of-ending.ts';
import { bindEnding, setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { openLink } from '#domains/letter/link.ts';
import { noteSeen } from '#domains/letter/mark-seen.ts';
import { HOUR, MINUTE } from '../support/clock.ts';
import { lettersSent, tokyo } from '../support/delivery.ts';
import { endingOf } from '../support/endings.ts';
import { makeLetter } from '../support/factories.ts';
import { HANA, join, makeLineMonth, send } from '../support/line-month.ts';
import { lineOfFile } from '../support/line-of-file.ts';
import type { Relatives } from '../support/relatives.ts';
import { makeRelatives } from '../support/relatives.ts';
import { mailerOf, makeMailSender, sendDue } from '../support/sender.ts';

const line = await lineOfFile();
const LAST = '2026-10-31';
const BACK: unknown = expect.stringContaining('これからもご覧いただけます');
const LETTER: unknown = expect.stringContaining('10月号');

type Of = Pick<Relatives, 'rt' | 'admin' | 'hostId'>;

/** Told on the 20th that October 31 is the last day. */
async function told(of: Of): Promise<void> {
  const ending = { hostId: of.hostId, words: '', isShort: true, endsOn: LAST };
  await setEnding(of.rt, of.admin, ending);
  of.rt.clock.advance(HOUR);
  await tellOfEndings(of.rt);
  await send(of as never);
}

/** What the server does each minute, until then. */
async function untilHour(of: Relatives, instant: string): Promise<string[]> {
  const subjects: string[] = [];
  while (of.rt.clock.now().toISOString() < tokyo(instant)) {
    of.rt.clock.advance(10 * MINUTE);
    await runDeliveries(of.rt);
    await tellOfEndings(of.rt);
    subjects.push(...(await sendDue(of.rt)).map(({ subject }) => subject));
  }
  return subjects;
}

describe('an end that is taken back on the 1st, before the hour of delivery', () => {
  test.each<[string, (of: Relatives) => Promise<void>]>([
    ['by its admin', ({ rt, admin, hostId }) => takeBackEnding(rt, admin, { hostId })],
    ['by the operator', ({ rt, hostId }) => takeBackEnding(rt, null, { hostId })],
    [
      'for another day of the operator',
      ({ rt, hostId }) => setEnding(rt, null, endingOf(rt, hostId, 90)),
    ],
  ])('%s: that month stays without letters, as its pages said', async (_by, act) => {
    const of = await makeRelatives();
    await makeLetter(of.rt, of.hostId, 202611);
    await told(of);
    of.rt.clock.set(tokyo('2026-11-01T08:00:00'));
    await act(of);
    await untilHour(of, '2026-11-02T10:00:00');
    expect(await lettersSent(of.rt)).toEqual([]);
    of.rt.clock.set(tokyo('2026-12-01T08:55:00'));
    await untilHour(of, '2026-12-01T09:30:00');
    expect(await lettersSent(of.rt)).toHaveLength(1);
  });

  test('the service goes on, and its own later end holds again', async () => {
    const of = await makeRelatives();
    const { rt, hostId, admin } = of;
    await setEnding(rt, admin, endingOf(rt, hostId, 90));
    await setEnding(rt, null, { ...endingOf(rt, hostId, 11), isShort: true });
    await bindEnding(rt, hostId);
    of.rt.clock.set(tokyo('2026-11-01T08:00:00'));
    await takeBackEnding(rt, null, { hostId });
    await untilHour(of, '2026-11-01T12:00:00');
    expect(await lettersSent(of.rt)).toEqual([]);
  });
});

describe('an end that is taken back on the evening before the 1st', () => {
  test('is told before the letter comes, also where that is to come earlier', async () => {
    const of = await makeRelatives();
    const settings = { host_id: of.hostId, hour: 6 };
    await of.rt.db.insertInto('delivery_settings').values(settings).execute();
    await told(of);
    of.rt.clock.set(tokyo('2026-10-31T23:30:00'));
    await takeBackEnding(of.rt, of.admin, of);
    expect(await untilHour(of, '2026-11-01T08:50:00')).toEqual([]);
    expect(await untilHour(of, '2026-11-01T10:00:00')).toEqual([BACK, LETTER]);
  });

  test('while the mail server refuses the news, the letter waits', async () => {
    const of = await makeRelatives();
    await told(of);
    of.rt.clock.set(tokyo('2026-10-31T23:30:00'));
    await takeBackEnding(of.rt, of.admin, of);
    const subjects: string[] = [];
    const mailer = mailerOf(({ subject }) => {
      const isEarly = of.rt.clock.now().toISOString() < tokyo('2026-11-01T12:00:00');
      if (isEarly && subject.includes('これからも')) return Promise.reject(new Error('away'));
      subjects.push(subject);
      return Promise.resolve();
    });
    of.rt.clock.set(tokyo('2026-11-01T08:59:00'));
    for (let minutes = 0; minutes < 300; minutes += 5) {
      await tellOfEndings(of.rt);
      await runDeliveries(of.rt);
      await makeMailSender({ ...of.rt, mailer }).drain();
      of.rt.clock.advance(5 * MINUTE);
    }
    expect(subjects).toEqual([BACK, LETTER]);
  });

  test('is told in the chat before the letter', async () => {
    const month = await makeLineMonth(line, { delivery: 'link' });
    await join(month, month.ofHaru, HANA);
    await told(month);
    const before = line.accepted.length;
    expect(before).toBe(1);
    month.rt.clock.set(tokyo('2026-10-31T23:58:00'));
    await takeBackEnding(month.rt, month.admin, month);
    await tellOfEndings(month.rt);
    month.rt.clock.set(tokyo('2026-11-01T08:59:30'));
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await runDeliveries(month.rt);
      await tellOfEndings(month.rt);
      await send(month);
      month.rt.clock.advance(5 * MINUTE);
    }
    const said = line.accepted.slice(before).map(({ messages }) => JSON.stringify(messages));
    expect(said).toEqual([BACK, LETTER]);
  });
});

describe('a letter that still waits at the last midnight', () => {
  const LATE = '2026-11-01T23:59:30';

  /** Its run is over, and it is due again a minute later. */
  async function waits(of: Relatives, act: () => Promise<unknown>): Promise<void> {
    of.rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await runDeliveries(of.rt);
    await act();
    of.rt.clock.set(tokyo(LATE));
    const away = mailerOf(() => Promise.reject(new Error('away')));
    await makeMailSender({ ...of.rt, mailer: away }).drain();
    of.rt.clock.advance(2 * MINUTE);
  }
  const waiting = ({ rt }: Of) => rt.db.selectFrom('outbox').select(['kind', 'attempts']).execute();

  test('does not go in the minute before it is withdrawn', async () => {
    const of = await makeRelatives();
    await told(of);
    await of.rt.db.updateTable('facility_endings').set({ ends_on: '2026-11-01' }).execute();
    await waits(of, () => Promise.resolve());
    expect(await sendDue(of.rt)).toEqual([]);
    expect(await waiting(of)).toContainEqual({ kind: 'delivery', attempts: 1 });
    await tellOfEndings(of.rt);
    expect((await waiting(of)).map(({ kind }) => kind)).not.toContain('delivery');
  });

  test('goes where the end was taken back in that minute and nobody had been told', async () => {
    const of = await makeRelatives();
    await waits(of, () =>
      setEnding(of.rt, null, { ...endingOf(of.rt, of.hostId, 0), isShort: true }),
    );
    expect(await sendDue(of.rt)).toEqual([]);
    await takeBackEnding(of.rt, null, of);
    of.rt.clock.advance(5 * MINUTE);
    expect((await sendDue(of.rt)).map(({ subject }) => subject)).toEqual([LETTER]);
  });

  test('does not go once the trial is over, nor when it goes on weeks later', async () => {
    const of = await makeRelatives();
    await waits(of, () =>
      of.rt.db
        .updateTable('hosts')
        .set({ trial_ends_at: tokyo('2026-11-02T00:00:00') })
        .execute(),
    );
    expect(await sendDue(of.rt)).toEqual([]);
    await tellOfEndings(of.rt);
    expect(await waiting(of)).toEqual([]);
    expect(await of.rt.db.selectFrom('deliveries').selectAll().execute()).toEqual([]);
  });

  test('does not go by LINE', async () => {
    const month = await makeLineMonth(line, { delivery: 'link' });
    await join(month, month.ofHaru, HANA);
    const { rt, hostId } = month;
    rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await setEnding(rt, null, { ...endingOf(rt, hostId, 0), isShort: true });
    await runDeliveries(rt);
    rt.clock.set(tokyo('2026-11-02T00:00:10'));
    const before = line.accepted.length;
    await send(month);
    expect(line.accepted).toHaveLength(before);
  });

  test('nor what was withdrawn or stopped after it was claimed', async () => {
    const { rt, hostId } = await makeRelatives();
    rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await runDeliveries(rt);
    const mail = await rt.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    const claimed = { ...mail, host_name: '', host_id: hostId };
    expect(await holdUntil(rt, claimed)).toBeNull();
    await rt.db.updateTable('outbox').set({ stopped: 1 }).execute();
    expect(await holdUntil(rt, claimed)).not.toBeNull();
    await rt.db.deleteFrom('outbox').execute();
    expect(await holdUntil(rt, claimed)).not.toBeNull();
  });
});

test('見ました on a page from before the last day is answered in words, and not kept', async () => {
  const { rt, hostId, haru, ofHaru } = await makeRelatives();
  rt.clock.set(tokyo('2026-11-01T12:00:00'));
  await setEnding(rt, null, { ...endingOf(rt, hostId, 0), isShort: true });
  const tokens = { residentToken: haru.token, familyToken: ofHaru.token };
  rt.clock.set(tokyo('2026-11-02T00:00:00'));
  const link = await openLink(rt, tokens);
  if (!link) throw new Error('no link');
  await expect(noteSeen(rt, link, 202610, 'glad')).rejects.toMatchObject({
    status: 410,
    message: expect.stringMatching(/2026年11月1日.*2026年12月31日.*伝わっていません/) as string,
  });
  expect(await rt.db.selectFrom('letter_reads').selectAll().execute()).toEqual([]);
});
