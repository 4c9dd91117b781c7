import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { civilDateOf, firstDayOf } from '#lib/calendar.ts';
import { BREAK } from '#lib/break.ts';
import { paths } from '#lib/paths.ts';
import { LETTERS, PHOTOS } from '../../demo/story.ts';
import { makeFamily, makeHost, makeLetter, makeNote, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { useSite } from './site.ts';

const site = useSite();
const MONTH = 202510;
const PHOTO_COUNT = 30;
const NOTE =
  '今月は食欲もあり、よく召し上がっています。\n先日の散歩では、公園のもみじを見て「きれいだねえ」と何度もおっしゃっていました。歌の会では昔の歌を三番まで歌われ、みなさんから拍手がありました。';

/** Muted, as the averages of photos are. */
const colorOf = (index: number): string => {
  const channel = (step: number) => (104 + ((index * step) % 72)).toString(16).padStart(2, '0');
  return `#${channel(29)}${channel(31)}${channel(37)}`;
};

interface Sent {
  coding: string | undefined;
  bytes: Buffer;
}

/** As phones ask for it. */
async function sent(url: string): Promise<Sent> {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const bytes = Buffer.concat((await answer.toArray()) as Buffer[]);
  return { coding: answer.headers['content-encoding'], bytes };
}

const textOf = ({ coding, bytes }: Sent): string =>
  (coding === 'br' ? brotliDecompressSync : gunzipSync)(bytes).toString().replaceAll(BREAK, '');

/** @returns its path and facility */
async function makeLetterOfThirty(): Promise<{ path: string; hostId: string }> {
  const { factory } = site();
  const host = await makeHost(factory, { name: 'ひまわりの家', phone: '03-1234-5678' });
  const resident = await makeResident(factory, host.id, { name: '田中 キヨ' });
  const { token } = await makeFamily(factory, resident);
  await makeLetter(factory, host.id, MONTH, LETTERS[10]);
  await makeNote(factory, resident, MONTH, { body: NOTE });
  const told = [...PHOTOS[10], ...PHOTOS[11]];
  for (let index = 0; index < PHOTO_COUNT; index++) {
    const takenOn = `${firstDayOf(MONTH).slice(0, 8)}${String(1 + (index % 28)).padStart(2, '0')}`;
    const caption = told[index % told.length]?.caption ?? '';
    const residentId = index % 3 === 2 ? null : resident.id;
    const { blob_id } = await makeItem(factory, host.id, { residentId, takenOn, caption });
    const color = colorOf(index);
    await factory.db.updateTable('blobs').set({ color }).where('id', '=', blob_id).execute();
  }
  const path = paths.letter(MONTH, { residentToken: resident.token, familyToken: token });
  return { path, hostId: host.id };
}

/** Random ids and links compress to a dozen bytes more or less: the middle one of these counts. */
const SAMPLES = 5;

test('a letter with a note and thirty photos takes at most 8 KB, its styles included', async () => {
  const sizes: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { path } = await makeLetterOfThirty();
    // Rendered, then kept.
    const [first, second] = [
      await sent(site().server.url + path),
      await sent(site().server.url + path),
    ];
    const { text } = await site().ask('anonymous', path);
    expect([first.coding, second.coding]).toEqual(['gzip', 'gzip']);
    expect([textOf(first), textOf(second)]).toEqual([text, text]);
    expect(text).not.toContain('<script');
    sizes.push(first.bytes.length);
  }
  const middle = sizes.toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)];
  expect(middle).toBeLessThanOrEqual(8 * 1024);
});

test('a letter that says until when takes twenty bytes more at most', async () => {
  const { path, hostId } = await makeLetterOfThirty();
  const first = await sent(site().server.url + path);
  const ending = { host_id: hostId, asked_by: 'facility' as const, created_at: '' };
  await site()
    .factory.db.insertInto('facility_endings')
    .values({ ...ending, ends_on: civilDateOf(new Date()) })
    .execute();
  const last = await sent(site().server.url + path);
  expect(textOf(last)).toContain('まで読めます。');
  expect(last.bytes.length).toBeLessThanOrEqual(first.bytes.length + 20);
});
