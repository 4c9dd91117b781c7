import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { isPhoto, unzip } from '../support/archives.ts';
import { needs } from '../support/needs.ts';
import { onFile } from '../support/on-file.ts';
import { isOnS3 } from '../support/stored-files.ts';
import { useSite } from './site.ts';

/** Photos are missing or damaged where they are stored, unknown to the database. */
const site = useSite();
const cast = () => site().world.cast;
const month = () => site().world.yearMonth;
const link = () => ({ residentToken: cast().resident.token, familyToken: cast().family.token });
const ask = (address: string) => site().ask('anonymous', address);

/** Every size of a photo, which is stored in one of several files. */
async function filesOf(blobId: string): Promise<string[]> {
  const files = (await site().stored.list('photos')).filter((file) => file.includes(blobId));
  expect(files.length).toBeGreaterThan(1);
  return files;
}
async function spoil(blobId: string, how: (file: string) => Promise<unknown>): Promise<void> {
  for (const file of await filesOf(blobId)) await how(file);
}

/** Every photo URL in the letter. */
async function addressesIn(blobId: string): Promise<string[]> {
  const { status, text } = await ask(paths.letter(month(), link()));
  expect(status).toBe(200);
  const all = new Set(text.match(/\/photos\/family\/[\w/.-]+/g));
  return [...all].filter((address) => address.includes(`/${blobId}/`));
}
const statusesOf = async (addresses: string[]): Promise<Set<number>> =>
  new Set((await Promise.all(addresses.map(ask))).map(({ status }) => status));

const archive = async () => {
  const { status, headers, body } = await ask(paths.letterArchive(month(), link()));
  expect(status).toBe(200);
  expect(headers['content-length']).toBe(String(body.length));
  const files = unzip(body);
  const { 'index.html': page = '' } = files;
  expect(page.toString()).toMatch(/写真\d枚を入れることができませんでした/);
  return Object.keys(files).filter(isPhoto);
};

/** The pages that show the photo, for family and staff. */
async function expectPages(itemId: string): Promise<void> {
  const view = await ask(paths.letterPhoto(month(), itemId, link()));
  expect(view.status).toBe(200);
  const print = `${paths.printLetters(month())}?family=${cast().family.id}`;
  const sheets = await site().ask('admin', print);
  expect([sheets.status, sheets.text.includes('class="run')]).toEqual([200, true]);
  for (const address of [paths.items, paths.letters(link())]) {
    expect((await site().ask('admin', address)).status, address).toBe(200);
  }
}

/** No errors, however often it was requested. */
const expectCalmLog = () => {
  expect(site().server.errors()).toEqual([]);
  expect(site().server.output()).not.toContain('"stack"');
};

describe('a photo whose files are missing', () => {
  beforeAll(() => spoil(site().world.items.hall.blobId, site().stored.remove));

  test('is the only one missing: the letter opens, and the others are served', async () => {
    const { own, hall } = site().world.items;
    const [gone, there] = [await addressesIn(hall.blobId), await addressesIn(own.blobId)];
    expect([gone.length, there.length].every((count) => count > 0)).toBe(true);
    expect(await statusesOf(gone)).toEqual(new Set([404]));
    expect(await statusesOf(there)).toEqual(new Set([200]));
    const refused = await ask(gone[0] ?? '');
    expect(refused.headers['cache-control']).not.toContain('immutable');
    await expectPages(hall.id);
    expectCalmLog();
  });

  test('is told of in the archive, with the others included', async () => {
    const names = await archive();
    expect(names).toEqual([expect.stringMatching(/-01\.jpg$/)]);
    expectCalmLog();
  });
});

describe('a photo whose files are damaged', () => {
  test('with other bytes, serves intact ones without errors', async () => {
    const { own } = site().world.items;
    await spoil(own.blobId, (file) => site().stored.write(file, 'no picture'));
    const answers = await statusesOf(await addressesIn(own.blobId));
    expect([...answers].every((status) => status < 500)).toBe(true);
    expect(await archive()).toEqual([]);
    await expectPages(own.id);
    expectCalmLog();
  });

  /** Opens the neighbour's letter, then its photo. */
  async function statuses() {
    const { neighbour } = site().world.items;
    const family = cast().neighbourFamily;
    const tokens = { residentToken: cast().neighbour.token, familyToken: family.token };
    const { status, text } = await ask(paths.letter(month(), tokens));
    const photo = new RegExp(`/photos/family/\\w+/${neighbour.blobId}/[\\w/.-]+`).exec(text)?.[0];
    const { status: answer, headers } = await ask(photo ?? '');
    const isKept = headers['cache-control']?.includes('immutable');
    return { letter: status, photo: answer, isKept };
  }
  const notFound = { letter: 200, photo: 404, isKept: false };

  test('to nothing, is not found, which no browser caches', async () => {
    await spoil(site().world.items.neighbour.blobId, (file) => site().stored.write(file, ''));
    expect(await statuses()).toEqual(notFound);
    expectCalmLog();
  });

  test(
    'in an unreadable way, is not found, which no browser caches',
    needs(onFile && !isOnS3, 'a folder in the place of a file'),
    async () => {
      await spoil(site().world.items.neighbour.blobId, async (file) => {
        await site().stored.remove(file);
        await mkdir(path.join(site().dataDir, file));
      });
      expect(await statuses()).toEqual(notFound);
      expectCalmLog();
    },
  );
});
