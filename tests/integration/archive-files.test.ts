import { readdir, readlink } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveWorld } from '../support/archive-world.ts';
import { hashOf, hashesOf, makeArchiveWorld, pageOf } from '../support/archive-world.ts';
import { archiveFaults, unzip } from '../support/archives.ts';
import { takeLogged } from '../support/log.ts';
import { needs } from '../support/needs.ts';
import { noise } from '../support/pictures.ts';
import { drainJobs } from '../support/uploads.ts';
import { isOnS3 } from '../support/stored-files.ts';

const isLinux = process.platform === 'linux';
const ELSEWHERE = 'needs Linux, which lists open files, and a folder of them';

let world: ArchiveWorld;
let rt: ArchiveWorld['rt'];
let cast: ArchiveWorld['cast'];
beforeEach(async () => {
  world = await makeArchiveWorld();
  ({ rt, cast } = world);
  takeLogged();
});

const own = () => cast.resident.id;

describe('unreadable files', () => {
  const SPOILED: Record<string, (file: string) => Promise<void>> = {
    missing: (file) => rt.stored.remove(file),
    empty: (file) => rt.stored.write(file, ''),
    'cut short': async (file) =>
      rt.stored.write(file, (await rt.stored.read(file)).subarray(0, 100)),
    'no file at all': async (file) => {
      await rt.stored.remove(file);
      await rt.stored.write(`${file}/x`, '');
    },
  };

  test.each(Object.entries(SPOILED))(
    'one that is %s is skipped, and the letter says so',
    async (_name, spoil) => {
      const first = await world.add('2026-09-01', own(), { caption: '消えた写真' });
      const second = await world.add('2026-09-02');
      await drainJobs(rt);
      await spoil(first.master);
      const files = unzip(await world.taken());
      expect(hashesOf(files)).toEqual({
        '2026-09/2026-09-02-01.jpg': await hashOf(rt, second.master),
      });
      expect(await archiveFaults(files)).toEqual([]);
      const html = pageOf(files);
      expect(html).toContain('写真1枚を入れることができませんでした');
      expect(html).toContain(`<bdi>${cast.host.name}</bdi>（電話 `);
      expect(html).toMatch(/この写真は、入れることができませんでした。<\/p><figcaption>消えた写真/);
      expect(takeLogged().map(({ msg, err }) => [msg, err])).toContainEqual([
        'photo missing from an archive',
        undefined,
      ]);
    },
  );

  test('in a year, its first page says so as well', async () => {
    const { master } = await world.add('2026-09-01');
    await world.add('2026-08-01');
    await drainJobs(rt);
    await rt.stored.remove(master);
    const files = unzip(await world.taken(world.year()));
    expect(pageOf(files)).toContain('写真1枚を入れることができませんでした');
    expect(pageOf(files, '2026-08.html')).not.toContain('入れることができませんでした');
    expect(await archiveFaults(files)).toEqual([]);
  });

  test('one that shrinks during the download aborts the archive', async () => {
    const { master } = await world.add('2026-09-01');
    await world.add('2026-09-02');
    await drainJobs(rt);
    const archive = await world.opened();
    await rt.stored.write(master, 'short');
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
  const addNoise = async () => {
    for (const day of ['01', '02', '03']) {
      await world.add(`2026-09-${day}`, own(), { bytes: await noise() });
    }
    await drainJobs(rt);
  };

  test('leaves no file open', needs(isLinux, ELSEWHERE), async () => {
    await addNoise();
    const archive = await world.opened();
    let chunks = 0;
    const leaving = new Writable({
      highWaterMark: 1,
      write: (chunk: Buffer, _encoding, done) =>
        done(chunk.length > 30_000 && ++chunks > 3 ? new Error('gone') : null),
    });
    await expect(pipeline(archive.stream(), leaving)).rejects.toThrow('gone');
    await expect.poll(openFiles).toEqual([]);
  });

  test('or is slow has one file open at a time', needs(isLinux && !isOnS3, ELSEWHERE), async () => {
    await addNoise();
    const archive = await world.opened();
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
