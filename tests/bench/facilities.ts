import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { YearMonth } from '#lib/calendar.ts';
import { addMonths, firstDayOf } from '#lib/calendar.ts';
import { dataPaths } from '#server/data-folder.ts';
import { newId, randomToken } from '#server/secrets.ts';
import { LOGIN, makeFacility } from './facility.ts';

const PHOTOS_EACH = 2;
const SHARED = 6;
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const CAPTION = 'お庭のコスモスが満開です。';

interface Family {
  /** Of the facility, from 1. */
  n: number;
  residentToken: string;
  familyToken: string;
}

export interface Facilities {
  yearMonth: number;
  families: Family[];
  /** One admin each, with the password of LOGIN. */
  emails: string[];
}

type Row = Record<string, unknown>;

interface Size {
  count: number;
  residents: number;
  /** Of letters that have been delivered, each with a photo of each resident; 0 by default. */
  months?: number;
}

/**
 * Many facilities of the same size, each resident with a family that gets mails and a letter of
 * last month. Their photos are hard links to the few of the first facility.
 */
export async function makeFacilities(
  dataDir: string,
  { count, residents, months = 0 }: Size,
): Promise<Facilities> {
  const { yearMonth } = await makeFacility(dataDir, { residents: 1, items: 0, photos: 30 });
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database);
  try {
    sqlite.pragma('foreign_keys = 1');
    const first = firstFacility(sqlite);
    const made: Facilities = { yearMonth, families: [], emails: [LOGIN.email] };
    sqlite.transaction(() => {
      for (let n = 1; n < count; n++) {
        made.emails.push(addFacility({ sqlite, dataDir, first, made, n, residents, months }));
      }
    })();
    return made;
  } finally {
    sqlite.close();
  }
}

interface First {
  host: Row;
  staff: Row;
  letter: Row;
  blobs: Row[];
  files: Row[];
}

function firstFacility(sqlite: BetterSqlite3.Database): First {
  const all = (sql: string): Row[] => sqlite.prepare<[], Row>(sql).all();
  return {
    host: all('SELECT * FROM hosts')[0] ?? {},
    staff: all('SELECT * FROM staffs')[0] ?? {},
    letter: all('SELECT * FROM letters')[0] ?? {},
    blobs: all(`SELECT * FROM blobs LIMIT ${SHARED}`),
    files: all('SELECT * FROM blob_files'),
  };
}

interface Place {
  sqlite: BetterSqlite3.Database;
  dataDir: string;
  first: First;
  made: Facilities;
  n: number;
  residents: number;
  months: number;
}

/** @returns the admin's address */
function addFacility({ sqlite, dataDir, first, made, n, residents, months }: Place): string {
  const insert = inserter(sqlite);
  const host_id = newId();
  const email = `admin${n}@example.jp`;
  insert('hosts', { ...first.host, id: host_id, activated_at: LONG_AGO });
  insert('staffs', { ...first.staff, id: newId(), host_id, email });
  const past = Array.from({ length: months }, (_, ago) => addMonths(made.yearMonth, -1 - ago));
  for (const month of [made.yearMonth, ...past]) {
    insert('letters', { ...first.letter, host_id, year_month: month });
  }
  const blobIds = first.blobs.map((blob) => {
    const id = newId();
    insert('blobs', { ...blob, id, host_id, created_by: null });
    for (const file of first.files.filter(({ blob_id }) => blob_id === blob['id'])) {
      insert('blob_files', { ...file, blob_id: id, host_id });
    }
    linkPhoto(dataDir, String(blob['id']), id);
    return id;
  });
  const addItem = (resident_id: string | null, index: number, month: YearMonth): void =>
    insert('items', {
      id: newId(),
      host_id,
      resident_id,
      blob_id: blobIds[index % blobIds.length],
      picture: `${resident_id ?? 'all'}-${month}-${index}`,
      is_upload: 0,
      taken_on: `${firstDayOf(month).slice(0, 8)}${String(1 + (index % 28)).padStart(2, '0')}`,
      caption: CAPTION,
      created_at: LONG_AGO,
    });
  for (let index = 0; index < SHARED; index++) addItem(null, index, made.yearMonth);
  for (const month of past) addItem(null, month % SHARED, month);
  for (let index = 0; index < residents; index++) {
    const family = { n, residentToken: randomToken(), familyToken: randomToken() };
    const id = newId();
    const family_id = newId();
    insert('residents', {
      id,
      host_id,
      name: `入居 ${index}`,
      name_kana: 'にゅうきょ',
      photo_consent: 1,
      token: family.residentToken,
      created_at: LONG_AGO,
    });
    insert('families', {
      id: family_id,
      host_id,
      resident_id: id,
      name: `家族 ${index}`,
      email: `family${n}-${index}@example.jp`,
      delivery: 'email',
      token: family.familyToken,
      created_at: LONG_AGO,
    });
    for (let photo = 0; photo < PHOTOS_EACH; photo++) addItem(id, index + photo, made.yearMonth);
    for (const year_month of past) {
      const told = { host_id, family_id, year_month };
      addItem(id, index, year_month);
      insert('deliveries', { ...told, outbox_id: null, created_at: LONG_AGO });
      if (year_month % 2 === index % 2) insert('letter_reads', { ...told, seen_at: LONG_AGO });
    }
    made.families.push(family);
  }
  return email;
}

const statements = new WeakMap<BetterSqlite3.Database, Map<string, BetterSqlite3.Statement>>();

function inserter(sqlite: BetterSqlite3.Database): (table: string, row: Row) => void {
  const known = statements.get(sqlite) ?? new Map<string, BetterSqlite3.Statement>();
  statements.set(sqlite, known);
  return (table, row) => {
    const names = Object.keys(row);
    const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`;
    const statement = known.get(sql) ?? sqlite.prepare(sql);
    known.set(sql, statement);
    statement.run(row);
  };
}

function linkPhoto(dataDir: string, from: string, to: string): void {
  const folderOf = (id: string): string => path.join(dataPaths(dataDir).photos, id.slice(0, 2), id);
  mkdirSync(folderOf(to), { recursive: true });
  for (const name of readdirSync(folderOf(from))) {
    linkSync(path.join(folderOf(from), name), path.join(folderOf(to), name));
  }
}
