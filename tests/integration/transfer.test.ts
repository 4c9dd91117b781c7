import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword, placeOfLink } from '#domains/account/password/password.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { openMonthArchive } from '#domains/paper/archive/make-archive.ts';
import { zipOf } from '#domains/paper/archive/zip.ts';
import { openLink } from '#domains/letter/link.ts';
import { wholeEntries } from '#domains/operator/transfer/export-rows.ts';
import { importFacility } from '#domains/operator/transfer/import-facility.ts';
import type { Line } from '#domains/operator/transfer/package.ts';
import { runAdmin } from '../../commands/admin/run.ts';
import { openPackage } from '../../commands/admin/package-source.ts';
import type { ArchiveWorld } from '../support/archive-world.ts';
import { makeArchiveWorld } from '../support/archive-world.ts';
import { makeMail } from '../support/mailbox.ts';
import { dropListing } from '../support/postgres-template.ts';
import { BUCKET } from '../support/s3.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs } from '../support/uploads.ts';

/** Tests hash at next to no cost, which no other server takes. */
const OUR_HASH = await hashPassword(placeOfLink('transfer'), 'a password of a colleague');

let from: ArchiveWorld;
let to: TestRuntime;
let file: string;
beforeEach(async () => {
  from = await makeArchiveWorld();
  await from.rt.db.updateTable('staffs').set({ password_hash: OUR_HASH }).execute();
  to = await makeRuntime();
  to.clock.set(from.rt.clock.now().toISOString());
  await from.add('2026-09-03', undefined, { caption: '庭で' });
  await from.add('2026-09-04', null);
  const { id } = await from.add('2026-09-05');
  await drainJobs(from.rt);
  await from.rt.db
    .updateTable('items')
    .set({ deleted_at: from.rt.clock.now().toISOString() })
    .where('id', '=', id)
    .execute();
  await makeMail(from.rt, { hostId: from.cast.host.id });
  for (const { env } of [from.rt, to]) {
    if (env.DATABASE_URL !== undefined) await dropListing(env.DATABASE_URL);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'transfer-'));
  file = path.join(folder, 'facility.zip');
  await save();
  return () => rm(folder, { recursive: true });
});

const save = () =>
  pipeline(zipOf(wholeEntries(from.rt, from.cast.host.id)), createWriteStream(file));

async function take(same: boolean, rt: TestRuntime = to) {
  const { source, close } = await openPackage(file);
  try {
    return await importFacility(rt, source, { same });
  } finally {
    await close();
  }
}

/** What a facility consists of, as it would be exported. */
async function linesOf(rt: TestRuntime, hostId: string): Promise<Line[]> {
  for await (const { name, open: read } of wholeEntries(rt, hostId)) {
    if (name !== 'data/rows.jsonl') continue;
    const text = (await buffer(await read())).toString();
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  }
  throw new Error('no rows');
}

/** Without what counts changes, and what the import notes itself. */
const compared = (lines: Line[]) =>
  lines
    .filter(({ table, row }) =>
      table === 'audit_logs'
        ? row['action'] !== 'operator.facility_imported'
        : table !== 'delivery_runs',
    )
    .map(({ table, row }) => ({ table, row: { ...row, content_version: 0, stored_bytes: 0 } }));

async function countAll(rt: TestRuntime) {
  const tables = [
    'hosts',
    'staffs',
    'residents',
    'families',
    'blobs',
    'blob_files',
    'items',
  ] as const;
  const counts = [];
  for (const table of [...tables, 'outbox' as const, 'audit_logs' as const]) {
    const row = await rt.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    counts.push(row.n);
  }
  return { rows: counts, files: (await to.stored.list('photos')).sort() };
}

const letterOf = async (rt: TestRuntime, residentToken: string, familyToken: string) => {
  const link = await openLink(rt, { residentToken, familyToken });
  const archive = link && (await openMonthArchive(rt, link, 202609));
  return archive ? buffer(archive.stream()) : null;
};

test('a facility moves as it is, with its links', async () => {
  const done = await take(true);
  const { host, resident, family } = from.cast;
  expect(done).toMatchObject({ hostId: host.id, name: host.name, photos: 2 });
  expect(compared(await linesOf(to, host.id))).toEqual(compared(await linesOf(from.rt, host.id)));
  const { stored, stored_bytes: counted } = await to.db
    .selectFrom('hosts')
    .innerJoin('blob_files', 'blob_files.host_id', 'hosts.id')
    .select(({ fn }) => ['stored_bytes', fn.sum<number>('blob_files.byte_size').as('stored')])
    .groupBy(['hosts.id', 'stored_bytes'])
    .executeTakeFirstOrThrow();
  expect(counted).toBe(stored);
  const letter = await letterOf(from.rt, resident.token, family.token);
  expect(letter).not.toBeNull();
  expect(await letterOf(to, resident.token, family.token)).toEqual(letter);
});

/** As the operator types it. */
async function admin({ env }: TestRuntime, ...args: string[]) {
  const { DATA_DIR, DATABASE_URL, PHOTO_STORE } = env;
  return runAdmin(args, {
    DATA_DIR,
    ...(DATABASE_URL !== undefined && { DATABASE_URL }),
    ...(PHOTO_STORE && { PHOTO_STORE: `s3://${BUCKET}/${path.basename(DATA_DIR)}` }),
  });
}

