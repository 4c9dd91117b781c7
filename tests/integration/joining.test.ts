import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditAction } from '#domains/audit/audit.ts';
import { setEnding } from '#domains/facility/ending/set-ending.ts';
import { readJoiningSheets } from '#domains/paper/print/read-joining-sheets.ts';
import { readConsents } from '#domains/people/consent-records/answer-consent.ts';
import { JoinInput } from '#domains/people/joining/application.ts';
import { apply, openSheet } from '#domains/people/joining/apply.ts';
import { forgetOldApplications } from '#domains/people/joining/application-rows.ts';
import { askForProof, readOwnApplication } from '#domains/people/joining/own-application.ts';
import { proveAddress, readProof } from '#domains/people/joining/prove-address.ts';
import { addSheets, readSheets, renewSheet } from '#domains/people/joining/resident-sheets.ts';
import { readApplications } from '#domains/people/joining/read-applications.ts';
import {
  acceptApplication,
  acceptSeveral,
  countApplications,
  refuseApplication,
} from '#domains/people/joining/take-in-families.ts';
import { changeFamily, readFamilies, removeFamily } from '#domains/people/manage-families.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { paths } from '#lib/paths.ts';
import { randomToken } from '#server/secrets.ts';
import { castEachTest, rt, cast, admin, otherAdmin } from '../support/cast-each-test.ts';
import { DAY, HOUR } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
import { readEvents } from '../support/events.ts';
import { makeResident } from '../support/factories.ts';
import { linkIn, mailsOf } from '../support/mailbox.ts';

const refusalOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => (error as { status?: number }).status);
const CLIENT = { address: '192.0.2.7' };
let code: string;

castEachTest(['admin', 'otherAdmin']);
beforeEach(async () => {
  ({ code } = await renewSheet(rt, admin, cast.resident.id));
  await rt.db.deleteFrom('audit_logs').execute();
});

const GIVEN = {
  ...{ residentName: '田中ウメ', name: '田中 花', relationship: '長女' },
  ...{ delivery: 'link', answer: 'own' },
};
const send = (more: Record<string, string> = {}, client = CLIENT) =>
  apply(rt, JoinInput.parse({ code, token: randomToken(), ...GIVEN, ...more }), client);
const byMail = (email = 'hana@example.jp') => send({ delivery: 'email', email });
const proofs = async () =>
  (await mailsOf(rt))
    .filter(({ kind }) => kind === 'address_proof')
    .map((mail) => new URL(linkIn(mail)).searchParams.get('token') ?? '');
const lastProof = async () => (await proofs()).at(-1) ?? '';
const list = () => readApplications(rt, admin);
const only = async () => (await list())[0]?.id ?? '';
const events = async () => (await readEvents(rt)).map(({ action }) => action);

