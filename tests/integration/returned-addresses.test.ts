import { describe, expect, test } from 'vitest';
import { openLink } from '#domains/letter/link.ts';
import { changeOwnWay, readOwnWay } from '#domains/letter/receive/change-own-way.ts';
import { pressAddress } from '#domains/letter/receive/own-address.ts';
import { takeReturned } from '#domains/delivery/returned/take-returned.ts';
import { sendLetter } from '#domains/delivery/send-on-request.ts';
import { addFamily, changeFamily } from '#domains/people/manage-families.ts';
import { FamilyInput } from '#domains/people/family.ts';
import { parseInput } from '#server/parse-input.ts';
import { CLIENT } from '../support/cast.ts';
import { MINUTE } from '../support/clock.ts';
import { mailbox, tokyo } from '../support/delivery.ts';
import { makeFamily, makeHost, makeResident } from '../support/factories.ts';
import { sendDue } from '../support/sender.ts';
import {
  OLD,
  SENTENCE,
  MONTH,
  admin,
  bounce,
  cameBack,
  confirm,
  facility,
  facilityEachTest,
  handedOver,
  idOf,
  mailsOf,
  parkedAs,
  rt,
  runAndSend,
  sentNow,
  stateOf,
} from '../support/returned.ts';

facilityEachTest();

describe('an address is parked, not a family', () => {
  test('for all families of the facility that have it, and no others', async () => {
    const neighbour = await makeResident(rt, facility.hostId, {
      ...OLD,
    });
    const same = await makeFamily(rt, neighbour, { email: mailbox(0), delivery: 'email' });
    const other = await makeHost(rt);
    const foreign = await makeFamily(rt, await makeResident(rt, other.id), {
      email: mailbox(0),
      delivery: 'email',
    });
    await runAndSend();
    await bounce(mailbox(0));
    expect(await parkedAs(same.id)).toBe('hard');
    expect(await parkedAs(foreign.id)).toBeNull();
    await confirm(same.id);
    expect(await parkedAs(idOf(0))).toBeNull();
  });

  test('whoever is given it later gets no mail either', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    const fields = { name: '田中 桜', email: mailbox(0), delivery: 'email' };
    const added = await addFamily(
      rt,
      admin,
      parseInput(FamilyInput, { residentId: facility.residentId, ...fields }),
    );
    await changeFamily(rt, admin, idOf(1), { email: mailbox(0) });
    for (const id of [added.id, idOf(1)]) expect(await parkedAs(id)).toBe('hard');
    expect(await runAndSend('2026-12-01')).toEqual([mailbox(2)]);
  });

  test('one mail for letters of several residents comes back for all of them, and goes again as one', async () => {
    const neighbour = await makeResident(rt, facility.hostId, {
      ...OLD,
      name: '鈴木 正',
    });
    const same = await makeFamily(rt, neighbour, {
      email: mailbox(0),
      delivery: 'email',
      ...OLD,
    });
    await runAndSend();
    expect(await mailsOf(mailbox(0))).toHaveLength(1);
    await bounce(mailbox(0));
    for (const id of [idOf(0), same.id]) expect((await stateOf(id))?.mail.state).toBe('failed');
    await confirm(same.id);
    expect(await sentNow()).toEqual([mailbox(0)]);
    for (const id of [idOf(0), same.id]) expect((await stateOf(id))?.mail.state).toBe('sent');
  });
});

