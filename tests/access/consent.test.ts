import { describe, expect, test } from 'vitest';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const ANSWER = {
  answer: 'own',
  by: 'relative',
  byName: '高橋 由美',
  relationship: '長女',
  note: '顔が大きく写るものは控えてください',
};

interface Reader {
  familyId: string;
  residentId: string;
  tokens: LetterTokens;
}

/** A new household for each test. */
async function makeReader(days: Parameters<typeof makeResident>[2] = {}): Promise<Reader> {
  const { factory, world } = site();
  const resident = await makeResident(factory, world.cast.host.id, {
    photo_consent: null,
    ...days,
  });
  const { id, token } = await makeFamily(factory, resident, { relationship: '次女' });
  const tokens = { residentToken: resident.token, familyToken: token };
  return { familyId: id, residentId: resident.id, tokens };
}

const open = (tokens: LetterTokens) => site().ask('anonymous', paths.letterConsent(tokens));
const send = (tokens: LetterTokens, more: Record<string, string> = {}) =>
  site().ask('anonymous', paths.letterConsent(tokens), form({ ...ANSWER, ...more }));
const waiting = ({ familyId }: Reader) =>
  site()
    .factory.db.selectFrom('consents')
    .selectAll()
    .where('family_id', '=', familyId)
    .where('confirmed_at', 'is', null)
    .execute();

describe("a family's page about photos", () => {
  test('is linked from its shelf, and asks without a script', async () => {
    const { tokens } = await makeReader();
    const shelf = await site().ask('anonymous', paths.letters(tokens));
    const address = /href="(\/letters\/consent[^"]*)"/.exec(shelf.text)?.[1] ?? '';
    expect(address.replaceAll(/&(?:amp|#38);/g, '&')).toBe(paths.letterConsent(tokens));
    const { status, text, headers } = await open(tokens);
    expect(status).toBe(200);
    expect(text).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("form-action 'self'");
    expect([...text.matchAll(/name="answer" value="(\w+)"/g)].map(([, value]) => value)).toEqual([
      'all',
      'own',
      'none',
    ]);
    expect(text).not.toMatch(/name="answer"[^>]* checked/);
    expect(text).toMatch(/value="relative"[^>]* checked/);
    expect(text).toContain('value="次女"');
  });

  test('takes an answer, which waits, and shows it', async () => {
    const reader = await makeReader();
    const { status, headers } = await send(reader.tokens);
    expect([status, headers.location]).toEqual([303, paths.letterConsent(reader.tokens)]);
    const { text } = await open(reader.tokens);
    for (const words of ['お返事を受け取りました。', 'ご家族へのお便りだけ', ANSWER.note]) {
      expect(text).toContain(words);
    }
    expect(await waiting(reader)).toMatchObject([
      { answer: 'own', resident_id: reader.residentId, way: 'page', wording: 1 },
    ]);
    await send(reader.tokens, { answer: 'none' });
    expect(await waiting(reader)).toMatchObject([{ answer: 'none' }]);
  });

  test("shows nothing of another family's answer", async () => {
    const reader = await makeReader();
    const { factory } = site();
    const host_id = site().world.cast.host.id;
    const sister = await makeFamily(factory, { id: reader.residentId, host_id });
    await send(reader.tokens);
    const { text } = await open({ ...reader.tokens, familyToken: sister.token });
    expect(text).not.toMatch(/お返事を受け取りました|高橋 由美|控えてください/);
  });

  test('keeps what was typed when something is missing, and says where', async () => {
    const { tokens, ...reader } = await makeReader();
    const { status, text } = await send(tokens, { answer: '', note: 'あ'.repeat(201) });
    expect(status).toBe(422);
    expect(text).toContain('まだ送られていません');
    expect(text).toContain('どれかひとつを選んでください。');
    expect(text).toContain('ご希望などは200文字までです。');
    expect(text).toContain(`value="${'あ'.repeat(201)}"`);
    expect(text).toContain('value="高橋 由美"');
    expect(await waiting({ tokens, ...reader })).toEqual([]);
  });

  test('shows what is sent as text', async () => {
    const { tokens } = await makeReader();
    await send(tokens, { note: '"><img src=x> https://evil.example' });
    const { text } = await open(tokens);
    expect(text).toContain('&lt;img src=x&gt;');
    expect(text).not.toMatch(/<img|<a[^>]*evil/);
    const typed = await send(tokens, { answer: '', note: '"><b>' });
    expect(typed.text).toMatch(/value="&(?:quot|#34);><b>"/);
  });

  test.each([
    ['who has died', { died_on: '2020-01-01', letters_end: '2020-01-01' }],
    ['who has left', { left_on: '2020-01-01' }],
  ])('asks nothing about somebody %s', async (_who, days) => {
    const reader = await makeReader(days);
    const { status, text } = await open(reader.tokens);
    expect([status, text.includes('<form')]).toEqual([200, false]);
    expect(text).toContain('お答えいただく必要はありません。');
    expect((await send(reader.tokens)).status).toBe(303);
    expect(await waiting(reader)).toEqual([]);
    const shelf = await site().ask('anonymous', paths.letters(reader.tokens));
    expect(shelf.text).not.toContain('写真の載せ方');
  });

  test('takes forms of its own only', async () => {
    const reader = await makeReader();
    const { headers, ...rest } = form(ANSWER);
    const address = paths.letterConsent(reader.tokens);
    const of = (more: Record<string, string>) =>
      site().ask('anonymous', address, { ...rest, headers: { ...headers, ...more } });
    expect((await of({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await of({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ ...reader.tokens, familyToken: 'a'.repeat(27) })).status).toBe(401);
    expect(await waiting(reader)).toEqual([]);
  });

  test('says when to come again after too many answers, and keeps what was typed', async () => {
    const reader = await makeReader();
    for (let n = 0; n < 20; n++) await send(reader.tokens, { note: String(n) });
    const { status, headers, text } = await send(reader.tokens, { note: 'もう一度' });
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    expect(text).toContain('value="もう一度"');
    expect(await waiting(reader)).toMatchObject([{ note: '19' }]);
  });
});
