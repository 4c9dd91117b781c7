import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { takeBackup } from '../../commands/backup.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../support/postgres-server.ts';
import { makeFacilities } from './facilities.ts';
import { fillLarge } from './growth-facility.ts';
import { addFiles, sizeOf } from './move-instance.ts';
import { timeRestore } from './move-run.ts';
import { ROOT } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

/** A server of 1 GB has no more to spare. */
const PEAK_MB = 200;
const MIB = 1024 * 1024;
/** Ceph keeps what it holds in memory. */
const CEPH_BYTES = 16 * 1024 * MIB;

/**
 * `npm run bench -- move`: restores backups of a file and a folder into PostgreSQL and a bucket:
 * facilities of 40 residents and 24 months with their files, at a sixth and at all of the size, and
 * the rows of one facility of many photos. `--facilities 500`, `--files 20000`,
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

/** @param withFiles else no photo has a file, and a backup none either */
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
    const taken = await takeBackup(readEnv({ DATA_DIR: home }), { readAll: false });
    const to = {
      ...ceph.env,
      PHOTO_STORE: 's3://bench/moved',
      APP_SECRET: (await readFile(dataPaths(home).secret, 'utf8')).trim(),
      DATA_DIR: path.join(folder, 'server'),
      DATABASE_URL: postgres.url('postgres'),
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const { rows, files, bytes } = { ...sizeOf(home), ...(!withFiles && { files: 0, bytes: 0 }) };
    console.log(`${name}: ${rows} rows, ${files} files, ${Math.round(bytes / MIB)} MB …`);
    const { seconds, peakMb } = await timeRestore(taken.at, to, !withFiles);
    return [
      {
        what: `${name}, ${rows} rows, ${files} files: time`,
        value: Math.round(seconds),
        unit: 's',
      },
      { what: `${name}: peak memory`, value: peakMb, unit: 'MB', budget: PEAK_MB },
    ];
  } finally {
    await ceph.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
