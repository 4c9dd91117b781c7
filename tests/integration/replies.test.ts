import { beforeEach, describe, expect, test } from 'vitest';
import { readTelling } from '#domains/delivery/replies/tell-of-reply.ts';
import { deleteReply, readReplyPage, saveReply } from '#domains/delivery/replies/write-reply.ts';
import { saveDeliverySettings } from '#domains/delivery/change-settings.ts';
import { sendAnswer, readOwnAnswers } from '#domains/letter/answer/family-answers.ts';
import {
  changeAnswer,
  readAnswer,
  readAnswersOfMonth,
  readAnswersPage,
  readWaitingAnswers,
} from '#domains/letter/answer/staff-answers.ts';
import { openLink, readLinkKey, readLinkKeyBetween } from '#domains/letter/link.ts';
import type { Link } from '#domains/letter/link.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import { removeStaff } from '#domains/account/manage-staff.ts';
import { castEachTest, rt, cast, admin, general, otherAdmin } from '../support/cast-each-test.ts';
import { HOUR, NOON } from '../support/clock.ts';
import { readEvents } from '../support/events.ts';
import { makeAnswer, makeFamily, makeLetter, makeStaff } from '../support/factories.ts';
import { makeLineAccount } from '../support/line-families.ts';
import { inWords } from '../support/mailbox.ts';
import { signedIn } from '../support/cast.ts';

const MONTH = 202609;
const EMAIL = 'hana@example.jp';
const WORD = '母は、よく眠れていますか。';
const REPLY = 'はい、毎晩よくお休みです。';
const AGAIN = 'はい。昼寝もなさっています。';

let id: string;
let familyId: string;
let link: Link;

castEachTest(['admin', 'general', 'otherAdmin']);
beforeEach(async () => {
  await makeLetter(rt, cast.host.id, MONTH);
  const family = await makeFamily(rt, cast.resident, {
    ...{ email: EMAIL, delivery: 'email', phone: '090-1234-5678' },
  });
  familyId = family.id;
  const found = await openLink(rt, {
    familyToken: family.token,
    residentToken: cast.resident.token,
  });
  if (!found) throw new Error('no link');
  link = found;
  await sendAnswer(rt, link, MONTH, WORD);
  id = (await readAnswersOfMonth(rt, admin, MONTH))[0]?.id ?? '';
});

const reply = (body = REPLY, before?: string) => saveReply(rt, admin, id, { body, before });
const own = async () => (await readOwnAnswers(rt, link, MONTH)).sent;
const told = async () =>
  inWords(
    await rt.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'reply')
      .orderBy('id')
      .execute(),
  );
const waiting = async () => (await readWaitingAnswers(rt, admin, 5)).count;
const actions = async () =>
  (await readEvents(rt)).map(({ action }) => action).filter((name) => name.includes('repl'));

describe('a word', () => {
  test('stands on 今月 until it is answered, or passed on, or hidden', async () => {
    const others = [
      await makeAnswer(rt, cast.family, { body: '一' }),
      await makeAnswer(rt, cast.family, { body: '二' }),
    ];
    expect(await waiting()).toBe(3);
    await reply();
    expect(await waiting()).toBe(2);
    await changeAnswer(rt, general, others[0]?.id ?? '', { passedOn: true });
    await changeAnswer(rt, admin, others[1]?.id ?? '', { hidden: true });
    expect(await readWaitingAnswers(rt, admin, 5)).toEqual({ first: [], count: 0 });
    // What was answered is still to be read to the resident.
    const { list } = await readAnswersPage(rt, admin, { yearMonth: null, page: 1 });
    expect(list.items).toMatchObject([{ id, passedOn: null }]);
    await deleteReply(rt, admin, id);
    expect(await waiting()).toBe(1);
  });

  test("shows its family's telephone number to admins only", async () => {
    expect(await readAnswer(rt, admin, id)).toMatchObject({ phone: '090-1234-5678' });
    expect(await readAnswer(rt, general, id)).toMatchObject({ phone: '' });
  });
});

