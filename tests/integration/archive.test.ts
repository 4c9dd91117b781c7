import { beforeEach, describe, expect, test } from 'vitest';
import { openResidentArchive } from '#domains/paper/archive/make-archive.ts';
import { readFamilyLetter } from '#domains/letter/read-letters.ts';
import type { ArchiveWorld } from '../support/archive-world.ts';
import { hashOf, hashesOf, makeArchiveWorld, pageOf } from '../support/archive-world.ts';
import { archiveFaults, filesIn, isPhoto, unpacked, unzip } from '../support/archives.ts';
import { makeAnswer, makeFamily, makeSkipped, makeLetter, makeNote } from '../support/factories.ts';
import { takeLogged } from '../support/log.ts';
import { drainJobs } from '../support/uploads.ts';

let world: ArchiveWorld;
let rt: ArchiveWorld['rt'];
let cast: ArchiveWorld['cast'];
beforeEach(async () => {
  world = await makeArchiveWorld();
  ({ rt, cast } = world);
  takeLogged();
});

const own = () => cast.resident.id;
const photosOf = (zip: Buffer) => Object.keys(unzip(zip)).filter(isPhoto);

const JPEG = Buffer.from([0xff, 0xd8]);
const LOCAL_HEADER = 0x04034b50;
const UTF8_NAMES = 0x0800;

test("a family's own words come along, to the family that takes them alone", async () => {
  const another = await makeFamily(rt, cast.resident, { name: '田中 遠' });
  await world.add('2026-09-03');
  await drainJobs(rt);
  const september = { year_month: 202609, created_at: '2026-10-01T03:00:00.000Z' };
  await makeAnswer(rt, cast.family, { ...september, body: '元気そうで安心しました。' });
  await makeAnswer(rt, another, { ...september, body: 'わたしも見ました。' });
  const month = pageOf(await unpacked(await world.taken(), filesIn));
  const ofYear = await unpacked(await world.taken(world.year()), filesIn);
  for (const html of [month, pageOf(ofYear, '2026-09.html')]) {
    expect(html).toContain('ご家族からのことば');
    expect(html).toContain('元気そうで安心しました。');
    expect(html).toContain('2026年10月1日(木)に届きました');
    expect(html).not.toContain('わたしも');
  }
  const taken = await world.taken(openResidentArchive(rt, await world.link()));
  expect(pageOf(await unpacked(taken, filesIn), '2026-09.html')).not.toContain('元気そう');
});

