import { mkdir, readFile, readdir, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { NOTE_NAME } from '#features/archive/archive.ts';
import { openArchive } from '#features/archive/archive.service.ts';
import { readFamilyLetter } from '#features/letter/letter.service.ts';
import { openLink } from '#features/family-link/link.service.ts';
import type { Actor } from '#features/session/session.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Cast } from '../support/cast.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { takeLogged } from '../support/log.ts';
import { noise } from '../support/pictures.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs, sha256, uploadPhoto } from '../support/uploads.ts';

let rt: TestRuntime;
let cast: Cast;
let general: Actor;
beforeEach(async () => {
  rt = await makeRuntime();
  cast = await makeCast(rt);
  general = await signedIn(rt, cast.general);
  takeLogged();
});

const own = () => cast.resident.id;
const link = async () => {
  const { resident, family } = cast;
  const tokens = { residentToken: resident.token, familyToken: family.token };
  const opened = await openLink(rt, tokens);
  if (!opened) throw new Error('the link must open');
  return opened;
};

/** Adds a photo with its files. @returns its master's path */
async function add(takenOn: string, residentId: string | null = own(), bytes?: Buffer) {
  const { id } = await uploadPhoto(rt, general, { residentId, takenOn, ...(bytes && { bytes }) });
  const { blob_id: blobId } = await rt.db
    .selectFrom('items')
    .select('blob_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const photos = dataPaths(rt.dataDir).photos;
  return { id, master: path.join(photos, blobId.slice(0, 2), blobId, 'master.jpg') };
}

const month = async (yearMonth = 202609) => openArchive(rt, await link(), yearMonth);

async function opened(yearMonth = 202609) {
  const archive = await month(yearMonth);
  if (!archive) throw new Error('there must be an archive');
  return archive;
}

async function taken(yearMonth = 202609) {
  const archive = await opened(yearMonth);
  const bytes = await buffer(archive.stream());
  expect(bytes.length).toBe(archive.byteSize);
  return bytes;
}
const hashesOf = (zip: Buffer) =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, file]) => [name, sha256(Buffer.from(file))]),
  );
const hashOf = async (file: string) => sha256(await readFile(file));

const LOCAL_HEADER = 0x04034b50;
const UTF8_NAMES = 0x0800;

describe('the photos of a month', () => {
  test('are the masters, named like single downloads, in the order of the letter', async () => {
    const hall = await add('2026-09-03', null);
    const late = await add('2026-09-30');
    const early = await add('2026-09-03');
    await add('2026-08-31');
    await add('2026-09-04', cast.neighbour.id);
    await drainJobs(rt);
    const zip = await taken();
    const hashes = hashesOf(zip);
    expect(Object.entries(hashes)).toEqual([
      ['2026年09月_03日_01.jpg', await hashOf(early.master)],
      ['2026年09月_30日_01.jpg', await hashOf(late.master)],
      ['2026年09月_03日_02.jpg', await hashOf(hall.master)],
    ]);
    const sizes = await Promise.all([hall, late, early].map(({ master }) => readFile(master)));
    const sum = sizes.reduce((bytes, { length }) => bytes + length, 0);
    expect((await readFamilyLetter(rt, await link(), 202609)).masterBytes).toBe(sum);
  });

  test('are stored uncompressed, with UTF-8 names and the day they were taken', async () => {
    await add('2026-09-30');
    await drainJobs(rt);
    const zip = await taken();
    expect(zip.readUInt32LE(0)).toBe(LOCAL_HEADER);
    expect(zip.readUInt16LE(6) & UTF8_NAMES).toBe(UTF8_NAMES);
    expect(zip.readUInt16LE(8), 'no compression').toBe(0);
    const day = zip.readUInt16LE(12);
    expect([1980 + (day >> 9), (day >> 5) & 15, day & 31]).toEqual([2026, 9, 30]);
  });

  test('deleted, withheld and unfinished ones are not included', async () => {
    await add('2026-09-01', null);
    const deleted = await add('2026-09-02');
    await add('2026-09-03');
    await drainJobs(rt);
    await add('2026-09-04');
    const now = rt.clock.now().toISOString();
    await rt.db
      .updateTable('items')
      .set({ deleted_at: now })
      .where('id', '=', deleted.id)
      .execute();
    expect(Object.keys(hashesOf(await taken()))).toEqual([
      '2026年09月_03日_01.jpg',
      '2026年09月_01日_01.jpg',
    ]);
    await rt.db
      .updateTable('residents')
      .set({ photos_hidden: 1 })
      .where('id', '=', own())
      .execute();
    expect(Object.keys(hashesOf(await taken()))).toEqual(['2026年09月_01日_01.jpg']);
  });

  test('an unpublished, empty or invalid month has no archive', async () => {
    await add('2026-10-05');
    await drainJobs(rt);
    for (const yearMonth of [202609, 202610, 202611, 209901]) {
      expect(await month(yearMonth), String(yearMonth)).toBeNull();
    }
    rt.clock.set('2026-10-31T15:00:00.000Z');
    expect(await month(202610)).not.toBeNull();
    await rt.db.updateTable('residents').set({ left_on: '2026-09-15' }).execute();
    expect(await month(202610)).toBeNull();
  });
});

