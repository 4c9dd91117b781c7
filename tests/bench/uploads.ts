import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { PASSWORD } from '../support/factories.ts';
import { paths } from '#lib/paths.ts';
import { makeWorld } from '../support/world.ts';
import { quantile } from './accounts.ts';
import { cpuOfPhoto, largePhotos } from './photo.ts';
import { untilIdle } from './memory.ts';
import type { Measured } from './process.ts';
import { ROOT, childrenMb, cpuMsWithChildren, residentMb, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';
import { BROWSER } from './reading.ts';
import { phonePhoto, signIn, sleep, upload, variantOf } from './upload.ts';

const PORT = 4398;
const PHOTOS = 30;
/** As a browser sends them. */
const AT_ONCE = 3;
const LOOK_MS = 50;
/** A letter is opened so often meanwhile. */
const OPEN_MS = 20;
/** Code that is cold costs more than photos do. */
const WARM_UP = { photos: 6, letters: 200 };
const BUDGET = { readySeconds: 10, toBare: 1.2 };

/**
 * `npm run bench -- uploads`: one facility sends 30 photos of 12 megapixels, on all cores (`taskset
 * -c 0` for one). How long until all are acknowledged and ready, and what they cost beside bare sharp.
 */
export async function benchUploads(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-uploads-'));
  const data = path.join(folder, 'data');
  const { cast, yearMonth } = await makeWorld(data);
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const files = await filesIn(folder);
  const server = await startServer(data, PORT);
  try {
    const token = await signIn(server, { email: cast.general.email, password: PASSWORD });
    const pictures = files.map((file) => readFileSync(file));
    const letter = server.url + paths.letter(yearMonth, tokens);
    const rows = await measure({ server, token, pictures, data, letter });
    const [cpu] = rows.slice(-1);
    const bare = files.map((file) => cpuOfPhoto('bare', file));
    const mean = bare.reduce((sum, ms) => sum + ms, 0) / bare.length;
    const ratio = Math.round(((cpu?.value ?? 0) / mean) * 100) / 100;
    rows.push({ what: 'CPU of bare sharp, each', value: Math.round(mean), unit: 'ms' });
    rows.push({ what: 'relative to it', value: ratio, unit: '×', budget: BUDGET.toBare });
    await report(rows, path.join(ROOT, 'bench-results'), 'uploads');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Real ones, where there are some. */
async function filesIn(folder: string): Promise<string[]> {
  const real = largePhotos();
  if (real.length > 0) return real;
  const file = path.join(folder, 'phone.jpg');
  writeFileSync(file, await phonePhoto());
  return [file];
}

interface Run {
  server: Measured;
  token: string;
  pictures: Buffer[];
  data: string;
  letter: string;
}

async function measure({ server, token, pictures, data, letter }: Run): Promise<Row[]> {
  const db = new Sqlite(path.join(data, 'tsukidayori.sqlite'), { readonly: true });
  const ready = db.prepare(`SELECT count(*) FROM blobs WHERE state = 'ready'`).pluck();
  let goal = ready.get() as number;
  let sent = 0;
  const send = async (count: number): Promise<void> => {
    goal += count;
    const last = sent + count;
    const sendSome = async (): Promise<void> => {
      while (sent < last) {
        const picture = pictures[sent % pictures.length] ?? Buffer.alloc(0);
        await upload(server, token, variantOf(picture, sent++));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  };
  const untilReady = async (): Promise<void> => {
    while ((ready.get() as number) < goal) await sleep(LOOK_MS);
  };
  await send(WARM_UP.photos);
  for (let n = 0; n < WARM_UP.letters; n++) await open(letter);
  await untilReady();
  await untilIdle(server);
  const opening = openOften(letter);
  const cpuBefore = cpuMsWithChildren(server.pid);
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 10) / 100;
  let memory = 0;
  const sampling = setInterval(() => {
    memory = Math.max(memory, residentMb(server.pid) + childrenMb(server.pid));
  }, LOOK_MS);
  await send(PHOTOS);
  const acknowledged = seconds();
  await untilReady();
  const done = seconds();
  clearInterval(sampling);
  const opened = await opening.stop();
  db.close();
  const cpu = Math.round((cpuMsWithChildren(server.pid) - cpuBefore) / PHOTOS);
  const what = `${PHOTOS} photos of 12 megapixels`;
  return [
    { what: `${what}, acknowledged`, value: acknowledged, unit: 's' },
    { what: `${what}, ready`, value: done, unit: 's', budget: BUDGET.readySeconds },
    { what: 'a letter meanwhile, median', value: quantile(opened, 0.5), unit: 'ms' },
    { what: 'a letter meanwhile, p99', value: quantile(opened, 0.99), unit: 'ms' },
    { what: 'memory at its highest, with decoders', value: Math.round(memory), unit: 'MB' },
    { what: 'CPU of all processes, each', value: cpu, unit: 'ms' },
  ];
}

/** @returns milliseconds */
async function open(letter: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(letter, { headers: BROWSER });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the letter responded ${answer.status}`);
  return performance.now() - started;
}

function openOften(letter: string) {
  const times: number[] = [];
  const over = new AbortController();
  const opening = (async () => {
    while (!over.signal.aborted) {
      times.push(await open(letter));
      await sleep(OPEN_MS);
    }
  })();
  return {
    async stop(): Promise<number[]> {
      over.abort();
      await opening;
      return times;
    },
  };
}
