import { describe, expect, test } from 'vitest';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { addMonths } from '#lib/calendar.ts';
import { makeFamily } from '../support/factories.ts';
import type { Call } from '../support/http.ts';
import { form } from './row.ts';
import type { Who } from './site.ts';
import { useSite } from './site.ts';

const site = useSite();

/** A new household for each test. */
async function makeReader(): Promise<{ id: string; tokens: LetterTokens }> {
  const { resident } = site().world.cast;
  const { id, token } = await makeFamily(site().factory, resident);
  return { id, tokens: { residentToken: resident.token, familyToken: token } };
}

interface Press {
  stamp?: string;
  month?: number;
  more?: Call;
  who?: Who;
}

const post = (
  tokens: LetterTokens,
  { stamp = '', month = site().world.yearMonth, more = {}, who = 'anonymous' }: Press = {},
) => {
  const options = form({ stamp });
  const call: Call = { ...options, ...more, headers: { ...options.headers, ...headersIn(more) } };
  return site().ask(who, paths.letterSeen(month, tokens), call);
};
const headersIn = (more: Call) => more.headers ?? {};

const readsOf = ({ id }: { id: string }) =>
  site()
    .factory.db.selectFrom('letter_reads')
    .select(['year_month', 'stamp'])
    .where('family_id', '=', id)
    .execute();

const letterOf = async (tokens: LetterTokens) =>
  (await site().ask('anonymous', paths.letter(site().world.yearMonth, tokens))).text;

describe('the button under a letter', () => {
  test('counts, returns to the letter, and is confirmed at once', async () => {
    const { yearMonth } = site().world;
    const reader = await makeReader();
    const before = await letterOf(reader.tokens);
    expect(before).toContain('>見ました</button>');
    expect(before.indexOf('href="#seen"')).toBeLessThan(before.indexOf('class="greeting"'));
    expect(before).toContain('「見ました」を伝える');
    const { status, headers } = await post(reader.tokens);
    expect([status, headers.location]).toEqual([
      303,
      `${paths.letter(yearMonth, reader.tokens)}#seen`,
    ]);
    expect(await readsOf(reader)).toEqual([{ year_month: yearMonth, stamp: null }]);
    for (const stamp of ['glad', 'thanks', 'thanks']) await post(reader.tokens, { stamp });
    expect(await readsOf(reader)).toEqual([{ year_month: yearMonth, stamp: 'thanks' }]);
    const page = await letterOf(reader.tokens);
    expect(page).toContain('「見ました」とお伝えしました');
    expect(page).toMatch(/value="thanks" aria-pressed="true"/);
    expect(page).not.toMatch(/>見ました<\/button>|href="#seen"/);
  });

  test('does not affect the page of another household', async () => {
    const [one, other] = [await makeReader(), await makeReader()];
    await letterOf(other.tokens);
    await post(one.tokens, { stamp: 'glad' });
    expect(await letterOf(other.tokens)).toContain('>見ました</button>');
    expect(await readsOf(other)).toEqual([]);
  });

  test("is missing in an admin's preview", async () => {
    const { world, ask } = site();
    const path = paths.adminLetterPreview(world.yearMonth, world.cast.resident.id);
    expect((await ask('admin', path)).text).not.toContain('class="seen');
  });
});

