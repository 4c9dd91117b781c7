import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { firstDayOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { LETTERS, PHOTOS } from '../../demo/story.ts';
import { makeFamily, makeHost, makeLetter, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { useSite } from './site.ts';

const site = useSite();
const MONTH = 202510;
const PHOTO_COUNT = 30;

/** What a phone receives for a letter. */
const sent = (url: string): Promise<{ encoding: string | undefined; bytes: number }> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve({ encoding: answer.headers['content-encoding'], bytes }));
    }).on('error', reject);
  });

test('a letter of thirty photos takes at most 8 KB, its styles included', async () => {
  const { factory } = site();
  const host = await makeHost(factory, { name: 'ひまわりの家', phone: '03-1234-5678' });
  const resident = await makeResident(factory, host.id, { name: '田中 キヨ' });
  const { token } = await makeFamily(factory, resident);
  await makeLetter(factory, host.id, MONTH, LETTERS[10]);
  const told = [...PHOTOS[10], ...PHOTOS[11]];
  for (let index = 0; index < PHOTO_COUNT; index++) {
    const takenOn = `${firstDayOf(MONTH).slice(0, 8)}${String(1 + (index % 28)).padStart(2, '0')}`;
    const caption = told[index % told.length]?.caption ?? '';
    const residentId = index % 3 === 2 ? null : resident.id;
    const { blob_id } = await makeItem(factory, host.id, { residentId, takenOn, caption });
    const color = `#${randomBytes(3).toString('hex')}`;
    await factory.db.updateTable('blobs').set({ color }).where('id', '=', blob_id).execute();
  }
  const tokens = { residentToken: resident.token, familyToken: token };
  const { encoding, bytes } = await sent(site().server.url + paths.letter(MONTH, tokens));
  expect(encoding).toBe('br');
  console.log('LETTER', bytes);
  expect(bytes).toBeLessThanOrEqual(8 * 1024);
});
