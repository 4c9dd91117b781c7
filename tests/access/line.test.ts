import { describe, expect, test } from 'vitest';
import { hashCode } from '#domains/line/join-codes.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import { makeLineAccount } from '../support/line-families.ts';
import { LINE_CHANNEL, lineUser, signLine, webhookBody, wrote } from '../support/line-platform.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

/** A new household for each test. */
async function makeReader(): Promise<{ id: string; tokens: LetterTokens }> {
  const { resident } = site().world.cast;
  const { id, token } = await makeFamily(site().factory, resident);
  return { id, tokens: { residentToken: resident.token, familyToken: token } };
}

const open = (address: string) => site().ask('anonymous', address);
const press = (tokens: LetterTokens, which: string) =>
  site().ask('anonymous', paths.letterLine(tokens), form({ press: which }));

const countOf = async (familyId: string): Promise<number> => {
  const rows = await site()
    .factory.db.selectFrom('line_accounts')
    .select('account')
    .where('family_id', '=', familyId)
    .execute();
  return rows.length;
};

/** LINE's platform brings what a family has sent. */
async function send(user: string, text: string, familyId: string): Promise<void> {
  const body = webhookBody(wrote(user, text));
  const { status } = await site().ask('anonymous', paths.api.lineWebhook, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Line-Signature': signLine(body) },
    body,
  });
  expect(status).toBe(200);
  await expect.poll(() => countOf(familyId), { timeout: 30_000 }).toBeGreaterThan(0);
}

const addressIn = (text: string): string =>
  (/href="(https:\/\/line\.me[^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

describe("a family's page about LINE", () => {
  test('is linked from its letter, and makes a code that joins', async () => {
    const { id, tokens } = await makeReader();
    const letter = await open(paths.letter(site().world.yearMonth, tokens));
    expect(letter.text).toContain('>受け取り方</a>');
    expect((await open(paths.letterReceive(tokens))).text).toContain(
      paths.letterLine(tokens).replaceAll('&', '&amp;'),
    );
    expect((await open(paths.letterLine(tokens))).text).toContain('value="join"');
    const { status, headers } = await press(tokens, 'join');
    expect(status).toBe(303);
    const shown = await open(headers.location ?? '');
    const [code = ''] = /\d{5}(?:-\d{5}){4}/.exec(shown.text) ?? [];
    expect(headers.location).toContain(code);
    expect(decodeURIComponent(addressIn(shown.text))).toContain(
      `https://line.me/R/oaMessage/${LINE_CHANNEL.LINE_BASIC_ID}/?お便りをLINEで受け取ります。\n${code}`,
    );
    await send(lineUser(1), decodeURIComponent(addressIn(shown.text)), id);
    const after = await open(headers.location ?? '');
    expect(after.text).toContain('LINEにつながりました');
    expect(after.text).toContain('1人のLINE');
    expect(after.text).not.toContain(code);
  });

  test('ends it by one press', async () => {
    const { id, tokens } = await makeReader();
    const family = { id, host_id: site().world.cast.host.id };
    for (const n of [2, 3]) await makeLineAccount(site().factory, family, lineUser(n));
    expect((await open(paths.letterLine(tokens))).text).toContain('2人のLINE');
    const { status, headers } = await press(tokens, 'end');
    expect([status, await countOf(id)]).toEqual([303, 0]);
    expect((await open(headers.location ?? '')).text).toContain('LINEでのお届けを終えました');
  });

  test('shows no code of another family, and none that is over', async () => {
    const [one, other] = [await makeReader(), await makeReader()];
    const { headers } = await press(one.tokens, 'join');
    const code = new URL(headers.location ?? '', site().server.url).searchParams.get('code') ?? '';
    const atOther = await open(`${paths.letterLine(other.tokens)}&code=${code}`);
    expect(atOther.text).toContain('期限が切れています');
    expect(addressIn(atOther.text)).toBe('');
    await site()
      .factory.db.updateTable('line_codes')
      .set({ expires_at: new Date().toISOString() })
      .where('hash', '=', hashCode(code))
      .execute();
    expect((await open(headers.location ?? '')).text).toContain('期限が切れています');
  });

  test('takes nothing but its two buttons', async () => {
    const { tokens } = await makeReader();
    expect((await press(tokens, 'other')).status).toBe(404);
    expect((await press({ ...tokens, familyToken: 'a'.repeat(27) }, 'join')).status).toBe(401);
    const { headers, ...rest } = form({ press: 'join' });
    const typed = { ...rest, headers: { ...headers, 'Content-Type': 'text/plain' } };
    const { status } = await site().ask('anonymous', paths.letterLine(tokens), typed);
    expect(status).toBe(415);
  });

  const day = addDays(civilDateOf(new Date()), -40);
  test.each([
    ['by a death', { died_on: day, letters_end: day }],
    ['by a leaving', { left_on: day }],
  ])('offers nothing once letters have ended %s', async (_how, days) => {
    const { factory, world } = site();
    const resident = await makeResident(factory, world.cast.host.id, days);
    const { token } = await makeFamily(factory, resident);
    const tokens = { residentToken: resident.token, familyToken: token };
    const { text } = await open(paths.letterLine(tokens));
    expect(text).not.toMatch(/value="join"|お便りを\u200b?LINEで\u200b?受け取る<\/h1>/);
    expect((await press(tokens, 'join')).status).toBe(404);
  });
});
