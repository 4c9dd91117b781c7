import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lastReading } from '#domains/delivery/returned/last-reading.ts';
import { readFacts } from '#domains/operator/read-status.ts';
import { LINES } from '#domains/operator/status-lines.ts';
import { startImap } from '../support/imap.ts';
import { takeLogged } from '../support/log.ts';
import type { Mailroom } from '../support/returned/mailroom.ts';
import {
  closeMailroom,
  idOf,
  openMailroom,
  readReturned,
  reopen,
  sendLetter,
  unread,
} from '../support/returned/mailroom.ts';
import { statusReport } from '../support/returned/reports.ts';
import { mailRow } from '../support/sender.ts';

let room: Mailroom;
beforeEach(async () => {
  room = await openMailroom({ BOUNCE_ADDRESS: 'bounces@example.jp' });
});
afterEach(() => closeMailroom(room));

describe('a mailbox that cannot be read', () => {
  const troubleOf = async (url: string): Promise<string | null | undefined> => {
    await reopen(room, {}, url);
    takeLogged();
    await readReturned(room);
    expect(takeLogged().map(({ msg }) => msg)).toContain('returned mail could not be read');
    expect(LINES.returned(await readFacts(room.rt))).toMatch(
      /まだ読んでいません。今は読めません: /,
    );
    return (await lastReading(room.rt))?.trouble;
  };

  test('is told apart, and forgets nothing', async () => {
    const { url } = room.imap;
    expect(await troubleOf(url.replace('secret', 'wrong'))).toBe('login');
    expect(await troubleOf(url.replace('INBOX', 'Nowhere'))).toBe('folder');
    // A password never goes out in the open, unless the URL says so.
    expect(await troubleOf(url.replace('?requireTLS=false', ''))).toBe('insecure');
    expect(await troubleOf(url.replace('imap:', 'imaps:'))).toMatch(/^(insecure|away)$/);
    expect(room.imap.asked.filter((command) => command === 'LOGIN')).toHaveLength(2);
    await room.imap.close();
    expect(await troubleOf(url)).toBe('away');
    room.imap = await startImap();
  });

  test('is read once it is back', async () => {
    const letter = await sendLetter(room);
    room.imap.put(statusReport(letter, [{}]));
    room.imap.fault = () => 'drop';
    await readReturned(room);
    expect(await lastReading(room.rt)).toMatchObject({ trouble: 'away' });
    room.imap.fault = () => undefined;
    await readReturned(room);
    expect(room.answers).toEqual(['taken']);
    expect(await lastReading(room.rt)).toMatchObject({ trouble: null });
  });

  const COMMANDS = [
    'LOGIN',
    'SELECT',
    'UID SEARCH',
    'UID FETCH',
    'UID STORE',
    'UID MOVE',
    'LOGOUT',
  ];
  const FAULTS = COMMANDS.flatMap((command) =>
    (['drop', 'refuse'] as const).map((fault) => [fault, command] as const),
  );

  test.each(FAULTS)('loses nothing and tells nothing twice: %s at %s', async (fault, command) => {
    await reopen(room, {}, `${room.imap.url}&move=Read`);
    const letter = await sendLetter(room);
    room.imap.put(statusReport(letter, [{}]));
    room.imap.fault = (asked) => (asked === command ? fault : undefined);
    await readReturned(room);
    room.imap.fault = () => undefined;
    await readReturned(room);
    expect(room.taken).toHaveLength(1);
    expect(room.answers.slice(1).every((answer) => answer === 'known')).toBe(true);
    expect(unread(room)).toEqual([]);
    expect(await lastReading(room.rt)).toMatchObject({ trouble: null });
  });

  test('is asked no more than once a turn if it lets nothing be marked', async () => {
    for (let n = 0; n < 205; n++) room.imap.put('From: a@b.jp\r\n\r\nhello\r\n');
    room.imap.fault = (asked) => (asked === 'UID STORE' ? 'refuse' : undefined);
    await readReturned(room);
    expect(room.imap.asked.filter((command) => command === 'UID STORE')).toHaveLength(1);
    expect(await lastReading(room.rt)).toMatchObject({ trouble: 'other' });
  });

  test('tells the password to no log', async () => {
    room.imap.fault = (command) => (command === 'LOGIN' ? 'refuse' : undefined);
    await readReturned(room);
    expect(JSON.stringify(takeLogged())).not.toMatch(/secret|word/);
  });
});

test('a letter whose report came is still one that the mail server took', async () => {
  const letter = await sendLetter(room);
  room.imap.put(statusReport(letter, [{}]));
  await readReturned(room);
  expect(await mailRow(room.rt, await idOf(room, letter))).toMatchObject({ state: 'sent' });
});
