import { describe, expect, test } from 'vitest';
import { listReturned } from '#domains/delivery/returned/returned-rows.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { readLastDelivery } from '#domains/delivery/read-states.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { lineOfFile } from '../support/line-of-file.ts';
import {
  HANA,
  JIRO,
  OCTOBER,
  deliverFirst,
  handedBy,
  join,
  mailsTo,
  makeLineMonth,
  send,
  statesOf,
} from '../support/line-month.ts';

const line = await lineOfFile();

const MAIL = { email: 'hana@example.jp', delivery: 'email' } as const;
const to = () => line.accepted.map((one) => one.to).sort();

describe('trouble', () => {
  /** The first try fails so; what LINE has taken then. */
  const later = [
    ['LINE is busy', { status: 500 }],
    ['LINE is busy and has taken it', { status: 500, accepts: true }],
    ['it does not answer', { hangs: true }],
    ['it does not answer and has taken it', { hangs: true, accepts: true }],
    ['the connection breaks', { breaks: true }],
    ['the connection breaks and it has taken it', { breaks: true, accepts: true }],
    ['too many at once', { status: 429, retryAfter: '120' }],
  ] as const;
  test.each(later)('%s: exactly one message', async (_what, fault) => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    line.faultOf = (_to, nth) => (nth === 1 ? fault : undefined);
    await deliverFirst(month);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'queued', way: 'line' } });
    month.rt.clock.advance(MINUTE_MS);
    await send(month);
    month.rt.clock.advance(MINUTE_MS);
    await send(month);
    expect(to()).toEqual([HANA]);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'sent', way: 'line' } });
    expect(new Set(line.accepted.map(({ retryKey }) => retryKey)).size).toBe(1);
    expect(await mailsTo(month)).toEqual(['hana@example.jp']); // the other family
  });

  test('Retry-After is kept', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    line.faultOf = (_to, nth) => (nth === 1 ? { status: 429, retryAfter: '600' } : undefined);
    await deliverFirst(month);
    month.rt.clock.advance(9 * MINUTE_MS);
    await send(month);
    expect(to()).toEqual([]);
    month.rt.clock.advance(MINUTE_MS);
    await send(month);
    expect(to()).toEqual([HANA]);
  });

  const final = [
    [
      'the month’s messages are used up',
      '今月LINEで送れる数を使い切りました',
      () => (line.limit = 0),
    ],
    ['the account is gone', 'このLINEには届けられません', () => line.gone.add(HANA)],
    ['it is forbidden', 'LINEの設定が正しくない', () => (line.faultOf = () => ({ status: 403 }))],
  ] as const;
  test.each(final)(
    '%s: mail at once, else the list of what is handed over',
    async (_what, why, begin) => {
      for (const family of [MAIL, {}]) {
        const month = await makeLineMonth(line, family);
        await join(month, month.ofHaru, HANA);
        begin();
        await deliverFirst(month);
        expect(line.accepted).toEqual([]);
        const isByMail = 'email' in family;
        const state = (await statesOf(month))['佐藤 花'];
        if (isByMail) {
          expect(state).toMatchObject({ state: 'sent', way: 'email' });
          expect(await mailsTo(month)).toHaveLength(2);
          expect(await handedBy(month)).toEqual({});
        } else {
          expect(state).toMatchObject({ state: 'failed', way: 'line' });
          expect((await handedBy(month))['佐藤 花']).toContain(why);
        }
        const summary = await readLastDelivery(month.rt, month.admin);
        expect(summary.line).toEqual({ queued: 0, sent: 0, failed: 1 });
      }
    },
  );

  test('an account that is gone is told with what came back', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    line.gone.add(HANA);
    await deliverFirst(month);
    const rows = await listReturned(month.rt.db, month.ofHaru.host_id, OCTOBER);
    expect(rows).toMatchObject([{ familyId: month.ofHaru.id, kind: 'hard' }]);
    expect(rows[0]?.lastError).toContain('このLINEには届けられません');
  });

  test('sent by hand: again by LINE, once there is room', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    line.limit = 0;
    await deliverFirst(month);
    line.limit = null;
    await sendLetter(month.rt, month.admin, { familyId: month.ofHaru.id, yearMonth: OCTOBER });
    await send(month);
    expect(to()).toEqual([HANA]);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'sent', way: 'line' } });
    expect(Object.keys(await handedBy(month))).toEqual(['鈴木 花']);
  });

  test('another account of the family has it: nothing else is sent', async () => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    await join(month, month.ofHaru, JIRO);
    line.gone.add(HANA);
    await deliverFirst(month);
    expect(to()).toEqual([JIRO]);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'sent', way: 'line' } });
    expect(await mailsTo(month)).toHaveLength(1);
  });

  test('what may have arrived is not sent again after a day: a person decides', async () => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    line.faultOf = (_to, nth) => (nth === 1 ? { hangs: true, accepts: true } : { status: 500 });
    await deliverFirst(month);
    month.rt.clock.advance(DAY_MS);
    const calls = line.calls.length;
    await send(month);
    expect(line.calls).toHaveLength(calls);
    expect(await mailsTo(month)).toHaveLength(1);
    expect((await handedBy(month))['佐藤 花']).toContain('届いたかどうか確かめられませんでした');
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'failed', way: 'line' } });
    // Sent by hand it goes by mail.
    const familyId = month.ofHaru.id;
    await sendLetter(month.rt, month.admin, { familyId, yearMonth: OCTOBER });
    expect(await mailsTo(month)).toHaveLength(2);
  });

  test.each([
    ['the account is gone', () => void line.gone.add(HANA)],
    ['the month’s messages are used up', () => void (line.limit = 0)],
  ])(
    'a no on a later try, with the same key, is one to the first too (%s): mail',
    async (_what, begin) => {
      const month = await makeLineMonth(line, MAIL);
      await join(month, month.ofHaru, HANA);
      line.faultOf = (_to, nth) => (nth === 1 ? { hangs: true } : undefined);
      await deliverFirst(month);
      begin();
      month.rt.clock.advance(HOUR_MS);
      await send(month);
      expect(line.accepted).toEqual([]);
      expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'sent', way: 'email' } });
      expect(await mailsTo(month)).toHaveLength(2);
      expect(await handedBy(month)).toEqual({});
    },
  );

  test.each([
    ['who we are', { status: 403 }],
    ['how often', { status: 429 }],
  ])('what is asked before the key says nothing (%s): a person decides', async (_what, no) => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    line.faultOf = (_to, nth) => (nth === 1 ? { hangs: true } : no);
    await deliverFirst(month);
    for (let hour = 0; hour < 26; hour++) {
      month.rt.clock.advance(HOUR_MS);
      await send(month);
    }
    expect(await mailsTo(month)).toHaveLength(1);
    expect((await handedBy(month))['佐藤 花']).toContain('届いたかどうか確かめられませんでした');
  });

  test('a whole day without LINE: mail', async () => {
    const month = await makeLineMonth(line, MAIL);
    await join(month, month.ofHaru, HANA);
    line.faultOf = () => ({ status: 429 });
    await deliverFirst(month);
    for (let hour = 0; hour < 26; hour++) {
      month.rt.clock.advance(HOUR_MS);
      await send(month);
    }
    expect(line.accepted).toEqual([]);
    expect(await mailsTo(month)).toHaveLength(2);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { way: 'email' } });
  });

  test('tokens are renewed, also when they are refused', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    const before = line.tokens;
    line.revokeTokens();
    await deliverFirst(month);
    expect(to()).toEqual([HANA]);
    expect(line.tokens).toBe(before + 1);
  });

  test('wrong settings: tried again for a day, without a message', async () => {
    const month = await makeLineMonth(line);
    await join(month, month.ofHaru, HANA);
    const { rt } = month;
    rt.line = null;
    await deliverFirst(month);
    expect(await statesOf(month)).toMatchObject({ '佐藤 花': { state: 'queued', way: 'line' } });
    rt.clock.advance(2 * DAY_MS);
    await send(month);
    expect((await handedBy(month))['佐藤 花']).toContain('LINEの設定');
  });
});
