import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../support/postgres-server.ts';
import type { Facilities } from './facilities.ts';
import { makeFacilities } from './facilities.ts';
import { LOGIN } from './facility.ts';
import { startMailSink } from './mail-sink.ts';
import { takeBackup } from '../../commands/backup.ts';
import type { Settings } from './move-run.ts';
import { timeRestore } from './move-run.ts';
import type { Measured } from './process.ts';
import { ROOT, cpuMs, cpuMsWithChildren, startServer } from './process.ts';
import { PICTURES, picturesOf, read } from './reading.ts';
import type { Row } from './report.ts';
import { phonePhoto, signIn, sleep, upload, variantOf } from './upload.ts';

const PORT = 4398;
const RESIDENTS = 50;
const OPENS = 400;
const AT_ONCE = 8;
const UPLOADS = 10;
/** Of all facilities together on a morning. */
const PHOTOS_EACH = 2;
/** For the sizes of the last photos to be made. */
const DECODING_MS = 3000;

/** CPU milliseconds of one family, mail, opening, picture and photo. */
interface Costs {
  run: number;
  mail: number;
  letter: number;
  picture: number;
  photo: number;
}

/**
 * What each part of the morning of the 1st costs by itself, one after the other, for so many
 * facilities of 50; each family opens its letter once and sees three pictures, and each facility
 * sends two photos.
 * @param postgres with rows in PostgreSQL and photos in a bucket, whose own CPU is not counted
 */
export async function measureParts(sizes: number[], postgres = false): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of sizes) rows.push(...rowsOf(count, await measureSize(count, postgres)));
  return rows;
}

async function measureSize(count: number, postgres: boolean): Promise<Costs> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-parts-'));
  const data = path.join(folder, 'data');
  console.log(`Making ${count} facilities of ${RESIDENTS} …`);
  const town = await makeFacilities(data, { count, residents: RESIDENTS });
  try {
    return postgres
      ? await onPostgres(data, folder, (settings) => measureTown(town, settings))
      : await measureTown(town, { DATA_DIR: data });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Restores a backup of the facilities there first, as an operator does. */
async function onPostgres<T>(
  home: string,
  folder: string,
  measure: (settings: Settings) => Promise<T>,
): Promise<T> {
  const programs = findPostgres();
  if (!programs || !hasCeph()) throw new Error(programs ? CEPH_MISSING : POSTGRES_MISSING);
  const postgres = await startPostgres(programs);
  const ceph = await startCeph();
  try {
    await makeBucket(ceph, 'bench');
    const settings = {
      ...ceph.env,
      PHOTO_STORE: 's3://bench/parts',
      APP_SECRET: readFileSync(dataPaths(home).secret, 'utf8').trim(),
      DATA_DIR: path.join(folder, 'server'),
      DATABASE_URL: postgres.url('postgres'),
      SMTP_URL: 'smtp://127.0.0.1:9',
    };
    const { at } = await takeBackup(readEnv({ DATA_DIR: home }), { readAll: false });
    await timeRestore(at, settings, false);
    return await measure(settings);
  } finally {
    await ceph.stop();
    await postgres.stop();
  }
}

async function measureTown(town: Facilities, settings: Settings): Promise<Costs> {
  const { run, mails, sent } = await runAlone(settings);
  const { DATA_DIR = '', ...others } = settings;
  const server = await startServer(DATA_DIR, PORT, others);
  try {
    return {
      run: run / town.families.length,
      mail: mails / sent,
      ...(await openSome(server, town)),
      photo: await sendPhotos(server),
    };
  } finally {
    await server.stop();
  }
}

/** The run and its mails, in a process of their own. */
async function runAlone(given: Settings): Promise<{ run: number; mails: number; sent: number }> {
  const sink = await startMailSink();
  try {
    const program = path.join(import.meta.dirname, 'run-costs.ts');
    const settings = { ...given, SMTP_URL: sink.url, LOG_LEVEL: 'warn' };
    const { stdout } = await promisify(execFile)(process.execPath, [program], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
    });
    const spent = JSON.parse(stdout) as { run: number; mails: number };
    return { ...spent, sent: sink.count() };
  } finally {
    sink.close();
  }
}

async function openSome(server: Measured, { families, yearMonth }: Facilities) {
  const some = families.slice(0, OPENS);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const pictures: string[] = [];
  const spent = async (work: () => Promise<unknown>): Promise<number> => {
    const before = cpuMs(server.pid);
    await work();
    return cpuMs(server.pid) - before;
  };
  try {
    const letters = await spent(() =>
      eachOf(some, async (family) => {
        const html = await read(server.url + paths.letter(yearMonth, family), agent);
        pictures.push(...picturesOf(html));
      }),
    );
    const shown = await spent(() =>
      eachOf(pictures, (picture) => read(server.url + picture, agent)),
    );
    return { letter: letters / some.length, picture: shown / pictures.length };
  } finally {
    agent.destroy();
  }
}

async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

async function sendPhotos(server: Measured): Promise<number> {
  const photo = await phonePhoto();
  const token = await signIn(server, LOGIN);
  const before = cpuMsWithChildren(server.pid);
  for (let n = 0; n < UPLOADS; n++) await upload(server, token, variantOf(photo, n));
  await sleep(DECODING_MS);
  return (cpuMsWithChildren(server.pid) - before) / UPLOADS;
}

function rowsOf(count: number, costs: Costs): Row[] {
  const families = (count - 1) * RESIDENTS;
  const parts: [string, number, number, number?][] = [
    ['family decided and queued', families, costs.run, 0.15],
    ['mail', families, costs.mail],
    ['letter opened for the first time', families, costs.letter],
    ['picture', families * PICTURES, costs.picture],
    ['photo of 12 megapixels sent', count * PHOTOS_EACH, costs.photo],
  ];
  const total = parts.reduce((sum, [, n, each]) => sum + n * each, 0);
  return [
    ...parts.flatMap(([what, n, each, budget]): Row[] => [
      {
        what: `${count} facilities: CPU of a ${what}`,
        value: Number(each.toFixed(3)),
        unit: 'ms',
        ...(budget !== undefined && { budget }),
      },
      { what: `${count} facilities: all ${n} of these`, value: seconds(n * each), unit: 's' },
    ]),
    { what: `${count} facilities: the whole morning`, value: seconds(total), unit: 's' },
  ];
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;
