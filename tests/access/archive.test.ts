import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { addMonths } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { LIMITS } from '#server/rate-limit.ts';
import { makeFamily } from '../support/factories.ts';
import { useSite } from './site.ts';

const site = useSite();
const pair = (residentToken: string, familyToken: string) => ({ residentToken, familyToken });
const castOf = () => site().world.cast;
const own = () => pair(castOf().resident.token, castOf().family.token);
const address = (tokens: LetterTokens, yearMonth = site().world.yearMonth) =>
  paths.letterArchive(yearMonth, tokens);
const ask = (path: string, method = 'GET') => site().ask('anonymous', path, { method });

describe("a month's photos in one file", () => {
  test("are the resident's and the facility-wide ones only", async () => {
    const { status, headers, body } = await ask(address(own()));
    expect(status).toBe(200);
    expect(Object.keys(unzipSync(body))).toHaveLength(2);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(body.length),
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, noimageindex',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="tsukidayori-\d{6}\.zip"; filename\*=UTF-8''\d{4}%E5/,
    );
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  test('HEAD returns the same headers without the photos, and counts nothing', async () => {
    const whole = await ask(address(own()));
    const { status, headers, body } = await ask(address(own()), 'HEAD');
    expect([status, body.length]).toEqual([200, 0]);
    expect(headers['content-length']).toBe(whole.headers['content-length']);
  });

  test('its button is at the end of the letter, with number and size', async () => {
    const { text } = await ask(paths.letter(site().world.yearMonth, own()));
    expect(text.replaceAll('&amp;', '&')).toContain(`href="${address(own())}"`);
    expect(text.replace(/<[^>]+>/g, '')).toContain('2枚の写真をまとめて保存（約1MB）');
  });
});

describe('no archive', () => {
  const WRONG: Record<string, () => LetterTokens> = {
    "a neighbour's family": () => pair(castOf().resident.token, castOf().neighbourFamily.token),
    'another facility': () => pair(castOf().foreignResident.token, castOf().family.token),
    swapped: () => pair(castOf().family.token, castOf().resident.token),
    guessed: () => pair('a'.repeat(27), 'b'.repeat(27)),
    none: () => pair('', ''),
  };

  test.each(Object.entries(WRONG))('for the tokens of %s', async (_name, tokens) => {
    const { status, headers } = await ask(address(tokens()));
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('text/html');
  });

  test('of a month that is unpublished or empty', async () => {
    const { yearMonth } = site().world;
    expect((await ask(address(own(), addMonths(yearMonth, 1)))).status).toBe(404);
    expect((await ask(address(own(), 200001))).status).toBe(404);
  });

  test.each([202613, 2026, 209912])('of %i, which redirects to /404', async (month) => {
    const { status, headers } = await ask(address(own(), month));
    expect([status, headers.location]).toEqual([302, '/404']);
  });

  test('by another method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status } = await ask(address(own()), method);
      expect(status, method).toBeGreaterThanOrEqual(400);
    }
  });

  test('after the link was renewed', async () => {
    const { factory } = site();
    const family = await makeFamily(factory, castOf().resident);
    const path = address(pair(castOf().resident.token, family.token));
    expect((await ask(path)).status).toBe(200);
    const renewed = { token: 'renewed-for-the-archive' };
    await factory.db.updateTable('families').set(renewed).where('id', '=', family.id).execute();
    expect((await ask(path)).status).toBe(404);
  });

  test('for a link requested too often, until an hour has passed', async () => {
    const { factory } = site();
    const family = await makeFamily(factory, castOf().resident);
    const path = address(pair(castOf().resident.token, family.token));
    for (let n = 0; n < LIMITS.archivesByFamily.count; n++) {
      expect((await ask(path)).status).toBe(200);
    }
    const { status, headers } = await ask(path);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect((await ask(address(own()))).status).toBe(200);
  });
});
