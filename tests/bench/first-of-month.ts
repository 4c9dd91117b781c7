import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readStalls } from '#server/stalls.ts';
import { startImap } from '../support/imap.ts';
import { letterOf, statusReport } from '../support/returned/reports.ts';
import { quantile } from './accounts.ts';
import type { Facilities } from './facilities.ts';
import { makeFacilities } from './facilities.ts';
import { LOGIN } from './facility.ts';
import type { MemoryLimit } from './limit.ts';
import { limitMemory } from './limit.ts';
import { startMailSink } from './mail-sink.ts';
import { measureParts } from './morning-parts.ts';
import type { Measured } from './process.ts';
import { ROOT, childrenMb, cpuSeconds, ownCpuSeconds, residentMb, startServer } from './process.ts';
import { PICTURES, picturesOf, read } from './reading.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';
import { phonePhoto, signIn, sleep, upload, variantOf } from './upload.ts';

const PORT = 4398;
const UPLOADERS = 10;
/** Between two photos of one facility. */
const PAUSE_MS = 5000;

interface Times {
  letters: number[];
  pictures: number[];
  uploads: number[];
  failures: number;
}

/**
 * `npm run bench -- first-of-month`: all mails go out while families open their letters, each for
 * the first time and with three pictures at once, and ten facilities upload. The server has one
 * core and, as root, 1 GB. `--facilities 2000`, `--seconds 180`, `--opens 20` a second, `--memory
 * 1024` (0 for no limit), `--bounces 5` of a hundred mails come back. `--parts 20,200,2000`: what each part of the morning costs instead, with
 * `--postgres` on PostgreSQL and a bucket.
 */
export async function benchFirstOfMonth(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      facilities: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '180' },
      opens: { type: 'string', default: '20' },
      memory: { type: 'string', default: '1024' },
      bounces: { type: 'string', default: '0' },
      parts: { type: 'string' },
      postgres: { type: 'boolean', default: false },
    },
  });
  const rows =
    values.parts === undefined
      ? await measureMorning(values)
      : await measureParts(values.parts.split(',').map(Number), values.postgres);
  const name = values.parts === undefined ? 'first-of-month' : 'morning-parts';
  await report(rows, path.join(ROOT, 'bench-results'), name);
}

type Given = Record<'facilities' | 'seconds' | 'opens' | 'memory' | 'bounces', string>;

async function measureMorning(values: Given): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-first-'));
  const data = path.join(folder, 'data');
  console.log(`Making ${values.facilities} facilities of 50 …`);
  const town = await makeFacilities(data, { count: Number(values.facilities), residents: 50 });
  const bounces = Number(values.bounces);
  const imap = bounces > 0 ? await startImap() : null;
  let sent = 0;
  const sink = await startMailSink((id) => {
    if (imap && sent++ % 100 < bounces) imap.put(statusReport(letterOf(id), [{}]));
  });
  const settings = { SMTP_URL: sink.url, ...(imap && { BOUNCE_URL: imap.url }) };
  const server = await startServer(data, PORT, settings);
  pinTo(server.pid, 0);
  pinTo(process.pid, 1);
  const memory = Number(values.memory);
  const limit = memory > 0 ? limitMemory(server.pid, memory) : null;
  try {
    const rows = await morning(server, town, Number(values.seconds), Number(values.opens));
    rows.push({ what: 'mails sent meanwhile', value: sink.count(), unit: '' });
    const back = imap?.folders.get('INBOX') ?? [];
    if (imap) {
      const isRead = ({ flags }: (typeof back)[number]): boolean => flags.has('\\Seen');
      rows.push({ what: 'of them came back', value: back.length, unit: '' });
      rows.push({ what: 'and were read', value: back.filter(isRead).length, unit: '' });
    }
    if (limit) rows.push(...withinLimit(limit));
    rows.push(...(await holdsOf(data)));
    return rows;
  } finally {
    await server.stop();
    await limit?.release();
    sink.close();
    await imap?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Once the server has told them, which it does every minute. */
async function holdsOf(data: string): Promise<Row[]> {
  const ended = Date.now();
  while (statSync(dataPaths(data).stalls).mtimeMs < ended) await sleep(500);
  return readStalls(data).map(([cause, ms]) => ({
    what: `longest event-loop stall by ${cause}`,
    value: ms,
    unit: 'ms',
  }));
}

const pinTo = (pid: number, core: number): void =>
  void execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]);