describe('nothing is counted', () => {
  test("for robots: GET and HEAD, of the letter and of the form's own URL", async () => {
    const reader = await makeReader();
    const { yearMonth } = site().world;
    const address = paths.letterSeen(yearMonth, reader.tokens);
    for (const method of ['GET', 'HEAD']) {
      const answer = await site().ask('anonymous', address, { method });
      expect([answer.status, answer.headers.location]).toEqual([
        303,
        `${paths.letter(yearMonth, reader.tokens)}#seen`,
      ]);
    }
    await letterOf(reader.tokens);
    expect(await readsOf(reader)).toEqual([]);
  });

  test.each([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another site in an old browser', { Origin: 'https://evil.example' }, 403],
    ['a sandboxed frame', { Origin: 'null' }, 403],
    ['JSON', { 'Content-Type': 'application/json' }, 415],
    ['plain text', { 'Content-Type': 'text/plain' }, 415],
  ])('from %s', async (_name, headers, expected) => {
    const reader = await makeReader();
    const { status } = await post(reader.tokens, { stamp: 'thanks', more: { headers } });
    expect(status).toBe(expected);
    expect(await readsOf(reader)).toEqual([]);
  });

  test('for an unknown stamp or a long body', async () => {
    const reader = await makeReader();
    expect((await post(reader.tokens, { stamp: '<b>' })).status).toBe(404);
    expect((await post(reader.tokens, { stamp: 'x'.repeat(2000) })).status).toBe(413);
    expect(await readsOf(reader)).toEqual([]);
  });

  test('with wrong, mixed or missing tokens, nor for unpublished months', async () => {
    const { cast, yearMonth } = site().world;
    const reader = await makeReader();
    const wrong: LetterTokens[] = [
      { ...reader.tokens, residentToken: cast.neighbour.token },
      { ...reader.tokens, familyToken: cast.foreignFamily.token },
      { residentToken: '', familyToken: '' },
    ];
    for (const tokens of wrong) expect((await post(tokens)).status).toBe(401);
    for (const who of ['admin', 'general'] as const) {
      expect((await post(wrong[2] ?? reader.tokens, { who })).status).toBe(401);
    }
    expect((await post(reader.tokens, { month: addMonths(yearMonth, 1) })).status).toBe(404);
    expect((await post(reader.tokens, { month: 200101 })).status).toBe(404);
    expect(await readsOf(reader)).toEqual([]);
  });
});

describe('a refusal is a page with a link back', () => {
  const asBrowser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  async function press(tokens: LetterTokens, { more = {}, ...how }: Press = {}) {
    const headers = { ...asBrowser, ...more.headers };
    const answer = await post(tokens, { ...how, more: { ...more, headers } });
    const letter = paths.letter(how.month ?? site().world.yearMonth, tokens);
    const [back] = /<a class="button"[^>]* href="\/letters\/[^"]+"/.exec(answer.text) ?? [];
    return {
      status: answer.status,
      type: answer.headers['content-type']?.split(';', 1)[0],
      leadsBack: back?.replace(/&(?:amp|#38);/g, '&').includes(`href="${letter}"`),
      text: answer.text,
    };
  }
  const refusal = (status: number) => ({
    status,
    type: 'text/html',
    leadsBack: true,
    text: expect.stringMatching(
      /<html lang="ja"[^]*(?:施設には、まだお伝えできていません|押されたため)/,
    ) as string,
  });

  test('for another site, a long body, another type, an unknown stamp', async () => {
    const { tokens } = await makeReader();
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect(await press(tokens, { more: { headers } })).toEqual(refusal(403));
    expect(await press(tokens, { stamp: 'x'.repeat(2000) })).toEqual(refusal(413));
    const plain = { headers: { 'Content-Type': 'text/plain' } };
    expect(await press(tokens, { more: plain })).toEqual(refusal(415));
    expect(await press(tokens, { stamp: 'none' })).toEqual(refusal(404));
  });

  test('for wrong tokens, and for unpublished or missing months', async () => {
    const { tokens } = await makeReader();
    const unknown = { ...tokens, familyToken: 'b'.repeat(27) };
    // Nor does the letter above open.
    expect(await press(unknown)).toEqual({ ...refusal(401), leadsBack: undefined });
    const next = addMonths(site().world.yearMonth, 1);
    expect(await press(tokens, { month: next })).toEqual(refusal(404));
    expect(await press(tokens, { month: 200101 })).toEqual(refusal(404));
  });

  test('for too many clicks, with the time to retry', async () => {
    const { tokens } = await makeReader();
    let status = 303;
    for (let n = 0; n < 100 && status === 303; n++) ({ status } = await post(tokens));
    expect(status).toBe(429);
    const page = await press(tokens);
    expect(page).toEqual(refusal(429));
    expect(page.text).toContain('お便りにもどって、もう一度ボタンを押して');
    expect((await post(tokens)).headers['retry-after']).toMatch(/^\d+$/);
  });
});

test("families can still answer when the facility's trial is over", async () => {
  const { cast, yearMonth } = site().world;
  const tokens = {
    residentToken: (await residentOf(cast.inactiveFamily.resident_id)).token,
    familyToken: cast.inactiveFamily.token,
  };
  expect((await post(tokens, { month: yearMonth })).status).toBe(303);
  expect(await readsOf(cast.inactiveFamily)).toHaveLength(1);
});

const residentOf = (id: string) =>
  site()
    .factory.db.selectFrom('residents')
    .select('token')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
