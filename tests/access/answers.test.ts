import { describe, expect, test } from 'vitest';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { addMonths } from '#lib/calendar.ts';
import { makeFamily } from '../support/factories.ts';
import type { Call } from '../support/http.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();
const RELIEVED = '元気そうで安心しました';

/** A new household for each test. */
async function makeReader(): Promise<{ id: string; tokens: LetterTokens }> {
  const { resident } = site().world.cast;
  const { id, token } = await makeFamily(site().factory, resident);
  return { id, tokens: { residentToken: resident.token, familyToken: token } };
}

const month = () => site().world.yearMonth;
const post = (tokens: LetterTokens, body: string, more: Call & { month?: number } = {}) => {
  const options = form({ body });
  const headers = { ...options.headers, ...more.headers };
  const address = paths.letterAnswers(more.month ?? month(), tokens);
  return site().ask('anonymous', address, { ...options, headers });
};
const answersOf = async ({ id }: { id: string }) =>
  (
    await site()
      .factory.db.selectFrom('answers')
      .select('body')
      .where('family_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ body }) => body);
const letterOf = async (tokens: LetterTokens) =>
  (await site().ask('anonymous', paths.letter(month(), tokens))).text;

describe('the form under a letter', () => {
  test('sends a word, which the letter shows at once and calmly', async () => {
    const reader = await makeReader();
    expect(await letterOf(reader.tokens)).toContain('300文字まで。3通まで送れます。');
    const { status, headers } = await post(reader.tokens, RELIEVED);
    const address = `${paths.letter(month(), reader.tokens)}#words`;
    expect([status, headers.location]).toEqual([303, address]);
    const letter = await letterOf(reader.tokens);
    for (const text of [
      '施設に届きました',
      RELIEVED,
      'あと2通送れます。',
      '「見ました」とお伝え',
    ]) {
      expect(letter).toContain(text);
    }
    expect(letter).not.toContain('<script');
  });

  test('counts a double tap once, in whatever form the text arrives', async () => {
    const reader = await makeReader();
    const words = [
      '一行目\r\nがぎ',
      '  一行目\nか\u3099き\u3099 ',
      '一行目\nがぎ\u202e\u200b\u0000',
    ];
    const answers = await Promise.all(words.map((text) => post(reader.tokens, text)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await answersOf(reader)).toEqual(['一行目\nがぎ']);
  });

  test('shows text as text: no markup, no links', async () => {
    const { tokens } = await makeReader();
    await post(tokens, '<a href="https://evil.example">見て</a> https://evil.example');
    const letter = await letterOf(tokens);
    expect(letter).toContain('&lt;a href=');
    expect(letter).not.toMatch(/<a[^>]*evil/);
  });

  test('does not change the page of another household', async () => {
    const [one, other] = [await makeReader(), await makeReader()];
    await letterOf(other.tokens);
    await post(one.tokens, RELIEVED);
    expect(await letterOf(other.tokens)).not.toContain(RELIEVED);
  });

  test("is missing in an admin's preview", async () => {
    const { world, ask } = site();
    const path = paths.adminLetterPreview(world.yearMonth, world.cast.resident.id);
    expect((await ask('admin', path)).text).not.toContain('ことばを送る');
  });

  test('takes the longest word of three-byte characters and line breaks', async () => {
    const reader = await makeReader();
    expect((await post(reader.tokens, '長\r\n'.repeat(150))).status).toBe(303);
    expect((await post(reader.tokens, '長'.repeat(300))).status).toBe(303);
    expect(await answersOf(reader)).toHaveLength(2);
  });
});

describe('a refusal keeps the text and leads back', () => {
  function expectKept(answer: { status: number; text: string }, tokens: LetterTokens) {
    expect(answer.text).toContain('まだ送られていません');
    const letter = paths.letter(month(), tokens).replace(/&/g, '&amp;');
    expect(answer.text.replace(/&#38;/g, '&amp;')).toContain(`href="${letter}"`);
    expect(answer.text).not.toContain('<script');
    return answer.status;
  }

  test.each([
    ['nothing', ' \n ', 'まだ何も書かれていません'],
    ['too much', 'あ'.repeat(301), '300文字まで'],
  ])('of %s', async (_name, text, reason) => {
    const reader = await makeReader();
    const answer = await post(reader.tokens, text);
    expect(expectKept(answer, reader.tokens)).toBe(422);
    expect(answer.text).toContain(reason);
    expect(answer.text).toContain(`${text.trim()}</textarea>`);
    expect(await answersOf(reader)).toEqual([]);
  });

  test('of the fourth about one letter, without a time to wait for', async () => {
    const reader = await makeReader();
    for (const text of ['一', '二', '三']) await post(reader.tokens, text);
    expect(await letterOf(reader.tokens)).not.toContain('ことばを送る');
    const answer = await post(reader.tokens, RELIEVED);
    expect(expectKept(answer, reader.tokens)).toBe(429);
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(answer.text).toContain(RELIEVED);
    expect(answer.text).toContain('href="tel:');
    expect(await answersOf(reader)).toHaveLength(3);
  });

  test('of too many tries, with the time to wait', async () => {
    const reader = await makeReader();
    let answer = await post(reader.tokens, RELIEVED);
    for (let n = 0; n < 100 && answer.status === 303; n++) {
      answer = await post(reader.tokens, RELIEVED);
    }
    expect(expectKept(answer, reader.tokens)).toBe(429);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.text).toContain(`${RELIEVED}</textarea>`);
  });

  test('of a facility that takes no words', async () => {
    const reader = await makeReader();
    const { db } = site().factory;
    const { host } = site().world.cast;
    const set = (takes_answers: 0 | 1) =>
      db
        .insertInto('delivery_settings')
        .values({ host_id: host.id, takes_answers })
        .onConflict((conflict) => conflict.column('host_id').doUpdateSet({ takes_answers }))
        .execute();
    await letterOf(reader.tokens);
    await set(0);
    try {
      expect(await letterOf(reader.tokens)).not.toContain('ことばを送る');
      const answer = await post(reader.tokens, RELIEVED);
      expect(expectKept(answer, reader.tokens)).toBe(409);
      for (const text of [RELIEVED, 'お電話', 'href="tel:']) expect(answer.text).toContain(text);
      expect(await answersOf(reader)).toEqual([]);
    } finally {
      await set(1);
    }
  });
});

describe('nothing is kept', () => {
  test("for robots: GET and HEAD of the form's own address", async () => {
    const reader = await makeReader();
    for (const method of ['GET', 'HEAD']) {
      const address = paths.letterAnswers(month(), reader.tokens);
      const answer = await site().ask('anonymous', `${address}&body=x`, { method });
      expect(answer.status).toBe(303);
    }
    expect(await answersOf(reader)).toEqual([]);
  });

  test.each([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['a sandboxed frame', { Origin: 'null' }, 403],
    ['JSON', { 'Content-Type': 'application/json' }, 415],
  ])('from %s', async (_name, headers, expected) => {
    const reader = await makeReader();
    expect((await post(reader.tokens, RELIEVED, { headers })).status).toBe(expected);
    expect(await answersOf(reader)).toEqual([]);
  });

  test('with wrong or renewed tokens, for months that are not out, of a huge body', async () => {
    const { cast } = site().world;
    const reader = await makeReader();
    const { tokens } = reader;
    const crossed = { ...tokens, residentToken: cast.neighbour.token };
    expect((await post(crossed, RELIEVED)).status).toBe(401);
    for (const other of [addMonths(month(), 1), 200101]) {
      expect((await post(tokens, RELIEVED, { month: other })).status).toBe(404);
    }
    expect((await post(tokens, 'x'.repeat(20_000))).status).toBe(413);
    await site()
      .factory.db.updateTable('families')
      .set({ token: 'n'.repeat(27) })
      .where('id', '=', reader.id)
      .execute();
    expect((await post(tokens, RELIEVED)).status).toBe(401);
    expect(await answersOf(reader)).toEqual([]);
  });
});

test("families can still write when the facility's trial is over", async () => {
  const { db } = site().factory;
  const { inactiveFamily } = site().world.cast;
  const resident = await db
    .selectFrom('residents')
    .select('token')
    .where('id', '=', inactiveFamily.resident_id)
    .executeTakeFirstOrThrow();
  const tokens = { residentToken: resident.token, familyToken: inactiveFamily.token };
  expect((await post(tokens, RELIEVED)).status).toBe(303);
  expect(await answersOf(inactiveFamily)).toEqual([RELIEVED]);
});
