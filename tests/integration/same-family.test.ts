import { beforeEach, describe, expect, test } from 'vitest';
import { readConsents } from '#domains/people/consent-records/answer-consent.ts';
import { answerOf, obeyedAnswer } from '#domains/people/consent.ts';
import { ANOTHER, isPlain } from '#domains/people/joining/application.ts';
import { readOwnApplication } from '#domains/people/joining/own-application.ts';
import { readApplications } from '#domains/people/joining/read-applications.ts';
import { acceptApplication, acceptSeveral } from '#domains/people/joining/take-in-families.ts';
import { addUnlessSame } from '#domains/people/add-unless-same.ts';
import { readFamilies } from '#domains/people/manage-families.ts';
import { FamilyInput } from '#domains/people/family.ts';
import { importRoster, tryImport } from '#domains/people/roster/import-roster.ts';
import { toFlag } from '#lib/flags.ts';
import { makeApplication } from '../support/applications.ts';
import { admin, cast, castEachTest, rt } from '../support/cast-each-test.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import { mailsOf } from '../support/mailbox.ts';

castEachTest(['admin', 'otherAdmin']);

let resident: Awaited<ReturnType<typeof makeResident>>;
let first: Awaited<ReturnType<typeof makeFamily>>;
beforeEach(async () => {
  resident = await makeResident(rt, cast.host.id, { name: '髙橋 ハル', photo_consent: 1 });
  first = await makeFamily(rt, resident, {
    ...{ name: '髙橋 花子', name_kana: 'タカハシ ハナコ', relationship: '長女' },
    ...{ email: 'hana@example.jp', delivery: 'email' },
  });
});

const input = (more: object) =>
  FamilyInput.parse({
    ...{ residentId: resident.id, name: '鈴木 一郎', relationship: '', email: '', phone: '' },
    ...{ delivery: 'link', postcode: null, pref: '', city: '', town: '', street: '', ...more },
  });
const families = async () => readFamilies(rt, admin, resident.id);
const apply = (more: Parameters<typeof makeApplication>[2] = {}) =>
  makeApplication(rt, resident, { resident_name: '髙橋 ハル', ...more });
const listed = async (id: string) =>
  (await readApplications(rt, admin)).find((one) => one.id === id);
const held = async () =>
  (await readConsents(rt, admin, resident.id)).consents.find(({ holds }) => holds);

/** What makes two entries one family, as far as anybody can tell. */
const SAME: [string, object][] = [
  ['the same name', { name: '髙橋 花子' }],
  ['a variant of a character', { name: '高橋 花子' }],
  ['no space', { name: '高橋花子' }],
  ['a wide space and 様', { name: '高橋　花子様' }],
  ['kana', { name: 'たかはし はなこ' }],
  ['half-width kana', { name: 'ﾀｶﾊｼ ﾊﾅｺ' }],
  ['the same address', { email: 'HANA@example.jp', delivery: 'email' }],
];
const OTHERS: [string, object][] = [
  ['another given name', { name: '高橋 桃子' }],
  ['another address', { email: 'ichiro@example.jp', delivery: 'email' }],
];

describe('in the form', () => {
  test.each(SAME)('%s: asks first, and keeps the first', async (_what, more) => {
    const before = await families();
    await expect(addUnlessSame(rt, admin, input(more))).rejects.toMatchObject({
      status: 422,
      errors: { same: ['すでに髙橋 花子 様（長女）が登録されています。'] },
    });
    expect(await addUnlessSame(rt, admin, { ...input(more), same: 'yes' })).toMatchObject({
      ...{ isNew: false, family: { id: first.id, familyToken: first.token } },
    });
    expect(await families()).toEqual(before);
    await addUnlessSame(rt, admin, { ...input(more), same: 'no' });
    expect(await families()).toHaveLength(2);
  });

  test.each(OTHERS)('%s: asks nothing', async (_what, more) => {
    expect(await addUnlessSame(rt, admin, input(more))).toMatchObject({ isNew: true });
  });

  test('the same house on paper; another resident asks nothing', async () => {
    const home = { postcode: '1040061', pref: '東京都', city: '中央区', street: '銀座1-1' };
    const paper = { ...home, town: '', delivery: 'print' };
    await addUnlessSame(rt, admin, input(paper));
    const other = input({ ...paper, name: '別姓 花', street: '銀座１－１' });
    await expect(addUnlessSame(rt, admin, other)).rejects.toMatchObject({ status: 422 });
    const elsewhere = { ...input({ name: '髙橋 花子' }), residentId: cast.resident.id };
    expect(await addUnlessSame(rt, admin, elsewhere)).toMatchObject({ isNew: true });
  });
});