describe('unreadable files', () => {
  const SPOILED: Record<string, (file: string) => Promise<void>> = {
    missing: (file) => rm(file),
    empty: (file) => truncate(file, 0),
    'cut short': (file) => truncate(file, 100),
    'no file at all': (file) => rm(file).then(() => mkdir(file)),
  };

  test.each(Object.entries(SPOILED))(
    'one that is %s is skipped, and named',
    async (_name, spoil) => {
      const first = await add('2026-09-01');
      const second = await add('2026-09-02');
      await drainJobs(rt);
      await spoil(first.master);
      const { [NOTE_NAME]: note, ...photos } = unzipSync(await taken());
      expect(Object.keys(photos)).toEqual(['2026年09月_02日_01.jpg']);
      expect(photos['2026年09月_02日_01.jpg']).toEqual(
        new Uint8Array(await readFile(second.master)),
      );
      const words = Buffer.from(note ?? []).toString();
      expect(words).toContain('次の1枚を入れることができませんでした');
      expect(words).toContain('2026年09月_01日_01.jpg');
      expect(words).toContain('ほかの1枚は、すべて入っています');
      expect(words).toContain(`${cast.host.name}（電話 `);
      expect(takeLogged().map(({ msg, err }) => [msg, err])).toContainEqual([
        'photo missing from an archive',
        undefined,
      ]);
    },
  );

  test('when all are missing the note says so', async () => {
    const { master } = await add('2026-09-01');
    await drainJobs(rt);
    await rm(master);
    const files = unzipSync(await taken());
    expect(Object.keys(files)).toEqual([NOTE_NAME]);
    const words = Buffer.from(files[NOTE_NAME] ?? []).toString();
    expect(words).toContain('次の1枚を入れることができませんでした');
    expect(words).not.toContain('ほかの');
  });

  test('one that shrinks during the download aborts the archive', async () => {
    const { master } = await add('2026-09-01');
    await add('2026-09-02');
    await drainJobs(rt);
    const archive = await opened();
    await writeFile(master, 'short');
    await expect(buffer(archive.stream())).rejects.toThrow('changed');
  });
});

describe('a reader who disconnects', () => {
  const openFiles = async (): Promise<string[]> => {
    const fds = await readdir('/proc/self/fd');
    const targets = await Promise.all(
      fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return targets.filter((target) => target.endsWith('master.jpg'));
  };

  test.runIf(process.platform === 'linux')('leaves no file open', async () => {
    for (const day of ['01', '02', '03']) await add(`2026-09-${day}`, own(), await noise());
    await drainJobs(rt);
    const archive = await opened();
    let chunks = 0;
    const leaving = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => done(++chunks > 3 ? new Error('gone') : null),
    });
    await expect(pipeline(archive.stream(), leaving)).rejects.toThrow('gone');
    await expect.poll(openFiles).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('or is slow has one file open at a time', async () => {
    for (const day of ['01', '02', '03']) await add(`2026-09-${day}`, own(), await noise());
    await drainJobs(rt);
    const archive = await opened();
    let most = 0;
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) =>
        void openFiles().then((files) => {
          most = Math.max(most, files.length);
          done();
        }),
    });
    await pipeline(archive.stream(), slow);
    expect(most).toBe(1);
  });
});
