import { describe, expect, test } from 'vitest';
import { yearOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { PAIRS, addressesOf, pair } from './letter-pairs.ts';
import { useSite } from './site.ts';

const site = useSite();
const castOf = () => site().world.cast;

describe('a link that opens nothing', () => {
  const KINDS = Object.entries(PAIRS).filter(([name]) => name !== 'own');
  /** Cut off by a mail program, or copied without its end. */
  const cut = (address: string): string[] => [
    address.replace(/[?].*/u, ''),
    address.replace(/&.*/u, ''),
    address.slice(0, -5),
  ];
  const { letterSeen, letterAnswers, letterConsent, letterLine } = paths;
  const { letterArchive, letterYearArchive } = paths;

  /** Words, and no way that leads to an advertisement or to the same page again. */
  async function requireWords(address: string, body?: string): Promise<void> {
    const { status, text } = await site().ask('anonymous', address, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body !== undefined && { body: Buffer.from(body) }),
      headers: {
        Accept: 'text/html',
        'X-Forwarded-For': `198.51.100.${(turn += 1) % 250}`,
        ...(body !== undefined && {
          'Content-Type': 'application/x-www-form-urlencoded',
          'Sec-Fetch-Site': 'same-origin',
        }),
      },
    });
    expect(status, address).toBe(body === undefined ? 404 : 401);
    expect(/<title>(.*)<\/title>/u.exec(text)?.[1]).toBe(
      'このリンクでは、お便りが開けません｜つきだより',
    );
    expect(text).toContain('施設にお電話で「お便りが開けないので、新しいリンクをください」');
    if (body !== undefined) expect(text).toContain('施設には、まだお伝えできていません。');
    // Names of files may hold any number.
    const words = text.replaceAll(/<[^>]*>/g, ' ');
    expect(words, address).not.toMatch(/Not Found|could not be found|404|トップページ/u);
    expect(text, address).not.toMatch(/href="\/"|href="\/letters/u);
  }
  let turn = 0;

  test('has text as large as a letter', async () => {
    const { resident, family } = castOf();
    const tokens = { residentToken: resident.token, familyToken: family.token };
    for (const address of [paths.letters(tokens).slice(0, -5), paths.notFound]) {
      const { text } = await site().ask('anonymous', address, { headers: { Accept: 'text/html' } });
      expect(text, address).toMatch(/<body [^>]*data-large/);
      const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? [];
      const { body } = await site().ask('anonymous', sheet);
      expect(body.toString()).toMatch(/\[data-large\]\{--text-s:var\(--text-m\)/);
    }
    const { headers } = await site().ask('anonymous', '/letters/x');
    expect(headers).toMatchObject({ location: paths.notFound });
  });

  test.each(KINDS)('of %s says so on every page and form', async (_name, tokens) => {
    const { yearMonth } = site().world;
    const bad = tokens(castOf());
    const { pages } = addressesOf(site().world, bad);
    for (const address of [...pages, letterLine(bad), letterConsent(bad)]) {
      await requireWords(address);
    }
    const forms = [letterSeen(yearMonth, bad), letterAnswers(yearMonth, bad), letterConsent(bad)];
    for (const form of forms) await requireWords(form, 'body=%E3%81%82');
    const archives = [letterArchive(yearMonth, bad), letterYearArchive(yearOf(yearMonth), bad)];
    for (const archive of archives) await requireWords(archive);
  });

  test('opens where only what stands around it is not ours', async () => {
    const own = PAIRS['own']?.(castOf()) ?? pair('', '');
    for (const address of addressesOf(site().world, own).pages) {
      const around = [`${address}%E3%80%82`, address.replace('&', '&amp;'), `${address}%0D%0A)`];
      for (const target of around) {
        const { status, headers } = await site().ask('anonymous', target);
        if (status !== 200) expect([status, headers.location], target).toEqual([302, address]);
        expect((await site().ask('anonymous', address)).status, address).toBe(200);
      }
    }
  });

  test('that was cut off says so', async () => {
    const { yearMonth } = site().world;
    for (const whole of [paths.letters, (one: LetterTokens) => paths.letter(yearMonth, one)]) {
      for (const address of cut(whole(PAIRS['own']?.(castOf()) ?? pair('', '')))) {
        await requireWords(address);
      }
    }
  });
});
