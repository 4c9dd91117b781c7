import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataPaths } from '#server/data-folder.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../support/postgres-server.ts';
import { makeFacilities } from './facilities.ts';
import { fillLarge } from './growth-facility.ts';
import type { Size } from './move-instance.ts';
import { addFiles, hashOfRows, sizeOf } from './move-instance.ts';
import type { Settings } from './move-run.ts';
import { timeMove } from './move-run.ts';
import { ROOT } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

/** A server of 1 GB has no more to spare. */
const PEAK_MB = 200;
const MIB = 1024 * 1024;
/** Ceph keeps what it holds in memory. */
const CEPH_BYTES = 16 * 1024 * MIB;

/**
 * `npm run bench -- move`: moves instances from a file and a folder to PostgreSQL and a bucket and
 * back: facilities of 40 residents and 24 months with their files, at a sixth and at all of the
 * size, and the rows of one facility of many photos. `--facilities 500`, `--files 20000`,
 * `--photos 100000` (0 leaves a part out). With the defaults it takes a quarter of an hour.
 */
export async function benchMove(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      facilities: { type: 'string', default: '500' },
      files: { type: 'string', default: '20000' },
      photos: { type: 'string', default: '100000' },
    },
  });
  const programs = findPostgres();
  if (!programs || !hasCeph()) {
    console.log(`Skipped: ${programs ? CEPH_MISSING : POSTGRES_MISSING}`);
    return;
  }
  const { facilities, files, photos } = numbersIn(values);
  const rows: Row[] = [];
  for (const part of facilities ? [1 / 6, 1] : []) {
    const count = Math.ceil(facilities * part);
    rows.push(
      ...(await onStores(programs, `${count} facilities`, true, async (dataDir) => {
        // The first one has a single resident.
        await makeFacilities(dataDir, { count: count + 1, residents: 40, months: 23 });
        addFiles(dataDir, files * part);
      })),
    );
  }
  if (photos) {
    const name = `one facility of ${photos} photos`;
    rows.push(...(await onStores(programs, name, false, (dataDir) => fillLarge(dataDir, photos))));
  }
  await report(rows, path.join(ROOT, 'bench-results'), 'move');
}

const numbersIn = <T extends string>(values: Record<T, string>): Record<T, number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Number(value)]),
  ) as Record<T, number>;

type Make = (dataDir: string) => Promise<unknown>;

/** @param withFiles else the photos are in the bucket before and after */
async function onStores(
  programs: string,
  name: string,
  withFiles: boolean,
  make: Make,
): Promise<Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-move-'));
  const postgres = await startPostgres(programs);
  const ceph = await startCeph(CEPH_BYTES);
  try {
    await makeBucket(ceph, 'bench');
    console.log(`Making ${name} …`);
    const home = path.join(folder, 'data');
    await make(home);
    const bucket = { ...ceph.env, PHOTO_STORE: 's3://bench/moved' };
    const own = withFiles ? {} : bucket;
    const secret = { APP_SECRET: (await readFile(dataPaths(home).secret, 'utf8')).trim() };
    const there = {
      ...bucket,
      ...secret,
      DATA_DIR: path.join(folder, 'server'),
      DATABASE_URL: postgres.url('postgres'),
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const back = { ...own, ...secret, DATA_DIR: path.join(folder, 'back') };
    const size = { ...sizeOf(home), ...(!withFiles && { files: 0, bytes: 0 }) };
    const rows = [
      ...(await measure(`${name}, there`, size, { DATA_DIR: home, ...own }, there, folder)),
      ...(await measure(`${name}, back`, size, there, back, folder)),
    ];
    await requireSame(home, back.DATA_DIR, withFiles);
    return rows;
  } finally {
    await ceph.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  what: string,
  { rows, files, bytes }: Size,
  from: Settings,
  to: Settings,
  folder: string,
): Promise<Row[]> {
  console.log(`${what}: ${rows} rows, ${files} files, ${Math.round(bytes / MIB)} MB …`);
  const { filesSeconds, rowsSeconds, peakMb } = await timeMove(from, to, folder);
  const seconds = Math.round(filesSeconds + rowsSeconds);
  return [
    { what: `${what}: time`, value: seconds, unit: 's' },
    { what: `${what}: ${rows} rows`, value: Math.round(rows / rowsSeconds), unit: '/s' },
    ...(files > 0
      ? [{ what: `${what}: ${files} files`, value: Math.round(files / filesSeconds), unit: '/s' }]
      : []),
    { what: `${what}: peak memory`, value: peakMb, unit: 'MB', budget: PEAK_MB },
  ];
}

/** @throws Error if what came back is not what was sent */
async function requireSame(home: string, back: string, withFiles: boolean): Promise<void> {
  if (hashOfRows(home) !== hashOfRows(back)) throw new Error('other rows came back');
  if (!withFiles) return;
  const { findings } = await verifyDataFolder(back, { graceMs: 0 });
  if (findings.length > 0) throw new Error(`${findings.length} files came back otherwise`);
}
