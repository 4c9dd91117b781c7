import { describe, expect, test } from 'vitest';
import { makeFamily, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { addMonths, civilDateOf, firstDayOf, yearMonthOf } from '#lib/calendar.ts';
import { useSite } from './site.ts';

const site = useSite();
const today = civilDateOf(new Date());
const now = yearMonthOf(today);
const last = addMonths(now, -1);

type Days = Parameters<typeof makeResident>[2];

/** With a letter of last month. */
async function make(days: Days) {
  const { factory, world } = site();
  const hostId = world.cast.host.id;
  const resident = await makeResident(factory, hostId, { photo_consent: 1, ...days });
  const family = await makeFamily(factory, resident, { email: 'sister@example.jp' });
  await makeItem(factory, hostId, { residentId: resident.id, takenOn: firstDayOf(last) });
  const tokens = { residentToken: resident.token, familyToken: family.token };
  return { resident, family, tokens };
}

const read = async (path: string, who: 'anonymous' | 'admin' = 'anonymous') => {
  const { status, text } = await site().ask(who, path);
  return { status, text: text.replaceAll('\u200b', '') };
};
const receive = async (tokens: LetterTokens) => (await read(paths.letterReceive(tokens))).text;

const DIED = { died_on: today, letters_end: firstDayOf(now) };
const DIED_BEFORE = { died_on: firstDayOf(last), letters_end: firstDayOf(last), last_letter: 1 };

describe('after a death', () => {
  test.each([
    ['a letter that was out', DIED],
    ['the last letter', { ...DIED_BEFORE, last_words: '安らかに。' } as const],
  ])('nobody is asked whether %s was seen; words can be sent', async (_name, days) => {
    const { tokens } = await make(days as Days);
    const { status, text } = await read(paths.letter(last, tokens));
    expect(status).toBe(200);
    expect(text).not.toMatch(/見ました|元気|お伝えします/);
    expect(text).toContain('職員が読みます。');
  });

  test('the page of delivery says that it is over, also where a last letter is to come', async () => {
    const { tokens } = await make({ ...DIED, last_letter: 1, last_words: '安らかに。' });
    const text = await receive(tokens);
    expect(text).toContain('毎月のお便りのお届けは、終わりました。');
    expect(text).not.toContain('お答えいただけます');
  });

  test('staff are offered no test mail, no monthly letters and no question about photos', async () => {
    const { resident, family } = await make(DIED);
    const one = await read(paths.family(family.id), 'admin');
    expect(one.text).not.toMatch(/テストのメール|つながると/);
    expect(one.text).not.toContain(encodeURIComponent('毎月のお便り'));
    expect(one.text).toContain(encodeURIComponent('これまでのお便り'));
    const { text } = await read(paths.resident(resident.id), 'admin');
    expect(text).not.toContain('変わりないことを確かめた');
    expect(text).toContain('お返事を記録する');
  });

  test('a last letter is not among those that wait for 見ました', async () => {
    const { family } = await make({ ...DIED_BEFORE, last_words: '安らかに。' } as Days);
    const unseen = await read(`${paths.adminDeliveries(last)}?show=unseen`, 'admin');
    expect(unseen.text).not.toContain(paths.family(family.id));
    const all = await read(paths.adminDeliveries(last), 'admin');
    expect(all.text).toContain(paths.family(family.id));
  });
});

test('who hands over a last letter is told that it is one', async () => {
  const { family } = await make({ ...DIED_BEFORE, last_words: '安らかに。' } as Days);
  const { text } = await read(paths.adminHandovers(last), 'admin');
  const row = text.slice(text.indexOf(`id="family-${family.id}"`));
  expect(row.slice(0, row.indexOf('</li>'))).toContain('・最後のお便り');
});

describe('after a leaving', () => {
  test('the letter of that month is said to come, and to be the end', async () => {
    const text = await receive((await make({ left_on: today })).tokens);
    expect(text).toContain('のお届けで終わります。');
    expect(text).not.toContain('<form');
  });

  test('once it is out there is no more', async () => {
    const { tokens } = await make({ left_on: firstDayOf(last) });
    expect(await receive(tokens)).toContain('毎月のお便りのお届けは、終わりました。');
    expect((await read(paths.letters(tokens))).text).toContain('これまでのお便りは、いつでも');
    expect((await read(paths.letter(last, tokens))).text).toContain('見ました</button>');
  });
});