describe('a reply', () => {
  test('is read below the word, and told once by mail, without what it says', async () => {
    expect(await reply()).toMatchObject({
      reply: { body: REPLY, at: NOON, by: admin.name, toldWay: 'email' },
    });
    expect(await own()).toEqual([{ body: WORD, at: NOON, reply: { body: REPLY, at: NOON } }]);
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: EMAIL, is_urgent: 0, channel: 'mail' });
    expect(mail?.text).toContain(`/letters/${MONTH}?`);
    expect(mail?.text).toContain('#words');
    expect(mail?.text).toContain('田中 ウメ 様の9月号のお便り');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('お休みです');
    expect(mail?.subject).not.toContain('ウメ');
    expect(await actions()).toEqual(['answer.replied']);
  });

  test('is told once, however often and at once it is sent', async () => {
    await Promise.all([reply(), reply(), reply()]);
    rt.clock.advance(HOUR);
    await reply(AGAIN);
    await reply(AGAIN);
    expect(await told()).toHaveLength(1);
    expect(await own()).toMatchObject([{ reply: { body: AGAIN } }]);
    expect(await actions()).toEqual(['answer.replied', 'answer.reply_changed']);
  });

  test('that a colleague has changed meanwhile is not replaced unseen', async () => {
    await reply(REPLY, '');
    await expect(reply(AGAIN, '')).rejects.toMatchObject({ status: 409 });
    expect(await own()).toMatchObject([{ reply: { body: REPLY } }]);
    await reply(AGAIN, REPLY);
    expect(await own()).toMatchObject([{ reply: { body: AGAIN } }]);
  });

  test('makes the letter and the year new pages for its family, each time', async () => {
    const keys = new Set<string | null>();
    const note = async () => {
      keys.add(await readLinkKey(rt, link, MONTH));
      keys.add(await readLinkKeyBetween(rt, link, [202601, 202612]));
    };
    await note();
    for (const write of [() => reply(), () => reply(AGAIN), () => deleteReply(rt, admin, id)]) {
      await write();
      await note();
    }
    expect(keys.size).toBe(8);
  });

  test('that is deleted takes back what was not sent, and tells of the next one', async () => {
    await reply();
    await deleteReply(rt, admin, id);
    expect(await own()).toMatchObject([{ reply: null }]);
    expect(await told()).toEqual([]);
    await reply(AGAIN);
    expect(await told()).toHaveLength(1);
    expect(await actions()).toEqual(['answer.replied', 'answer.reply_deleted', 'answer.replied']);
  });

  test('that was told and deleted is not told again', async () => {
    await reply();
    await rt.db.updateTable('outbox').set({ state: 'sent', sent_at: NOON }).execute();
    await deleteReply(rt, admin, id);
    expect(await reply(AGAIN)).toMatchObject({ reply: { body: AGAIN, toldWay: 'email' } });
    expect(await told()).toHaveLength(1);
  });

  test('is told to each account by LINE, and by no mail', async () => {
    for (const user of ['U1', 'U2']) {
      await makeLineAccount(rt, { id: familyId, host_id: cast.host.id }, user);
    }
    expect(await reply()).toMatchObject({ reply: { toldWay: 'line' } });
    const messages = await told();
    expect(messages.map(({ channel }) => channel)).toEqual(['line', 'line']);
    expect(new Set(messages.map(({ message_id }) => message_id)).size).toBe(2);
    expect(JSON.stringify(messages)).not.toContain('お休みです');
  });

  test.each([
    ['reads by link', { delivery: 'link' }],
    ['gets paper', { delivery: 'print' }],
    ['has no address', { email: null }],
    ['has stopped its mails', { delivery: 'link', stopped_at: NOON }],
    ['pauses', { paused_until: 209901 }],
  ] as const)('is told to nobody where the family %s', async (_name, set) => {
    await rt.db.updateTable('families').set(set).where('id', '=', familyId).execute();
    const { telling } = await readReplyPage(rt, admin, id);
    expect(telling).toMatchObject({ way: null, why: expect.stringMatching(/./) as unknown });
    expect(await reply()).toMatchObject({ reply: { body: REPLY, toldWay: null } });
    expect(await own()).toMatchObject([{ reply: { body: REPLY } }]);
    expect(await told()).toEqual([]);
  });

  test.each([
    ['the resident has died', { died_on: '2026-10-01', letters_end: '2026-10-01' }],
    ['the resident has left', { left_on: '2026-09-20' }],
  ])('is told to nobody where %s', async (_name, set) => {
    await rt.db.updateTable('residents').set(set).where('id', '=', cast.resident.id).execute();
    await reply();
    expect(await told()).toEqual([]);
  });

  test('is told to nobody while the facility sends no mails', async () => {
    await saveDeliverySettings(rt, admin, { mailEnabled: false });
    await reply();
    expect(await told()).toEqual([]);
    expect(await readTelling(rt, cast.host.id, familyId)).toMatchObject({ way: null });
  });

  test('counts among the letters of a trial: after its day is full, on a later day', async () => {
    const trial = new Date(rt.clock.now().getTime() + 300 * 24 * HOUR).toISOString();
    await rt.db.updateTable('hosts').set({ trial_ends_at: trial }).execute();
    const word = async (n: number) => (await makeAnswer(rt, link2(), { body: `${n}` })).id;
    const link2 = () => ({ id: familyId, host_id: cast.host.id, resident_id: cast.resident.id });
    for (let n = 0; n < 6; n++) await saveReply(rt, admin, await word(n), { body: REPLY });
    const due = (await told()).map(({ next_attempt_at }) => next_attempt_at);
    expect(due.filter((at) => at <= rt.clock.now().toISOString())).toHaveLength(5);
    expect(due).toHaveLength(6);
  });

  test('goes with the address: another way takes it back while it waits', async () => {
    await reply();
    await changeFamily(rt, admin, familyId, { delivery: 'link' });
    expect(await told()).toEqual([]);
  });

  test('needs the family that wrote, as the family of that resident', async () => {
    await changeFamily(rt, admin, familyId, { residentId: cast.neighbour.id });
    expect(await readAnswer(rt, admin, id)).toMatchObject({ canRead: false });
    await expect(reply()).rejects.toMatchObject({ status: 409 });
    await removeFamily(rt, admin, familyId);
    await expect(reply()).rejects.toMatchObject({ status: 409 });
  });

  test('stays with the word when its family or its writer goes', async () => {
    const writer = await makeStaff(rt, cast.host.id, { role: 'admin' });
    await saveReply(rt, await signedIn(rt, writer), id, { body: REPLY });
    await removeStaff(rt, admin, writer.id);
    await removeFamily(rt, admin, familyId);
    expect(await readAnswer(rt, admin, id)).toMatchObject({ reply: { body: REPLY, by: null } });
  });

  test('is refused for a hidden word, and unknown in another facility', async () => {
    const other = saveReply(rt, otherAdmin, id, { body: REPLY });
    await expect(other).rejects.toMatchObject({ status: 404 });
    await expect(deleteReply(rt, otherAdmin, id)).rejects.toMatchObject({ status: 404 });
    await changeAnswer(rt, admin, id, { hidden: true });
    await expect(reply()).rejects.toMatchObject({ status: 409 });
  });
});