describe('when things meet', () => {
  test('a report of the address of before sends the letter to the new one', async () => {
    await runAndSend();
    const [id = ''] = await mailsOf(mailbox(0));
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    expect(await sentNow()).toEqual([]);
    expect(await cameBack(id)).toBe('taken');
    expect(await parkedAs(idOf(0))).toBeNull();
    expect(await sentNow()).toEqual(['new@example.jp']);
    expect(await cameBack(id)).toBe('known');
    expect(await sentNow()).toEqual([]);
  });

  test('a report of a mail from before the confirmation parks nothing', async () => {
    const twin = await makeFamily(
      rt,
      { id: facility.residentId, host_id: facility.hostId },
      { email: mailbox(0), delivery: 'email', ...OLD },
    );
    await runAndSend();
    const [first = '', second = ''] = await mailsOf(mailbox(0));
    rt.clock.advance(MINUTE);
    await cameBack(first);
    expect((await handedOver()).map(([id]) => id).sort()).toEqual([idOf(0), twin.id].sort());
    rt.clock.advance(MINUTE);
    await confirm(twin.id);
    expect(await sentNow()).toHaveLength(1);
    expect(await cameBack(second)).toBe('taken');
    expect(await parkedAs(twin.id)).toBeNull();
    expect(await sentNow()).toHaveLength(1);
  });

  test('what waits for the address is taken back, also one whose acceptance was not noted', async () => {
    await runAndSend();
    const press = { familyId: idOf(0), yearMonth: MONTH };
    rt.clock.advance(MINUTE);
    await sendLetter(rt, admin, press);
    const [first = '', second = ''] = await mailsOf(mailbox(0));
    await cameBack(first);
    expect(await mailsOf(mailbox(0))).toEqual([first]);
    expect(await cameBack(second)).toBe('unknown');
    expect((await handedOver()).map(([id]) => id)).toEqual([idOf(0)]);
    await sendLetter(rt, admin, { ...press, familyId: idOf(1) });
    expect(await bounce(mailbox(1))).toBe('taken');
    expect(await sentNow()).toEqual([]);
    expect((await stateOf(idOf(1)))?.mail).toMatchObject({ state: 'failed', returned: 'hard' });
  });

  test.skipIf(process.env['TEST_DATABASE'] === 'postgres')(
    'a process that dies meanwhile leaves nothing half done: the next report does all',
    async () => {
      await runAndSend();
      const [mailId = ''] = await mailsOf(mailbox(0));
      const at = rt.clock.now().toISOString();
      const said = { kind: 'hard', enhanced: null, sentence: SENTENCE, recipients: [] } as const;
      const report = { mailId, ...said, at };
      // What is written last, of the history, is dated: it fails there.
      let asked = 0;
      const now = (): Date => {
        if (asked++ > 0) throw new Error('the process ends');
        return rt.clock.now();
      };
      const dying = takeReturned({ ...rt, clock: { ...rt.clock, now } }, report);
      await expect(dying).rejects.toThrow('the process ends');
      expect(await parkedAs(idOf(0))).toBeNull();
      expect((await stateOf(idOf(0)))?.mail.state).toBe('sent');
      expect(await bounce(mailbox(0))).toBe('taken');
      expect(await parkedAs(idOf(0))).toBe('hard');
      expect((await stateOf(idOf(0)))?.mail.state).toBe('failed');
    },
  );

  test('a letter that is being sent at that moment is not sent again after a crash', async () => {
    await runAndSend();
    rt.clock.advance(MINUTE);
    await sendLetter(rt, admin, { familyId: idOf(0), yearMonth: MONTH });
    const [first = '', second = ''] = await mailsOf(mailbox(0));
    // Claimed by a process that ends.
    const until = new Date(rt.clock.now().getTime() + MINUTE).toISOString();
    await rt.db
      .updateTable('outbox')
      .set({ attempts: 1, next_attempt_at: until, holder: 'another' })
      .where('id', '=', second)
      .execute();
    await cameBack(first);
    rt.clock.advance(5 * MINUTE);
    expect(await sentNow()).toEqual([]);
  });

  test('before the hour of the 1st, a corrected address waits for the run', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    rt.clock.set(tokyo('2026-12-01T08:00'));
    await changeFamily(rt, admin, idOf(0), { email: 'new@example.jp' });
    expect(await sentNow()).toEqual([]);
    expect(await runAndSend('2026-12-01')).toContain('new@example.jp');
  });
});

describe('the family itself', () => {
  const linkOf = async (id: string) => {
    const row = await rt.db
      .selectFrom('families')
      .innerJoin('residents', 'residents.id', 'families.resident_id')
      .select(['families.token as familyToken', 'residents.token as residentToken'])
      .where('families.id', '=', id)
      .executeTakeFirstOrThrow();
    const link = await openLink(rt, row);
    if (!link) throw new Error('no link');
    return link;
  };
  /** It asks for an address, and presses the button in the mail. */
  const prove = async (id: string, email: string) => {
    await changeOwnWay(rt, await linkOf(id), { press: 'address', email }, CLIENT);
    const [mail] = await sendDue(rt);
    expect(mail?.to).toBe(email);
    const token = /address\?token=([^\s"]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return pressAddress(rt, decodeURIComponent(token));
  };

  test('proves the same address: the letter goes there once', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    expect((await readOwnWay(rt, await linkOf(idOf(0)))).hasComeBack).toBe(true);
    expect(await prove(idOf(0), mailbox(0))).toMatchObject({ state: 'done' });
    expect(await parkedAs(idOf(0))).toBeNull();
    expect(await sentNow()).toEqual([mailbox(0)]);
    expect((await readOwnWay(rt, await linkOf(idOf(0)))).hasComeBack).toBe(false);
  });

  test('proves another one: the former, from which mails come back, is told nothing', async () => {
    await runAndSend();
    await bounce(mailbox(0));
    expect(await prove(idOf(0), 'new@example.jp')).toMatchObject({ state: 'done' });
    expect(await sentNow()).toEqual(['new@example.jp']);
  });

  test('takes its mails up again after a complaint, which an admin cannot', async () => {
    await runAndSend();
    await bounce(mailbox(0), 'complaint');
    rt.clock.advance(MINUTE);
    await changeOwnWay(rt, await linkOf(idOf(0)), { press: 'email' }, CLIENT);
    expect(await parkedAs(idOf(0))).toBeNull();
    const [first = ''] = await mailsOf(mailbox(0));
    expect(await cameBack(first, 'complaint')).toBe('known');
    expect(await runAndSend('2026-12-01')).toContain(mailbox(0));
  });
});
