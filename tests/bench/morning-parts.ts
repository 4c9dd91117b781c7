import { execFile } from 'node:child_process';
import { Agent } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { paths } from '#lib/paths.ts';
import type { Facilities } from './facilities.ts';
import { makeFacilities } from './facilities.ts';
import { LOGIN } from './facility.ts';
import { startMailSink } from './mail-sink.ts';
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
 */
export async function measureParts(sizes: number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of sizes) rows.push(...rowsOf(count, await measureSize(count)));
  return rows;
}

async function measureSize(count: number): Promise<Costs> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-parts-'));
  const data = path.join(folder, 'data');
  console.log(`Making ${count} facilities of ${RESIDENTS} …`);
  const town = await makeFacilities(data, { count, residents: RESIDENTS });
  try {
    const { run, mails, sent } = await runAlone(data);
    const server = await startServer(data, PORT);
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The run and its mails, in a process of their own. */
async function runAlone(data: string): Promise<{ run: number; mails: number; sent: number }> {
  const sink = await startMailSink();
  try {
    const program = path.join(import.meta.dirname, 'run-costs.ts');
    const settings = { DATA_DIR: data, SMTP_URL: sink.url, LOG_LEVEL: 'warn' };
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
