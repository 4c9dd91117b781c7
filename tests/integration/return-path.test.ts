import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { lastReading } from '#domains/delivery/returned/last-reading.ts';
import { DAY } from '../support/clock.ts';
import { makeDelivering } from '../support/delivery.ts';
import { makeMail } from '../support/mailbox.ts';
import type { Mailroom } from '../support/returned/mailroom.ts';
import {
  closeMailroom,
  openMailroom,
  reopen,
  sendAll,
  sendLetter,
  sendLetters,
} from '../support/returned/mailroom.ts';

let room: Mailroom;
beforeEach(async () => {
  room = await openMailroom({ BOUNCE_ADDRESS: 'bounces@example.jp' });
});
afterEach(() => closeMailroom(room));

describe('a letter', () => {
  test('has a return path of its own, and no other mail has', async () => {
    const id = await makeMail(room.rt, { kind: 'password_changed' });
    const letters = await sendLetters(room, 3);
    const [other, ...more] = letters.filter(({ from }) => from === 'tayori@example.jp');
    expect(more).toEqual([]);
    expect(other?.messageId).toBe(`<${id}@127.0.0.1>`);
    expect(other?.headers).not.toContain('X-Tsukidayori-ID');
    const own = letters.filter(({ from }) => /^bounces\+[a-z2-7]{39}@example\.jp$/.test(from));
    expect(new Set(own.map(({ from }) => from)).size).toBe(3);
    for (const { from } of own) expect(from.split('@')[0]?.length).toBeLessThanOrEqual(64);
  });

  test('keeps it when it is sent again', async () => {
    room.smtp.fault = () => (room.smtp.received.length === 0 ? 'drops after' : 'none');
    await makeDelivering(room.rt, { families: 1 });
    await runDeliveries(room.rt);
    await sendAll(room);
    room.rt.clock.advance(DAY / 24);
    await sendAll(room);
    expect(room.smtp.received).toHaveLength(2);
    expect(new Set(room.smtp.received.map(({ from }) => from)).size).toBe(1);
    expect(new Set(room.smtp.received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test('goes out from the ordinary sender without a mailbox', async () => {
    await reopen(room, { BOUNCE_URL: '' });
    const letter = await sendLetter(room);
    expect(letter.from).toBe('tayori@example.jp');
    expect(letter.headers).not.toContain('X-Tsukidayori-ID');
    expect(await lastReading(room.rt)).toBeNull();
  });
});