async function morning(
  server: Measured,
  town: Facilities,
  seconds: number,
  opens: number,
): Promise<Row[]> {
  const times: Times = { letters: [], pictures: [], uploads: [], failures: 0 };
  const photo = await phonePhoto();
  const peak = { all: 0, files: 0 };
  const sampling = setInterval(() => {
    peak.all = Math.max(peak.all, residentMb(server.pid));
    peak.files = Math.max(peak.files, residentMb(server.pid, 'RssFile'));
  }, 500);
  const started = performance.now();
  const before = { own: ownCpuSeconds(server.pid), all: cpuSeconds(server.pid) };
  const end = started + seconds * 1000;
  const uploading = town.emails
    .slice(1, UPLOADERS + 1)
    .map((email, index) => keepUploading(server, email, photo, index, end, times));
  await openLetters(server, town, opens, end, times);
  const own = ownCpuSeconds(server.pid) - before.own;
  const decodersMb = childrenMb(server.pid);
  await Promise.all(uploading);
  clearInterval(sampling);
  return [
    ...rowsOf('letter, opened for the first time', times.letters, 100),
    ...rowsOf('picture', times.pictures),
    ...rowsOf('upload of 12 megapixels', times.uploads),
    { what: 'requests that failed', value: times.failures, unit: '', budget: 0 },
    { what: 'CPU of the server, of one core', value: Math.round((own / seconds) * 100), unit: '%' },
    { what: 'memory of the server at its highest', value: peak.all, unit: 'MB' },
    { what: 'of it files of programs and libraries', value: peak.files, unit: 'MB' },
    { what: 'its decoders at the end', value: decodersMb, unit: 'MB' },
  ];
}

/** As people come: at random, at a steady average. Each is timed from when it should have begun. */
async function openLetters(
  server: Measured,
  { families, yearMonth }: Facilities,
  opens: number,
  end: number,
  times: Times,
): Promise<void> {
  const open: Promise<void>[] = [];
  let at = performance.now();
  for (let n = 0; at < end; n++) {
    at += (-Math.log(1 - Math.random()) / opens) * 1000;
    await sleep(Math.max(0, at - performance.now()));
    // A step that shares no divisor with their number: neighbours are of different facilities.
    const family = families[(n * 7919) % families.length];
    if (family) open.push(openLetter(server, paths.letter(yearMonth, family), at, times));
  }
  await Promise.all(open);
}

async function openLetter(
  server: Measured,
  letter: string,
  at: number,
  times: Times,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: PICTURES });
  try {
    const html = await read(server.url + letter, agent);
    times.letters.push(performance.now() - at);
    await Promise.all(
      picturesOf(html).map(async (picture) => {
        const started = performance.now();
        await read(server.url + picture, agent);
        times.pictures.push(performance.now() - started);
      }),
    );
  } catch (error) {
    if (times.failures++ === 0) console.error(error);
  } finally {
    agent.destroy();
  }
}

async function keepUploading(
  server: Measured,
  email: string,
  photo: Buffer,
  index: number,
  end: number,
  { uploads }: Times,
): Promise<void> {
  await sleep((PAUSE_MS / UPLOADERS) * index);
  const token = await signIn(server, { ...LOGIN, email });
  for (let n = 0; performance.now() < end; n++) {
    const bytes = variantOf(photo, index * 10_000 + n);
    const started = performance.now();
    await upload(server, token, bytes);
    uploads.push(performance.now() - started);
    await sleep(PAUSE_MS);
  }
}

const rowsOf = (what: string, all: number[], budget?: number): Row[] => [
  { what: `${what}, number`, value: all.length, unit: '' },
  { what: `${what}, median`, value: quantile(all, 0.5), unit: 'ms' },
  {
    what: `${what}, p99`,
    value: quantile(all, 0.99),
    unit: 'ms',
    ...(budget !== undefined && { budget }),
  },
  { what: `${what}, slowest`, value: quantile(all, 0.9999), unit: 'ms' },
];

const withinLimit = (limit: MemoryLimit): Row[] => [
  { what: 'all processes and file cache at their highest', value: limit.peakMb(), unit: 'MB' },
  { what: 'ended for want of memory', value: limit.kills(), unit: '', budget: 0 },
];
