import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { BREAK } from '#lib/break.ts';
import { openResidentArchive } from '#domains/paper/archive/make-archive.ts';
import {
  facilityEntries,
  findKeptResident,
  noCounts,
  noteFacilityArchive,
  noteFacilityExport,
  noteResidentArchive,
} from '#domains/paper/archive/facility-archive.ts';
import { zipOf } from '#domains/paper/archive/zip.ts';
import { addConsent } from '#domains/people/consent-records/answer-consent.ts';
import { exportFamilies, exportResidents } from '#domains/people/roster/export-roster.ts';
import { readResidentBook } from '#domains/paper/year/resident-book.ts';
import type { Files } from '../support/archives.ts';
import { archiveFaults, filesIn, isPhoto, unpacked, unzip } from '../support/archives.ts';
import { castEachTest, rt, cast, admin } from '../support/cast-each-test.ts';
import { readEvents } from '../support/events.ts';
import { makeSkipped, makeNote, makeResident } from '../support/factories.ts';
import { takeLogged } from '../support/log.ts';
import { drainJobs, uploadPhoto } from '../support/uploads.ts';
import { photoFile } from '../support/stored-files.ts';

castEachTest(['admin']);
beforeEach(() => {
  takeLogged();
});

const add = (takenOn: string, residentId: string | null) =>
  uploadPhoto(rt, admin, { residentId, takenOn });

async function facility(hostId = cast.host.id) {
  const counts = noCounts();
  const zip = await buffer(zipOf(facilityEntries(rt, hostId, counts)));
  return { zip, counts };
}

const page = (files: Files, name = 'index.html') =>
  files[name]?.toString().replaceAll(BREAK, '') ?? '';
const own = () => cast.resident.id;

describe('the archive of a facility', () => {
  beforeEach(async () => {
    await add('2025-12-24', own());
    await add('2026-09-03', own());
    await add('2026-09-03', null);
    await add('2026-09-05', cast.neighbour.id);
    await add('2026-10-05', own());
    await add('2026-09-05', cast.foreignResident.id).catch(() => undefined);
    await makeNote(rt, cast.resident, 202608, { body: '夏も元気でした。' });
    await drainJobs(rt);
  });

  test('holds the letters of all residents, facility-wide photos once, and the lists', async () => {
    await makeResident(rt, cast.host.id, { name: '渡辺 新', name_kana: 'ワタナベ アラタ' });
    const { zip, counts } = await facility();
    const files = await unpacked(zip, filesIn);
    expect(Object.keys(files)).toEqual([
      'consents.csv',
      'facility/2026-09/2026-09-03-01.jpg',
      'families.csv',
      'index.html',
      'resident-001/2026-09.html',
      'resident-001/2026-09/2026-09-05-01.jpg',
      'resident-001/index.html',
      'resident-002/2025-12.html',
      'resident-002/2025-12/2025-12-24-01.jpg',
      'resident-002/2026-08.html',
      'resident-002/2026-09.html',
      'resident-002/2026-09/2026-09-03-01.jpg',
      'resident-002/index.html',
      'resident-003/2026-09.html',
      'resident-003/index.html',
      'residents.csv',
      'style.css',
    ]);
    expect(await archiveFaults(files)).toEqual([]);
    expect(counts).toEqual({ residents: 3, letters: 5, photos: 4, missing: 0 });
    expect(page(files)).toContain(cast.resident.name);
    expect(page(files, 'resident-002/2026-09.html')).toContain(
      'src="../facility/2026-09/2026-09-03-01.jpg"',
    );
    expect(page(files, 'resident-002/2026-08.html')).toContain('夏も元気でした。');
  });

  test('its lists are those that admins export, without links', async () => {
    await addConsent(rt, admin, cast.resident.id, {
      ...{ answer: 'all', by: 'relative', byName: '田中 一郎', relationship: '長男' },
      ...{ on: '2026-09-01', how: 'paper', note: '' },
    });
    const files = unzip((await facility()).zip);
    expect(page(files, 'residents.csv')).toBe(await exportResidents(rt, admin));
    expect(page(files, 'families.csv')).toBe(await exportFamilies(rt, admin));
    const [, ...answers] = page(files, 'consents.csv').trim().split(/\r?\n/);
    expect(answers).toEqual([
      expect.stringContaining('田中 ウメ,両方に同意,ご家族,田中 一郎,長男,2026-09-01,書面'),
    ]);
    const all = Object.entries(files).filter(([name]) => !isPhoto(name));
    const text = all.map(([, bytes]) => bytes.toString().replaceAll(BREAK, '')).join('');
    const { resident, family, neighbour, neighbourFamily } = cast;
    for (const { token } of [resident, family, neighbour, neighbourFamily]) {
      expect(text).not.toContain(token);
    }
    expect(text).not.toMatch(/_token|https?:/);
  });

  test('holds nothing of another facility, and no residents are no error', async () => {
    const { zip, counts } = await facility(cast.otherHost.id);
    const files = unzip(zip);
    expect(await archiveFaults(files)).toEqual([]);
    expect(counts.photos).toBe(0);
    expect(Object.values(files).join('')).not.toContain(cast.resident.name);
    await rt.db.deleteFrom('families').execute();
    await rt.db.deleteFrom('items').execute();
    await rt.db.deleteFrom('letter_notes').execute();
    await rt.db.deleteFrom('residents').execute();
    const empty = unzip((await facility()).zip);
    expect(Object.keys(empty)).toHaveLength(5);
    expect(await archiveFaults(empty)).toEqual([]);
  });

  test('a photo whose file is missing is told of, once for all', async () => {
    const { blob_id: blobId } = await rt.db
      .selectFrom('items')
      .select('blob_id')
      .where('resident_id', 'is', null)
      .executeTakeFirstOrThrow();
    await rt.stored.remove(photoFile(blobId, 'master.jpg'));
    const { zip, counts } = await facility();
    const files = unzip(zip);
    expect(counts).toMatchObject({ photos: 3, missing: 1 });
    expect(page(files)).toContain('写真1枚を入れることができませんでした');
    expect(await archiveFaults(files)).toEqual([]);
    expect(takeLogged().filter(({ msg }) => msg === 'photo missing from an archive')).toHaveLength(
      1,
    );
  });
});