describe("a resident's sheet", () => {
  test('has a code for 90 days, which a new one ends', async () => {
    expect(code).toMatch(/^\d{4}-\d{4}-\d{4}$/);
    expect(await openSheet(rt, code, CLIENT)).toMatchObject({ hostName: cast.host.name });
    expect(
      await openSheet(rt, ` ${code.replaceAll('-', '−').normalize('NFKD')} `, CLIENT),
    ).not.toBe(null);
    const next = await renewSheet(rt, admin, cast.resident.id);
    expect(await openSheet(rt, code, CLIENT)).toBe(null);
    rt.clock.advance(90 * DAY - 1);
    expect(await openSheet(rt, next.code, CLIENT)).not.toBe(null);
    rt.clock.advance(1);
    expect(await openSheet(rt, next.code, CLIENT)).toBe(null);
    expect(await readSheets(rt, cast.host.id)).toEqual(new Map());
  });

  test.each([
    ['leaving', { leftOn: '2026-10-17' }],
    ['a death', { diedOn: '2026-10-17' }],
  ])('ends with %s, also for a form that was open', async (_what, days) => {
    await updateResident(rt, admin, cast.resident.id, days);
    expect(await openSheet(rt, code, CLIENT)).toBe(null);
    await expect(send()).rejects.toMatchObject({ status: 410 });
    await expect(renewSheet(rt, admin, cast.resident.id)).rejects.toMatchObject({ status: 409 });
  });

  test('ends while the facility is not active', async () => {
    await rt.db.updateTable('hosts').set({ activated_at: null }).execute();
    expect(await openSheet(rt, code, CLIENT)).toBe(null);
  });

  test('is made for all who live here and have none; another facility has its own', async () => {
    await makeResident(rt, cast.host.id, { left_on: '2026-10-01' });
    expect(await addSheets(rt, admin)).toBe(1);
    expect(await addSheets(rt, admin)).toBe(0);
    const query = { residentId: null, page: 1 };
    const { list: sheets, without, sender } = await readJoiningSheets(rt, admin, query);
    expect(sheets.items.map(({ residentId }) => residentId).sort()).toEqual(
      [cast.resident.id, cast.neighbour.id].sort(),
    );
    expect(sheets.items.find(({ residentId }) => residentId === cast.resident.id)).toMatchObject({
      code,
      url: rt.env.PUBLIC_URL + paths.joinBy(code.replaceAll('-', '')),
    });
    expect([without, sender]).toEqual([0, rt.env.MAIL_FROM.address]);
    expect(await readSheets(rt, cast.otherHost.id)).toEqual(new Map());
    expect(await refusalOf(renewSheet(rt, otherAdmin, cast.resident.id))).toBe(404);
    await expect(
      readJoiningSheets(rt, otherAdmin, { residentId: cast.resident.id, page: 1 }),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('cannot be found by trying', async () => {
    for (let n = 0; n < 30; n++) await openSheet(rt, String(n).padStart(12, '0'), CLIENT);
    await expect(openSheet(rt, code, CLIENT)).rejects.toMatchObject({ status: 429 });
    expect(await openSheet(rt, code, { address: '192.0.2.8' })).not.toBe(null);
  });

  test('nor by sending forms: after the last try a right code answers like a wrong one', async () => {
    const statuses = async (one: string, times: number) => {
      const sent = Array.from({ length: times }, () =>
        send({ code: one }).then(
          () => 201,
          (error: unknown) => (error as { status: number }).status,
        ),
      );
      return [...new Set(await Promise.all(sent))];
    };
    expect(await statuses('000000000000', 30)).toEqual([410]);
    expect(await statuses('000000000000', 1)).toEqual([429]);
    expect(await statuses(code, 1)).toEqual([429]);
    expect(await list()).toEqual([]);
  });

  test('counts no right code, and of wrong ones no more at once', async () => {
    for (let n = 0; n < 40; n++) await openSheet(rt, code, CLIENT);
    const tried = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => openSheet(rt, String(n).padStart(12, '0'), CLIENT)),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
  });
});

describe('a relative that enters itself', () => {
  test('waits, and no family is there before an admin has taken it in', async () => {
    const before = await readFamilies(rt, admin);
    const token = await send();
    expect(await list()).toMatchObject([
      {
        ...{ residentId: cast.resident.id, residentName: cast.resident.name },
        ...{ writtenName: '田中ウメ', isOtherName: false, name: '田中 花' },
        ...{ relationship: '長女', delivery: 'link', answer: 'own', heldAnswer: 'all' },
      },
    ]);
    expect(await readApplications(rt, otherAdmin)).toEqual([]);
    expect(await readFamilies(rt, admin)).toEqual(before);
    expect(await readOwnApplication(rt, token)).toEqual({
      ...{ hostName: cast.host.name, delivery: 'link', state: { is: 'waiting' } },
    });
    await expect(readOwnApplication(rt, randomToken())).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['田中　ウメ様', false],
    ['たなか うめ', false],
    ['田中 マツ', true],
  ])('has its own word for the resident: %s', async (residentName, isOtherName) => {
    await send({ residentName });
    expect(await list()).toMatchObject([{ isOtherName }]);
  });

  test('is entered once, however often the form is sent, and another one beside it', async () => {
    const token = randomToken();
    expect(await send({ token })).toBe(token);
    expect(await send({ token })).toBe(token);
    const other = await send({ token, name: '田中 次郎' });
    expect(other).not.toBe(token);
    expect(await list()).toHaveLength(2);
    expect(await send({ token: 'aaa' })).not.toBe('aaa');
  });

  test('keeps only what its way of delivery needs', async () => {
    await send({ email: 'hana@example.jp', postcode: '1040061', city: '中央区' });
    expect(await list()).toMatchObject([{ email: null, postcode: null, city: '' }]);
    const wrong = (more: object) =>
      JoinInput.safeParse({ code, token: '', ...GIVEN, ...more }).error?.issues.map(
        ({ path: [name] }) => name,
      );
    expect(wrong({ delivery: 'email' })).toEqual(['email']);
    expect(wrong({ delivery: 'print' })).toEqual(['postcode', 'pref', 'city', 'street']);
    expect(wrong({ residentName: '', name: 'www.example.com' })).toEqual(['residentName', 'name']);
    await expect(send({ delivery: 'line' })).rejects.toMatchObject({ status: 422 });
  });

  test('is one of at most twenty an hour from one place, which keep no other out', async () => {
    for (let n = 0; n < 20; n++) await send({ name: `家族 ${n}` });
    await expect(send()).rejects.toMatchObject({ status: 429 });
    await byMail();
    await send({}, { address: '192.0.2.8' });
    rt.clock.advance(HOUR);
    await send();
  });
});

describe('an address', () => {
  test('is proven by a button, and by nothing else', async () => {
    const token = await byMail();
    const [mail] = await mailsOf(rt);
    expect(mail).toMatchObject({ kind: 'address_proof', recipient: 'hana@example.jp' });
    expect(mail?.text).toContain(cast.host.name);
    expect(mail?.text).not.toMatch(/田中|ウメ|花/);
    const proof = await lastProof();
    for (let n = 0; n < 3; n++) expect(await readProof(rt, proof)).toMatchObject({ state: 'open' });
    expect(await readOwnApplication(rt, token)).toMatchObject({
      state: { is: 'unproved', email: 'hana@example.jp' },
    });
    await expect(acceptApplication(rt, admin, await only())).rejects.toMatchObject({ status: 409 });
    await expect(acceptSeveral(rt, admin, [await only()])).rejects.toMatchObject({ status: 409 });
    expect(await countApplications(rt, admin)).toEqual({ ready: 0, unproved: 1 });
    expect(await proveAddress(rt, proof)).toMatchObject({ state: 'open' });
    expect(await countApplications(rt, admin)).toEqual({ ready: 1, unproved: 0 });
    expect(await readOwnApplication(rt, token)).toMatchObject({ state: { is: 'waiting' } });
  });

  test('is not proven once the facility has ended', async () => {
    await byMail();
    const proof = await lastProof();
    await setEnding(rt, null, { ...endingOf(rt, cast.host.id, 0), isShort: true });
    expect(await readProof(rt, proof)).toMatchObject({ state: 'open' });
    rt.clock.advance(16 * HOUR);
    expect(await proveAddress(rt, proof)).toMatchObject({ state: 'ended' });
    expect(await countApplications(rt, admin)).toEqual({ ready: 0, unproved: 1 });
  });

  test('is asked for a day, and again on request; a corrected one ends the mails before', async () => {
    const token = await byMail('wrong@example.jp');
    const first = await lastProof();
    rt.clock.advance(DAY);
    expect(await proveAddress(rt, first)).toMatchObject({ state: 'over' });
    await askForProof(rt, token, 'wrong@example.jp', CLIENT);
    const second = await lastProof();
    await askForProof(rt, token, 'right@example.jp', CLIENT);
    expect(await proveAddress(rt, second)).toMatchObject({ state: 'unknown', hostName: '' });
    expect(await proveAddress(rt, await lastProof())).toMatchObject({ state: 'open' });
    expect((await mailsOf(rt)).map(({ recipient }) => recipient)).toEqual([
      ...['wrong@example.jp', 'wrong@example.jp', 'right@example.jp'],
    ]);
    expect(await list()).toMatchObject([{ email: 'right@example.jp', isProved: true }]);
  });

  test.each(['', 'x', 'x.y.z', `${'a'.repeat(16)}.1.${'b'.repeat(22)}`])(
    'is not proven by %s',
    async (token) => {
      await byMail();
      expect(await proveAddress(rt, token)).toMatchObject({ state: 'unknown' });
      const [id = '', until = '', signature = ''] = (await lastProof()).split('.');
      for (const forged of [`${id}.${Number(until) + 1}.${signature}`, `${id}.${until}.x`]) {
        expect(await proveAddress(rt, forged)).toMatchObject({ state: 'unknown' });
      }
    },
  );

  test('gets six mails a day of one application, which stays', async () => {
    const token = await byMail();
    for (let n = 0; n < 5; n++) {
      rt.clock.advance(DAY / 48);
      await askForProof(rt, token, 'hana@example.jp', CLIENT);
    }
    expect(await refusalOf(askForProof(rt, token, 'b@example.jp', CLIENT))).toBe(429);
    expect(await list()).toMatchObject([{ email: 'hana@example.jp' }]);
  });
});

describe('an admin', () => {
  test('takes a relative in as by the form, with its answer about photos', async () => {
    await rt.db.updateTable('residents').set({ photo_consent: null }).execute();
    const token = await byMail();
    await proveAddress(rt, await lastProof());
    const family = await acceptApplication(rt, admin, await only());
    expect(family).toMatchObject({
      ...{ residentId: cast.resident.id, name: '田中 花', relationship: '長女' },
      ...{ email: 'hana@example.jp', delivery: 'email' },
    });
    expect((await readFamilies(rt, admin)).map(({ id }) => id)).toContain(family.id);
    const [consent] = (await readConsents(rt, admin, cast.resident.id)).consents;
    expect(consent).toMatchObject({
      ...{ answer: 'own', by: 'relative', byName: '田中 花', how: 'page', on: '2026-10-17' },
      ...{ familyId: family.id, wording: 1, recordedBy: admin.name, holds: true },
    });
    const told = (await mailsOf(rt)).at(-1);
    expect(told).toMatchObject({ kind: 'application_decided', recipient: 'hana@example.jp' });
    expect(told?.text).toContain(family.lettersUrl);
    expect(await readOwnApplication(rt, token)).toMatchObject({
      state: { is: 'taken_in', link: { familyToken: family.familyToken } },
    });
    expect(await list()).toEqual([]);
    // What was entered is the family's now.
    const row = await rt.db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/hana@|田中|ウメ/);
    await expect(acceptApplication(rt, admin, row.id)).rejects.toMatchObject({ status: 409 });
  });

  test('takes in an answer that differs as one that waits, and is obeyed if it is narrower', async () => {
    await send({ answer: 'own' });
    await acceptApplication(rt, admin, await only());
    const { consents, ...state } = await readConsents(rt, admin, cast.resident.id);
    expect(consents).toMatchObject([{ answer: 'own', confirmedAt: null, holds: false }]);
    expect(state).toEqual({ holds: 'all', obeyed: 'own', hidden: false });
  });

  test('leads to no link that was issued later, and to none of a family that is gone', async () => {
    const token = await send();
    const { id } = await acceptApplication(rt, admin, await only());
    await changeFamily(rt, admin, id, { rotateToken: true });
    expect(await readOwnApplication(rt, token)).toMatchObject({
      state: { is: 'taken_in', link: null },
    });
    await removeFamily(rt, admin, id);
    await expect(readOwnApplication(rt, token)).rejects.toMatchObject({ status: 404 });
  });

  test('takes several in, and leaves what cannot be', async () => {
    await send();
    await send({ name: '田中 次郎', answer: 'later' });
    await byMail();
    const ids = (await list()).map(({ id }) => id);
    expect(await acceptSeveral(rt, admin, [...ids, 'unknown'])).toEqual({ count: 2, left: 2 });
    expect((await readConsents(rt, admin, cast.resident.id)).consents).toHaveLength(1);
    await expect(acceptSeveral(rt, admin, [])).rejects.toMatchObject({ status: 422 });
    await expect(acceptSeveral(rt, otherAdmin, ids)).rejects.toMatchObject({ status: 404 });
  });

  test('refuses with a reason, which the relative reads', async () => {
    const token = await byMail();
    await proveAddress(rt, await lastProof());
    const id = await only();
    expect(await refusalOf(refuseApplication(rt, otherAdmin, id, 'いいえ'))).toBe(404);
    await refuseApplication(rt, admin, id, 'お部屋の番号をお知らせください。');
    expect(await readOwnApplication(rt, token)).toMatchObject({
      state: { is: 'refused', reason: 'お部屋の番号をお知らせください。' },
    });
    expect((await mailsOf(rt)).at(-1)?.text).toContain('お部屋の番号をお知らせください。');
    await expect(refuseApplication(rt, admin, id, 'また')).rejects.toMatchObject({ status: 409 });
    expect(await refusalOf(askForProof(rt, token, 'b@example.jp', CLIENT))).toBe(409);
    rt.clock.advance(90 * DAY + 1);
    await forgetOldApplications(rt);
    await expect(readOwnApplication(rt, token)).rejects.toMatchObject({ status: 404 });
  });

  test('writes no mail to an address that nobody has proven', async () => {
    await byMail();
    await refuseApplication(rt, admin, await only(), 'アドレスをお確かめください。');
    expect((await mailsOf(rt)).map(({ kind }) => kind)).toEqual(['address_proof']);
  });

  test('promises no letters of somebody who has died meanwhile, and does not say so', async () => {
    await byMail();
    await proveAddress(rt, await lastProof());
    await updateResident(rt, admin, cast.resident.id, { diedOn: '2026-10-16' });
    const { lettersUrl } = await acceptApplication(rt, admin, await only());
    const told = (await mailsOf(rt)).at(-1);
    expect(told?.subject).toContain('お便りをお読みいただけます');
    expect(told?.text).toContain(lettersUrl);
    expect(told?.text).not.toMatch(/毎月|お届け|逝去|亡くな/);
  });

  test('records no answer of somebody who has left meanwhile', async () => {
    await send({ answer: 'none' });
    await updateResident(rt, admin, cast.resident.id, { leftOn: '2026-10-16' });
    await acceptApplication(rt, admin, await only());
    expect((await readConsents(rt, admin, cast.resident.id)).consents).toEqual([]);
  });
});

type Action = Extract<AuditAction, `sheet.${string}` | `application.${string}` | 'export.sheets'>;

/** What causes each event. */
const EVENTS: Record<Action, () => Promise<unknown>> = {
  'sheet.made': () => renewSheet(rt, admin, cast.resident.id),
  'sheet.made_for_all': () => addSheets(rt, admin),
  'application.sent': () => send(),
  async 'application.address_proved'() {
    await byMail();
    await proveAddress(rt, await lastProof());
  },
  async 'application.taken_in'() {
    await send();
    await acceptApplication(rt, admin, await only());
  },
  async 'application.refused'() {
    await send();
    await refuseApplication(rt, admin, await only(), '理由');
  },
  'export.sheets': () => readJoiningSheets(rt, admin, { residentId: null, page: 1 }),
};

test.each(Object.keys(EVENTS) as Action[])('%s is recorded once, without names', async (action) => {
  await EVENTS[action]();
  expect((await events()).filter((one) => one === action)).toHaveLength(1);
  expect(JSON.stringify(await readEvents(rt))).not.toMatch(/@|example|[ぁ-ん一-龠]/);
});