describe('at applications', () => {
  test.each(SAME)('%s: is shown, not ticked, and not taken in unasked', async (_what, more) => {
    const row = more as { name?: string; email?: string };
    const email = row.email?.toLowerCase() ?? null;
    const proved_at = rt.clock.now().toISOString();
    const { id } = await apply({ name: '鈴木 一郎', ...row, email, proved_at });
    const one = await listed(id);
    expect(one).toMatchObject({ sameAs: { id: first.id, name: '髙橋 花子' } });
    expect(one && isPlain(one)).toBe(false);
    const refusal = {
      status: 409,
      message: expect.stringContaining('すでに髙橋 花子 様') as string,
    };
    await expect(acceptApplication(rt, admin, id)).rejects.toMatchObject(refusal);
    await expect(acceptSeveral(rt, admin, [id])).rejects.toMatchObject(refusal);
    await expect(acceptApplication(rt, admin, id, 'somebody')).rejects.toMatchObject({
      status: 409,
    });
    expect(await acceptApplication(rt, admin, id, first.id)).toMatchObject({
      ...{ id: first.id, name: '髙橋 花子', familyToken: first.token },
    });
    expect(await families()).toHaveLength(1);
    expect(await readApplications(rt, admin)).toEqual([]);
  });

  test('is another, if an admin says so', async () => {
    const { id } = await apply({ name: '高橋 花子' });
    await acceptApplication(rt, admin, id, ANOTHER);
    expect(await families()).toHaveLength(2);
  });

  test.each([
    // What holds, what is answered, what pictures obey then.
    ['own', 'all', 'own'],
    ['none', 'all', 'none'],
    ['none', 'own', 'none'],
    [null, 'all', null],
    [null, 'own', null],
    [null, 'none', 'none'],
    ['all', 'own', 'own'],
    ['all', 'none', 'none'],
  ] as const)('%s holds: a %s of the same one leaves %s', async (before, answer, after) => {
    const photo_consent = before === null ? null : toFlag(before !== 'none');
    await rt.db
      .updateTable('residents')
      .set({ photo_consent, photo_consent_extent: before === 'own' ? 'own' : 'all' })
      .where('id', '=', resident.id)
      .execute();
    const { id } = await apply({ name: '髙橋 花子', answer });
    await acceptApplication(rt, admin, id, first.id);
    const row = await rt.db
      .selectFrom('residents')
      .select(['photo_consent', 'photo_consent_extent', 'waiting_consent'])
      .where('id', '=', resident.id)
      .executeTakeFirstOrThrow();
    expect(obeyedAnswer(row)).toBe(after);
    // What differs waits for an admin to compare it.
    expect(answerOf(row)).toBe(before ?? after);
    if (before === after) expect(await held()).toBeUndefined();
  });

  test('gives the link to nobody but who gets it anyway', async () => {
    const proved_at = rt.clock.now().toISOString();
    const stranger = { email: 'stranger@example.jp', delivery: 'email', proved_at } as const;
    const other = await apply({ name: '髙橋 花子', ...stranger });
    await acceptApplication(rt, admin, other.id, first.id);
    expect((await readOwnApplication(rt, other.token)).state).toEqual({
      ...{ is: 'taken_in', link: null },
    });
    expect(await mailsOf(rt)).toEqual([]);
    const own = await apply({ name: '髙橋 花子', ...stranger, email: 'hana@example.jp' });
    await rt.db
      .updateTable('families')
      .set({ link_number: 1 })
      .where('id', '=', first.id)
      .execute();
    await acceptApplication(rt, admin, own.id, first.id);
    expect((await readOwnApplication(rt, own.token)).state).toMatchObject({
      link: { familyToken: first.token },
    });
    expect((await mailsOf(rt)).map(({ recipient }) => recipient)).toEqual(['hana@example.jp']);
  });

  test('of two that wait neither is ticked, and one alone is taken in', async () => {
    const [one, two] = [await apply({ name: '鈴木 一郎' }), await apply({ name: '鈴木一郎' })];
    for (const { id } of [one, two]) {
      const shown = await listed(id);
      expect(shown).toMatchObject({ sameAs: null, isTwin: true });
      expect(shown && isPlain(shown)).toBe(false);
    }
    expect(await acceptSeveral(rt, admin, [one.id, two.id])).toEqual({ count: 1, left: 1 });
    expect(await listed(two.id)).toMatchObject({ sameAs: { name: '鈴木 一郎' } });
  });

  test.each([
    ['as wanted', { answer: 'all' }, true],
    ['without 続柄', { answer: 'all', relationship: '' }, false],
    ['with another answer than the one that holds', { answer: 'none' }, false],
    ['without an answer', { answer: null }, true],
  ] as const)('%s: ticked or not', async (_what, more, isTicked) => {
    const { id } = await apply({ name: '鈴木 一郎', ...more });
    const shown = await listed(id);
    expect(shown && isPlain(shown)).toBe(isTicked);
  });

  test('two whose answers differ are not ticked', async () => {
    await rt.db.updateTable('residents').set({ photo_consent: null }).execute();
    const ids = [
      (await apply({ name: '鈴木 一郎', answer: 'all' })).id,
      (await apply({ name: '佐藤 次郎', answer: 'own' })).id,
    ];
    for (const id of ids) expect(await listed(id)).toMatchObject({ isOtherAnswer: true });
  });
});

describe('in lists', () => {
  const csv = (name: string, email = '') =>
    `氏名,ご家族の氏名,メールアドレス\r\n髙橋 ハル,${name},${email}`;
  const tried = async (text: string) =>
    (await tryImport(rt, admin, 'families', new TextEncoder().encode(text))).rows[0];

  test.each(['髙橋 花子', '高橋花子'])('%s is there already', async (name) => {
    expect(await tried(csv(name))).toMatchObject({ outcome: 'known', addsFamily: false });
  });

  test.each([
    ['kana', csv('たかはし はなこ')],
    ['the same address', csv('鈴木 一郎', 'hana@example.jp')],
  ])('%s: is asked about, and left out without an answer', async (_what, text) => {
    expect(await tried(text)).toMatchObject({ outcome: 'asks', maybeFamily: { id: first.id } });
    const before = await families();
    await importRoster(rt, admin, 'families', text);
    await importRoster(rt, admin, 'families', text, { same: new Set([`2 ${first.id}`]) });
    expect(await families()).toEqual(before);
    await importRoster(rt, admin, 'families', text, { same: new Set(['2 other']) });
    expect(await families()).toHaveLength(2);
  });

  test('another one is added', async () => {
    expect(await tried(csv('鈴木 一郎', 'ichiro@example.jp'))).toMatchObject({ outcome: 'new' });
  });
});
