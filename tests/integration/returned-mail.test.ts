import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lastReading } from '#domains/delivery/returned/last-reading.ts';
import type { Returned } from '#domains/delivery/returned/take-returned.ts';
import { returnedLane } from '#domains/delivery/returned/watch-mailbox.ts';
import { makeReturnId } from '#domains/mail/return-id.ts';
import { makeWorker } from '#server/lane-worker.ts';
import { makeSecrets, newId } from '#server/secrets.ts';
import { DAY } from '../support/clock.ts';
import { takeLoggedErrors } from '../support/log.ts';
import type { Mailroom } from '../support/returned/mailroom.ts';
import {
  closeMailroom,
  idOf,
  inbox,
  openMailroom,
  readReturned,
  reopen,
  sendLetter,
  sendLetters,
  unread,
} from '../support/returned/mailroom.ts';
import {
  complaintReport,
  letterOf,
  lettersCopy,
  plainReport,
  statusReport,
} from '../support/returned/reports.ts';

let room: Mailroom;
beforeEach(async () => {
  room = await openMailroom({ BOUNCE_ADDRESS: 'bounces@example.jp' });
});
afterEach(() => closeMailroom(room));

describe('what came back', () => {
  test('is taken once, marked, and left where it is', async () => {
    const letter = await sendLetter(room);
    const at = new Date('2026-10-31T23:30:00Z');
    room.imap.put(
      statusReport(letter, [{ diagnostic: `550 5.1.1 <${letter.to}> no such user` }]),
      at,
    );
    await readReturned(room);
    await readReturned(room);
    expect(room.taken).toEqual([
      {
        mailId: await idOf(room, letter),
        kind: 'hard',
        enhanced: '5.1.1',
        sentence: '550 5.1.1 … no such user',
        recipients: [letter.to],
        at: at.toISOString(),
      },
    ]);
    expect(unread(room)).toEqual([]);
    expect(inbox(room)).toHaveLength(1);
    expect(await lastReading(room.rt)).toEqual({
      at: room.rt.clock.now().toISOString(),
      goodAt: room.rt.clock.now().toISOString(),
      trouble: null,
      unclear: 0,
      lastTestId: null,
    });
  });

  test('is moved if that is asked for, and what nobody understands stays', async () => {
    await reopen(room, {}, `${room.imap.url}&move=Read%20already`);
    const letter = await sendLetter(room);
    room.imap.put(statusReport(letter, [{}], { isToEnvelope: false }));
    room.imap.put(
      'From: hanako@example.jp\r\nSubject: Re: letter\r\n\r\nThank you! no such user\r\n',
    );
    await readReturned(room);
    expect(room.imap.folders.get('Read already')).toHaveLength(1);
    expect(inbox(room).map(({ raw }) => raw.slice(0, 12))).toEqual(['From: hanako']);
    expect(unread(room)).toEqual([]);
    expect(await lastReading(room.rt)).toMatchObject({ unclear: 1, trouble: null });
  });

  test('is found by what it returns, where all reports go to one address', async () => {
    await reopen(room, {});
    const letter = await sendLetter(room);
    expect(letter.from).toBe('tayori@example.jp');
    const to = { isToEnvelope: false };
    const mark = letter.messageId.slice(1, 40);
    const shapes = [
      statusReport(letter, [{}], to),
      statusReport(letter, [{}], { ...to, returns: 'letter' }),
      statusReport(letter, [{}], {
        ...to,
        returns: 'nothing',
        mta: `Original-Envelope-Id: ${mark.toUpperCase()}`,
      }),
      statusReport(letter, [{}], {
        ...to,
        returns: 'nothing',
        more: `In-Reply-To: ${letter.messageId}`,
      }),
      plainReport(
        letter,
        `<${letter.to}>:\nuser unknown\n\n--- Below this line is a copy\n${letter.headers}`,
        to,
      ),
      complaintReport(letter),
    ];
    for (const shape of shapes) room.imap.put(shape);
    await readReturned(room);
    expect(room.answers).toEqual([
      'taken',
      ...Array.from({ length: shapes.length - 1 }, () => 'known'),
    ]);
  });

  test('of an address that servers write in capitals is found', async () => {
    const letter = await sendLetter(room);
    room.imap.put(
      statusReport({ ...letter, from: letter.from.toUpperCase() }, [{}], { returns: 'nothing' }),
    );
    await readReturned(room);
    expect(room.taken).toHaveLength(1);
  });

  test('says nothing of a failure while the server still tries, or somebody is away', async () => {
    const letter = await sendLetter(room);
    room.imap.put(statusReport(letter, [{ action: 'delayed', status: '4.4.1' }]));
    room.imap.put(
      plainReport(letter, 'I am away.', {
        from: letter.to,
        subject: 'Re: letter',
        more: 'Auto-Submitted: auto-replied (vacation)',
      }),
    );
    await readReturned(room);
    expect(room.taken).toEqual([]);
    expect(await lastReading(room.rt)).toMatchObject({ unclear: 0, trouble: null });
  });

  test.each([
    [
      'with a letter changed in it',
      (from: string) => from.replace(/\+(.)/, (_all, one: string) => `+${one === 'a' ? 'b' : 'a'}`),
    ],
    ['with another proof', (from: string) => from.replace(/.{16}@/, 'abcdefghijklmnop@')],
    ['with another day', (from: string) => from.replace(/\+(.{20})../, '+$1zz')],
    ['without any', () => 'bounces@example.jp'],
  ])('from a stranger, %s, is nothing', async (_how, forge) => {
    const letter = await sendLetter(room);
    room.imap.put(
      statusReport({ ...letter, from: forge(letter.from) }, [{}], { returns: 'nothing' }),
    );
    await readReturned(room);
    expect(room.taken).toEqual([]);
    expect(unread(room)).toEqual([]);
  });

  test('by the secret of another server is nothing', async () => {
    const letter = await sendLetter(room);
    const secrets = makeSecrets('another secret of 32 letters and more');
    const id = makeReturnId({ secrets }, await idOf(room, letter), room.rt.clock.now()) ?? '';
    const from = `bounces+${id}@example.jp`;
    room.imap.put(statusReport({ ...letter, from }, [{}], { returns: 'nothing' }));
    await readReturned(room);
    expect(room.taken).toEqual([]);
  });

  test('counts for 40 days', async () => {
    const letter = await sendLetter(room);
    room.rt.clock.advance(41 * DAY);
    room.imap.put(statusReport(letter, [{}]));
    await readReturned(room);
    expect(room.taken).toEqual([]);
    room.rt.clock.advance(-DAY);
    room.imap.put(statusReport(letter, [{}]));
    await readReturned(room);
    expect(room.taken).toHaveLength(1);
  });

  test('and names two letters is nothing', async () => {
    const [one, two] = await sendLetters(room, 2);
    if (!one || !two) throw new Error('no letters');
    room.imap.put(statusReport({ ...one, headers: two.headers }, [{}]));
    await readReturned(room);
    expect(room.taken).toEqual([]);
  });

  test('is marked later, and not read twice, if the line was lost before it was marked', async () => {
    const [one, two] = await sendLetters(room, 2);
    if (!one || !two) throw new Error('no letters');
    for (const letter of [one, two]) room.imap.put(statusReport(letter, [{}]));
    let stores = 0;
    room.imap.fault = (command) => (command === 'UID STORE' && ++stores === 1 ? 'drop' : undefined);
    await readReturned(room);
    expect(room.answers).toEqual(['taken']);
    expect(await lastReading(room.rt)).toMatchObject({ trouble: 'away', goodAt: null });
    await readReturned(room);
    expect(room.answers).toEqual(['taken', 'taken']);
    expect(await lastReading(room.rt)).toMatchObject({ trouble: null });
  });

  test('stays unread if it could not be kept', async () => {
    const letter = await sendLetter(room);
    room.imap.put(statusReport(letter, [{}]));
    const fails = () => Promise.reject(new Error('no database'));
    await makeWorker(room.rt.log, [returnedLane(room.rt, fails)]).drain();
    expect(takeLoggedErrors()).toHaveLength(1);
    expect(unread(room)).toHaveLength(1);
    await readReturned(room);
    expect(room.answers).toEqual(['taken']);
  });

  test('is read also behind one that cannot be kept', async () => {
    const [one, two] = await sendLetters(room, 2);
    if (!one || !two) throw new Error('no letters');
    for (const letter of [one, two]) room.imap.put(statusReport(letter, [{}]));
    const stuck = await idOf(room, one);
    const taken: string[] = [];
    const take = (_rt: unknown, { mailId }: Returned): Promise<'taken'> => {
      if (mailId === stuck) return Promise.reject(new Error('no such kind'));
      taken.push(mailId);
      return Promise.resolve('taken');
    };
    await makeWorker(room.rt.log, [returnedLane(room.rt, take)]).drain();
    expect(taken).toEqual([await idOf(room, two)]);
    expect(takeLoggedErrors()).toHaveLength(1);
    expect(unread(room)).toHaveLength(1);
    await readReturned(room);
    expect(room.answers).toEqual(['taken']);
  });

  test('is read also behind one that takes no mark', async () => {
    const letters = await sendLetters(room, 2);
    for (const letter of letters) room.imap.put(statusReport(letter, [{}]));
    room.imap.fault = (command, words) =>
      command === 'UID STORE' && words.startsWith('1 ') ? 'refuse' : undefined;
    await readReturned(room);
    await readReturned(room);
    expect(room.answers).toEqual(['taken', 'taken']);
    expect(unread(room)).toHaveLength(1);
  });

  test('proves a test by its report, or by itself, whatever is read after it', async () => {
    const letter = await sendLetter(room);
    const sent = [newId(), newId()];
    for (const id of sent) {
      const returnId = makeReturnId(room.rt, id, room.rt.clock.now()) ?? '';
      const test = letterOf(returnId, 'nobody@example.jp');
      room.imap.put(id === sent[0] ? lettersCopy(test) : statusReport(test, [{}]));
      room.imap.put(statusReport(letter, [{}]));
      await readReturned(room);
      expect((await lastReading(room.rt))?.lastTestId).toBe(id);
    }
  });

  test('is read in turns, however much it is, and no more of one than a report needs', async () => {
    const letter = await sendLetter(room);
    const films = Array.from({ length: 205 }, () => room.imap.put('From: a@b.jp\r\n\r\nhello\r\n'));
    room.imap.put(`From: a@b.jp\r\nSubject: film\r\n\r\n${'x'.repeat(5_000_000)}`);
    room.imap.put(statusReport(letter, [{}]));
    await readReturned(room);
    expect(room.taken).toHaveLength(1);
    expect(unread(room)).toEqual([]);
    expect(await lastReading(room.rt)).toMatchObject({ unclear: films.length + 1 });
    expect(room.imap.asked.filter((command) => command === 'LOGIN')).toHaveLength(2);
  });
});
