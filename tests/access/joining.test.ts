import { describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { randomToken } from '#server/secrets.ts';
import { makeApplication, makeSheet } from '../support/applications.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import { inWords, linkIn } from '../support/mailbox.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

/** What nobody may read before an admin has taken them in. */
const SECRETS = ['秘野 ヨネ', 'ヒノ', '秘の間', '秘野 長男', '03-1234-5678'];

/** Somebody with a sheet, for each test. */
async function makeOne() {
  const { factory, world } = site();
  const of = { name: '秘野 ヨネ', name_kana: 'ヒノ ヨネ', room: '秘の間', photo_consent: null };
  const resident = await makeResident(factory, world.cast.host.id, of);
  await makeFamily(factory, resident, { name: '秘野 長男', relationship: '長男' });
  return { resident, code: await makeSheet(factory, resident) };
}

const GIVEN = {
  ...{ residentName: 'ひの よね', name: '申込 花', relationship: '長女' },
  ...{ delivery: 'link', email: '', postcode: '', pref: '', city: '', town: '', street: '' },
  answer: 'later',
};
let mailboxes = 0;
const addressOf = (): string => `join${++mailboxes}@example.jp`;

const open = (path: string) => site().ask('anonymous', path);
const post = (path: string, fields: Record<string, string>) =>
  site().ask('anonymous', path, form(fields));
const send = (code: string, more: Record<string, string> = {}) =>
  post(paths.join, { code, token: randomToken(), ...GIVEN, ...more });
const waiting = (residentId: string) =>
  site()
    .factory.db.selectFrom('applications')
    .selectAll()
    .where('resident_id', '=', residentId)
    .execute();

async function proofTo(email: string): Promise<string> {
  const rows = await site()
    .factory.db.selectFrom('outbox')
    .select(['text', 'html', 'content', 'subject'])
    .where('recipient', '=', email)
    .execute();
  const [mail] = inWords(rows);
  if (!mail) throw new Error(`no mail to ${email}`);
  for (const secret of [...SECRETS, '申込', 'ひの']) {
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toContain(secret);
  }
  const { pathname, search } = new URL(linkIn(mail));
  return `${pathname}${search}`;
}

const tellsNothing = (text: string): void => {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
};

describe('the page behind a sheet', () => {
  test("knows the facility's name only, and has no script", async () => {
    const { code, resident } = await makeOne();
    const { status, text, headers } = await open(paths.joinBy(code));
    expect([status, headers['x-robots-tag']]).toEqual([200, 'noindex, noimageindex']);
    expect(text).toContain(site().world.cast.host.name);
    tellsNothing(text);
    expect(text).not.toMatch(new RegExp(`<script|${resident.token}|${resident.id}`));
  });

  test('is opened by typed figures, and by no others', async () => {
    const { code } = await makeOne();
    const typed = `${code.slice(0, 4)} ${code.slice(4, 8)}ー${code.slice(8)}`;
    expect((await open(paths.joinBy(typed))).text).toContain('この内容で申し込む');
    const wrong = await open(paths.joinBy('000000000001'));
    expect(wrong.status).toBe(404);
    expect(wrong.text).toContain('この番号では、お申し込みのページが開けません。');
    await site()
      .factory.db.updateTable('sheets')
      .set({ expires_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    const ended = await open(paths.joinBy(code));
    expect(ended.text.replaceAll(code, '')).toBe(wrong.text.replaceAll('000000000001', ''));
    expect((await send(code)).status).toBe(410);
  });

  test('takes a relative, who gets a page of its own that tells nothing either', async () => {
    const { code, resident } = await makeOne();
    const { status, headers } = await send(code);
    expect(status).toBe(303);
    const own = await open(headers.location ?? '');
    expect([own.status, own.text.includes('お申し込みを受け取りました')]).toEqual([200, true]);
    tellsNothing(own.text);
    expect(await waiting(resident.id)).toMatchObject([{ name: '申込 花', answer: null }]);
  });

  test('keeps what was typed when something is missing, and says where', async () => {
    const { code, resident } = await makeOne();
    const { status, text } = await send(code, { delivery: 'print', city: '"><b>', answer: '' });
    expect(status).toBe(422);
    for (const words of ['まだ送られていません', 'どれかひとつを選んでください。', '申込 花']) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/value="&(?:quot|#34);><b>"/);
    tellsNothing(text);
    expect(await waiting(resident.id)).toEqual([]);
  });

  test('takes forms of its own only', async () => {
    const { code, resident } = await makeOne();
    const { headers, ...rest } = form({ code, token: randomToken(), ...GIVEN });
    const of = (more: Record<string, string>) =>
      site().ask('anonymous', paths.join, { ...rest, headers: { ...headers, ...more } });
    expect((await of({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await of({ Origin: 'https://evil.example' })).status).toBe(403);
    expect(await waiting(resident.id)).toEqual([]);
  });

  test('says when to come again after twenty of an hour, and keeps what was typed', async () => {
    const { code } = await makeOne();
    const from = (more: Record<string, string>) => {
      const { headers, ...rest } = form({ code, token: randomToken(), ...GIVEN, ...more });
      const place = { ...headers, 'X-Forwarded-For': '203.0.113.9' };
      return site().ask('anonymous', paths.join, { ...rest, headers: place });
    };
    for (let n = 0; n < 20; n++) await from({ name: `家族 ${n}` });
    const { status, headers, text } = await from({});
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toContain('value="申込 花"');
  });
});

describe('an address', () => {
  test('is proven by the button alone, however often a mail program opens it', async () => {
    const { code, resident } = await makeOne();
    const email = addressOf();
    const { headers } = await send(code, { delivery: 'email', email });
    expect((await open(headers.location ?? '')).text).toContain(email);
    const proof = await proofTo(email);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { text } = await site().ask('anonymous', proof, { method });
      tellsNothing(text);
      expect(text).not.toMatch(/申込|ひの/);
    }
    expect(await waiting(resident.id)).toMatchObject([{ proved_at: null }]);
    const { status, headers: after } = await post(proof, {});
    expect([status, after.location]).toEqual([303, proof]);
    expect((await open(proof)).text).toContain('メールアドレスを確認しました');
    expect((await waiting(resident.id))[0]?.proved_at).not.toBe(null);
  });

  test('is corrected on the page of the relative', async () => {
    const { code } = await makeOne();
    const [wrong, right] = [addressOf(), addressOf()];
    const { headers } = await send(code, { delivery: 'email', email: wrong });
    const own = headers.location ?? '';
    const before = await proofTo(wrong);
    expect((await post(own, { email: 'x' })).status).toBe(422);
    expect((await post(own, { email: right })).status).toBe(303);
    expect((await post(before, {})).status).toBe(404);
    expect((await post(await proofTo(right), {})).status).toBe(303);
    expect((await post(paths.ownApplication('x'), { email: right })).status).toBe(404);
  });
});

test('what an admin has decided is on the page: a reason, or the way to the letters', async () => {
  const { factory } = site();
  const { resident } = await makeOne();
  const call = (id: string, tail: string, method: string, body?: object) =>
    site().ask('admin', `${paths.api.application(id)}${tail}`, {
      method,
      ...(body && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  const refused = await makeApplication(factory, resident);
  expect((await call(refused.id, '', 'DELETE', {})).status).toBe(422);
  await call(refused.id, '', 'DELETE', { reason: 'お電話をください。' });
  const { text } = await open(paths.ownApplication(refused.token));
  expect(text).toContain('お電話をください。');
  tellsNothing(text);
  const taken = await makeApplication(factory, resident);
  await call(taken.id, '/acceptance', 'POST');
  const own = await open(paths.ownApplication(taken.token));
  const letters = /href="(\/letters\?[^"]*)"/.exec(own.text)?.[1] ?? '';
  expect((await open(letters.replaceAll(/&(?:amp|#38);/g, '&'))).status).toBe(200);
});
