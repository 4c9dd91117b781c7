import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { addMonths, yearOf } from '#lib/calendar.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { paths } from '#lib/paths.ts';
import { clearTries, countTry } from '#server/rate-limit.ts';
import { archiveFaults, isPhoto, unzip } from '../support/archives.ts';
import { makeFamily, makeNote, makeResident } from '../support/factories.ts';
import { enlargePhoto } from '../support/large-photo.ts';
import { useSite } from './site.ts';

const site = useSite();
const pair = (residentToken: string, familyToken: string) => ({ residentToken, familyToken });
const castOf = () => site().world.cast;
const own = () => pair(castOf().resident.token, castOf().family.token);
const address = (tokens: LetterTokens, yearMonth = site().world.yearMonth) =>
  paths.letterArchive(yearMonth, tokens);
const ask = (path: string, method = 'GET') => site().ask('anonymous', path, { method });

describe("a month's letter in one file", () => {
  test("holds the resident's photos and the facility-wide ones only", async () => {
    const { status, headers, body } = await ask(address(own()));
    expect(status).toBe(200);
    const files = unzip(body);
    expect(Object.keys(files).filter(isPhoto)).toHaveLength(2);
    expect(await archiveFaults(files)).toEqual([]);
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
    expect(text.replace(/<[^>]+>/g, '')).toContain('お便りと写真2枚を保存（約1MB）');
  });
});

test('a letter without photos can be saved as well', async () => {
  const { factory } = site();
  const resident = await makeResident(factory, castOf().host.id);
  const family = await makeFamily(factory, resident);
  const yearMonth = addMonths(site().world.yearMonth, -7);
  await makeNote(factory, resident, yearMonth);
  const tokens = pair(resident.token, family.token);
  const { text } = await ask(paths.letter(yearMonth, tokens));
  expect(text.replace(/<[^>]+>/g, '')).toContain('このお便りを保存');
  const files = unzip((await ask(address(tokens, yearMonth))).body);
  expect(Object.keys(files)).toEqual(['index.html', 'style.css']);
  expect(await archiveFaults(files)).toEqual([]);
});

describe("a year's letters in one file", () => {
  const ofYear = (tokens = own(), year = yearOf(site().world.yearMonth)) =>
    paths.letterYearArchive(year, tokens);

  test('are those of the shelf, by the same link', async () => {
    const { status, headers, body } = await ask(ofYear());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(body.length),
      'cache-control': 'private, no-store',
    });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="tsukidayori-\d{4}\.zip"; filename\*=UTF-8''\d{4}%E5/,
    );
    const files = unzip(body);
    expect(await archiveFaults(files)).toEqual([]);
    expect(Object.values(files).join('')).not.toMatch(/_token|127\.0\.0\.1/);
    const head = await ask(ofYear(), 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  test('need that link, and letters of that year', async () => {
    const wrong = pair(castOf().resident.token, castOf().neighbourFamily.token);
    expect((await ask(ofYear(wrong))).status).toBe(404);
    expect((await ask(ofYear(own(), 2001))).status).toBeGreaterThanOrEqual(302);
    expect((await ask(ofYear(), 'POST')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the letters that staff take', () => {
  const resident = () => paths.residentArchive(castOf().resident.id);

  test('of one resident, with its name for the downloads', async () => {
    const { status, headers, body } = await site().ask('admin', resident());
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(body.length));
    const [, name = ''] = headers['content-disposition']?.split("UTF-8''") ?? [];
    expect(decodeURIComponent(name)).toBe(`お便り_${castOf().resident.name}様.zip`);
    expect(await archiveFaults(unzip(body))).toEqual([]);
  });

  test('of the whole facility, of unknown length', async () => {
    const { status, headers, body } = await site().ask('admin', paths.facilityArchive);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'transfer-encoding': 'chunked',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const files = unzip(body);
    expect(await archiveFaults(files)).toEqual([]);
    expect(Object.keys(files)).toContain('families.csv');
    const { text } = await site().ask('admin', paths.facilityArchive, { method: 'HEAD' });
    expect(text).toBe('');
  });

  test('have their links where one looks for them', async () => {
    const { text: facility } = await site().ask('admin', paths.facility);
    expect(facility).toContain(`href="${paths.facilityArchive}"`);
    expect(facility).toContain('入居者とご家族の名簿、写真の同意の記録を');
    const { text: page } = await site().ask('admin', paths.resident(castOf().resident.id));
    expect(page).toContain(`href="${resident()}"`);
  });

  test('are limited by facility', async () => {
    const { db, clock } = site().factory;
    const used = 60;
    await takeTries(used);
    const { status, headers } = await site().ask('admin', resident());
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    expect((await site().ask('admin', resident(), { method: 'HEAD' })).status).toBe(200);
    await clearTries(db, 'archivesByHost', castOf().host.id);
    expect((await site().ask('admin', resident())).status).toBe(200);

    async function takeTries(count: number): Promise<void> {
      for (let n = 0; n < count; n++) {
        await countTry(db, 'archivesByHost', castOf().host.id, clock.now());
      }
    }
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
    for (let n = 0; n < 20; n++) {
      expect((await ask(path)).status).toBe(200);
    }
    const { status, headers } = await ask(path);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
    const page = await site().ask('anonymous', path, { headers: { Accept: 'text/html' } });
    expect(page.text).toContain('短い時間に何度も保存されました');
    expect((await ask(address(own()))).status).toBe(200);
  });
});

// Last, since it makes a photo large.
test('archives of a facility go out once at a time, and again when the reader has left', async () => {
  // More than the system takes for a client that does not read.
  for (let times = 0; times < 6; times++) await enlargePhoto(site());
  const { hostname, port } = new URL(site().server.url);
  const Authorization = site().signed.admin.bearer;
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  socket.write(
    `GET ${paths.facilityArchive} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${Authorization}\r\n\r\n`,
  );
  await once(socket, 'readable');
  const { status, headers } = await site().ask('admin', paths.facilityArchive);
  expect([status, headers['retry-after']]).toEqual([429, '600']);
  expect((await site().ask('other', paths.facilityArchive)).status).toBe(200);
  socket.resetAndDestroy();
  const again = async () => (await site().ask('admin', paths.facilityArchive)).status;
  await expect.poll(again).toBe(200);
});