describe('the archive of a month', () => {
  test('is the letter, with the masters in its order', async () => {
    const hall = await world.add('2026-09-03', null, { caption: '夏まつり' });
    const late = await world.add('2026-09-30');
    const early = await world.add('2026-09-03', own(), { caption: '庭で' });
    await world.add('2026-08-31');
    await world.add('2026-09-04', cast.neighbour.id);
    await makeLetter(rt, cast.host.id, 202609, { title: '長月', body: 'お月見をしました。' });
    await makeNote(rt, cast.resident, 202609, { body: '食欲があります。' });
    await drainJobs(rt);
    const zip = await world.taken();
    const files = await unpacked(zip, filesIn);
    expect(Object.keys(unzip(zip))[0]).toBe('index.html');
    expect(hashesOf(files)).toEqual({
      '2026-09/2026-09-03-01.jpg': await hashOf(world.rt, early.master),
      '2026-09/2026-09-03-02.jpg': await hashOf(world.rt, hall.master),
      '2026-09/2026-09-30-01.jpg': await hashOf(world.rt, late.master),
    });
    expect(await archiveFaults(files)).toEqual([]);
    const html = pageOf(files);
    for (const words of [
      cast.host.name,
      '<b>9</b>月号',
      '2026年・令和8年',
      '田中 ウメ 様のご家族へ',
      '長月',
      'お月見をしました。',
      'ウメ様のご様子',
      '食欲があります。',
      '施設のようす',
      '<figcaption>庭で <small>9月3日(木)</small>',
      '<figcaption>夏まつり <small>9月3日(木)</small>',
      '電話 03-1234-5678',
    ]) {
      expect(html).toContain(words);
    }
    const sizes = await Promise.all(
      [hall, late, early].map(({ master }) => world.rt.stored.read(master)),
    );
    const sum = sizes.reduce((bytes, { length }) => bytes + length, 0);
    expect((await readFamilyLetter(rt, await world.link(), 202609)).masterBytes).toBe(sum);
  });

  test('is stored uncompressed, with UTF-8 names and the day of each photo', async () => {
    await world.add('2026-09-30');
    await drainJobs(rt);
    const zip = await world.taken();
    const name = Buffer.from('2026-09/2026-09-30-01.jpg');
    const at = zip.indexOf(Buffer.concat([name, JPEG])) - 30;
    expect(zip.readUInt32LE(at)).toBe(LOCAL_HEADER);
    expect(zip.readUInt16LE(at + 6) & UTF8_NAMES).toBe(UTF8_NAMES);
    expect(zip.readUInt16LE(at + 8), 'no compression').toBe(0);
    const day = zip.readUInt16LE(at + 12);
    expect([1980 + (day >> 9), (day >> 5) & 15, day & 31]).toEqual([2026, 9, 30]);
  });

  test('deleted, hidden and unfinished photos are not included', async () => {
    await world.add('2026-09-01', null);
    const deleted = await world.add('2026-09-02');
    await world.add('2026-09-03');
    await drainJobs(rt);
    await world.add('2026-09-04');
    const now = rt.clock.now().toISOString();
    await rt.db
      .updateTable('items')
      .set({ deleted_at: now })
      .where('id', '=', deleted.id)
      .execute();
    expect(photosOf(await world.taken())).toEqual([
      '2026-09/2026-09-03-01.jpg',
      '2026-09/2026-09-01-01.jpg',
    ]);
    await rt.db
      .updateTable('residents')
      .set({ photos_hidden: 1 })
      .where('id', '=', own())
      .execute();
    expect(photosOf(await world.taken())).toEqual(['2026-09/2026-09-01-01.jpg']);
  });

  test('an unpublished, empty or invalid month has none', async () => {
    await world.add('2026-10-05');
    await drainJobs(rt);
    for (const yearMonth of [202609, 202610, 202611, 209901]) {
      expect(await world.month(yearMonth), String(yearMonth)).toBeNull();
    }
    rt.clock.set('2026-10-31T15:00:00.000Z');
    expect(await world.month(202610)).not.toBeNull();
    await rt.db.updateTable('residents').set({ left_on: '2026-09-15' }).execute();
    expect(await world.month(202610)).toBeNull();
  });
});

describe('the archive of a year', () => {
  beforeEach(async () => {
    await world.add('2025-12-24');
    await world.add('2026-02-11', null);
    await world.add('2026-07-07', own(), { caption: '七夕' });
    await world.add('2026-10-05');
    await drainJobs(rt);
    await makeNote(rt, cast.resident, 202604, { body: '桜を見ました。' });
  });

  test('holds the letters that the shelf has, month by month', async () => {
    const files = await unpacked(await world.taken(world.year()), filesIn);
    expect(Object.keys(files)).toEqual([
      '2026-02.html',
      '2026-02/2026-02-11-01.jpg',
      '2026-04.html',
      '2026-07.html',
      '2026-07/2026-07-07-01.jpg',
      'index.html',
      'style.css',
    ]);
    expect(await archiveFaults(files)).toEqual([]);
    expect(pageOf(files)).toContain('田中 ウメ 様の2026年のお便り');
    const april = pageOf(files, '2026-04.html');
    expect(april).toMatch(/2026-02\.html">‹ 2月号<.*index\.html".*2026-07\.html">7月号 ›</s);
    expect(pageOf(files, '2026-02.html')).not.toContain('2025-12');
    expect(pageOf(files, '2026-07.html')).toContain('七夕');
  });

  test('follows what a family may read', async () => {
    const months = async () =>
      Object.keys(unzip(await world.taken(world.year()))).filter((name) => /^\d.*html$/.test(name));
    await makeSkipped(rt, cast.resident, 202607);
    expect(await months()).toEqual(['2026-02.html', '2026-04.html']);
    await rt.db.updateTable('residents').set({ left_on: '2026-03-15' }).execute();
    expect(await months()).toEqual(['2026-02.html']);
    expect(await world.year(2024)).toBeNull();
  });

  test('with an early look holds the month under way, and says so', async () => {
    await rt.db
      .insertInto('delivery_settings')
      .values({ host_id: cast.host.id, early_look: 1 })
      .execute();
    const files = unzip(await world.taken(world.year()));
    expect(pageOf(files, '2026-10.html')).toContain('制作中');
    expect(pageOf(files)).toContain('制作中');
    expect(await archiveFaults(files)).toEqual([]);
  });
});