test('by two commands, as a folder too; what people read stays as it was', async () => {
  const { host } = from.cast;
  const [whole, read] = ['whole', 'read'].map((name) => path.join(path.dirname(file), name));
  const taken = await admin(from.rt, 'export-facility', host.id, whole ?? '', '--move');
  expect(taken).toMatchObject({ code: 0, err: '' });
  expect(taken.out).toContain('取り込んだら削除してください');
  expect((await admin(from.rt, 'export-facility', host.id, read ?? '')).code).toBe(0);
  const names = await readdir(whole ?? '');
  expect(names.filter((name) => name !== 'data').sort()).toEqual(
    (await readdir(read ?? '')).sort(),
  );

  const refused = await admin(to, 'import-facility', read ?? '', '--same');
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('--move を付けて');
  const done = await admin(to, 'import-facility', whole ?? '', '--same');
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.out).toContain(`「${host.name}」を取り込みました（番号 ${host.id}）`);
  expect(done.out).toContain('メールは1通も送っていません');
  const again = await admin(to, 'import-facility', whole ?? '', '--same');
  expect(again).toMatchObject({ code: 1, out: '' });
  expect(again.err).toContain('もうこのサーバーにあります');
  for (const odd of [[], ['/nowhere'], ['package.json']]) {
    expect((await admin(to, 'import-facility', ...odd)).code).toBe(1);
  }
});

test('or as another one, with new ids and links, in which nothing of the old is left', async () => {
  const { host, resident, family } = from.cast;
  const done = await take(false);
  expect(done.hostId).not.toBe(host.id);
  const [before, after] = [await linesOf(from.rt, host.id), await linesOf(to, done.hostId)];
  expect(compared(after).map(({ table }) => table)).toEqual(
    compared(before).map(({ table }) => table),
  );
  const text = JSON.stringify(after);
  for (const { row } of before) {
    for (const name of ['id', 'token'] as const) {
      if (typeof row[name] === 'string') expect(text).not.toContain(`"${row[name]}"`);
    }
  }
  expect(
    await openLink(to, { residentToken: resident.token, familyToken: family.token }),
  ).toBeNull();
  const own = await to.db
    .selectFrom('families')
    .innerJoin('residents', 'residents.id', 'families.resident_id')
    .select(['residents.token as residentToken', 'families.token as familyToken'])
    .where('families.name', '=', family.name)
    .executeTakeFirstOrThrow();
  const letter = await letterOf(to, own.residentToken, own.familyToken);
  expect(letter?.length).toBe((await letterOf(from.rt, resident.token, family.token))?.length);
});

test('no mail comes along or goes out, and the month under way is settled', async () => {
  await take(true);
  await runDeliveries(to);
  expect(await to.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
  expect(await to.db.selectFrom('jobs').selectAll().execute()).toEqual([]);
});

test('the same one is not taken twice', async () => {
  await take(true);
  const before = await countAll(to);
  await expect(take(true)).rejects.toMatchObject({ status: 409 });
  // Nor as another one: its colleagues are here already.
  await expect(take(false)).rejects.toThrow(/職員が、もうこのサーバーの別の施設にいます/);
  expect(await countAll(to)).toEqual(before);
});

/** What the archive holds of a photo. */
async function anyPhoto(): Promise<Buffer> {
  const { blob_id: blobId, name } = await from.rt.db
    .selectFrom('blob_files')
    .innerJoin('items', 'items.blob_id', 'blob_files.blob_id')
    .select(['blob_files.blob_id', 'blob_files.name'])
    .where('items.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const content = await from.rt.blobs.open(blobId, name);
  return content.read().finally(() => content.close());
}

/** Changes a byte. */
async function damage(at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ 0xff]), 0, 1, at);
  await handle.close();
}

test.each<[string, () => Promise<void>]>([
  [
    'a photo that changed',
    async () => damage((await readFile(file)).indexOf(await anyPhoto()) + 40),
  ],
  [
    'rows that changed',
    async () => damage((await readFile(file)).indexOf('"table":"residents"') + 60),
  ],
  [
    'an end that is missing',
    async () => writeFile(file, (await readFile(file)).subarray(0, (await stat(file)).size / 2)),
  ],
  ['something else', () => writeFile(file, 'PK, but no archive')],
  ['nothing', () => writeFile(file, '')],
])('%s leaves nothing behind', async (_what, harm) => {
  const before = await countAll(to);
  await harm();
  for (const same of [true, false]) await expect(take(same)).rejects.toThrow(/壊れて|途中で切れて/);
  expect(await countAll(to)).toEqual(before);
  expect(await readdir(path.join(to.dataDir, 'tmp'))).toEqual([]);
});

test('neither does a failure with the last row', async () => {
  const before = await countAll(to);
  const failing = { ...to, clock: { now: () => new Date(NaN) } } as unknown as TestRuntime;
  await expect(take(true, failing)).rejects.toThrow();
  expect(await countAll(to)).toEqual(before);
});

test('another shape of the data is refused in words', async () => {
  const bytes = await readFile(file);
  const at = bytes.lastIndexOf('"shape": "00');
  bytes.write('"shape": "99', at);
  await writeFile(file, bytes);
  await expect(take(true)).rejects.toThrow(/両方を同じ版に更新してから/);
});

test('who needed more than a password chooses a new one; links by LINE end', async () => {
  const { general, host } = from.cast;
  await from.rt.db
    .insertInto('second_steps')
    .values({
      ...{ id: 's'.repeat(16), host_id: host.id, staff_id: general.id, operator_id: null },
      ...{ secret_sealed: 'x', next_sealed: null, created_at: from.rt.clock.now().toISOString() },
    })
    .execute();
  await save();
  await take(true);
  const rows = await to.db.selectFrom('staffs').select(['id', 'password_hash']).execute();
  const open = rows.filter(({ password_hash: hash }) => hash !== null).map(({ id }) => id);
  expect(open).not.toContain(general.id);
  expect(open.length).toBeGreaterThan(0);
  expect(await to.db.selectFrom('second_steps').selectAll().execute()).toEqual([]);
});