test('who took one is recorded', async () => {
  await makeNote(rt, cast.resident, 202608);
  await rt.db.deleteFrom('audit_logs').execute();
  await noteFacilityArchive(rt, admin);
  await noteResidentArchive(rt, admin, own());
  await readResidentBook(rt, admin, own(), null);
  await noteFacilityExport(rt, cast.host.id);
  const byAdmin = { host_id: cast.host.id, staff_id: admin.id };
  expect(await readEvents(rt)).toMatchObject([
    { action: 'export.facility', ...byAdmin },
    { action: 'export.letters', ...byAdmin, target: own(), resident_id: own() },
    { action: 'export.book', ...byAdmin, target: own(), resident_id: own() },
    { action: 'operator.facility_exported', host_id: cast.host.id, staff_id: null },
  ]);
});

describe('the archive of a resident', () => {
  const taken = async () => {
    const viewer = await findKeptResident(rt, cast.host.id, own());
    const archive = viewer && (await openResidentArchive(rt, viewer));
    return archive ? unzip(await buffer(archive.stream())) : null;
  };
  const months = async () =>
    Object.keys((await taken()) ?? {}).filter((name) => /^\d.*\.html$/.test(name));

  test('holds all years, as families may read them', async () => {
    expect(await taken()).toBeNull();
    await add('2025-12-24', own());
    await add('2026-09-03', own());
    await add('2026-10-05', own());
    await add('2026-09-05', cast.neighbour.id);
    await drainJobs(rt);
    // An early look is for families while the month is under way.
    await rt.db
      .insertInto('delivery_settings')
      .values({ host_id: cast.host.id, early_look: 1 })
      .execute();
    const files = (await taken()) ?? {};
    expect(await archiveFaults(files)).toEqual([]);
    expect(await months()).toEqual(['2025-12.html', '2026-09.html']);
    expect(page(files)).toMatch(/2025年・令和7年.*2026年・令和8年/s);
    expect(page(files)).not.toContain('ほかの方のお便りへ');
    await makeSkipped(rt, cast.resident, 202609);
    expect(await months()).toEqual(['2025-12.html']);
    await rt.db.updateTable('residents').set({ photos_hidden: 1 }).execute();
    expect(await taken()).toBeNull();
  });

  test('of another facility does not exist', async () => {
    expect(await findKeptResident(rt, cast.otherHost.id, own())).toBeNull();
    expect(await findKeptResident(rt, cast.host.id, 'unknown')).toBeNull();
  });

  test('after a death holds what was out, and the last letter', async () => {
    await add('2026-09-03', own());
    await add('2026-10-05', own());
    await drainJobs(rt);
    const died = { died_on: '2026-10-12', letters_end: '2026-10-01' };
    await rt.db.updateTable('residents').set(died).where('id', '=', own()).execute();
    rt.clock.set('2026-11-02T03:00:00.000Z');
    expect(await months()).toEqual(['2026-09.html']);
    const last = { last_letter: 1 as const, last_words: '安らかに。' };
    await rt.db.updateTable('residents').set(last).where('id', '=', own()).execute();
    expect(await months()).toEqual(['2026-09.html', '2026-10.html']);
    const files = (await taken()) ?? {};
    expect(page(files, '2026-10.html')).toMatch(/最後のお便り.*安らかに。.*ウメ様のお写真/s);
    expect(await archiveFaults(files)).toEqual([]);
  });
});
