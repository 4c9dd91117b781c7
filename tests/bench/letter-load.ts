import { writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { onCoresApart } from './cores.ts';
import type { Bench } from './facility.ts';
import { load, openEach } from './load.ts';
import { startNginx } from './nginx.ts';
import type { Measured } from './process.ts';
import { cpuMsWithChildren, has } from './process.ts';
import type { Row } from './report.ts';

const ROUNDS = 5;
const SECONDS = 2;
const WARM_UPS = 3;
const ONE_BY_ONE = 1000;
const BR = { 'Accept-Encoding': 'br' };
/** As browsers send it: letters that are sent once are gzip. */
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' };

/** Microseconds of CPU per request. */
interface Round {
  ready: number;
  readyPerSecond: number;
  drawn: number;
  photo: number;
  photoPerSecond: number;
  nginxLetter: number;
  nginxPhoto: number;
}

interface Site {
  server: Measured;
  bench: Bench;
  dataDir: string;
  folder: string;
  /** As a browser gets it. */
  letter: Buffer;
  photo: string;
  photoBytes: Buffer;
}

/**
 * Letters and a photo under load, ours and nginx in turn: this machine's speed changes by half from
 * one minute to the next, and each round's ratio is that of one half minute.
 */
export async function measureLoads(site: Site): Promise<Row[]> {
  if (!has('wrk') || !has('nginx')) {
    return [{ what: 'load not measured: wrk or nginx is not installed', value: 0, unit: '' }];
  }
  const files = { 'letter.html': site.letter, 'photo.webp': site.photoBytes };
  const nginx = await startNginx(site.folder, 4393, files);
  const sqlite = new BetterSqlite3(dataPaths(site.dataDir).database);
  const change = sqlite.prepare('UPDATE hosts SET content_version = content_version + 1');
  const opened = path.join(site.folder, 'letters.txt');
  writeFileSync(opened, site.bench.letters.join('\n'));
  /** Of all families: after a change, each letter is opened for the first time. */
  const openAll = (): Promise<number> => {
    change.run();
    return openEach(site.server, opened, site.bench.letters.length, BROWSER);
  };
  const measure = async (): Promise<Row[]> => {
    for (let n = 0; n < WARM_UPS; n++) await openAll();
    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) rounds.push(await oneRound(site, nginx, openAll));
    return rowsOf(rounds, await oneByOne(site, () => change.run()));
  };
  try {
    return await onCoresApart([site.server, nginx], measure);
  } finally {
    sqlite.close();
    await nginx.stop();
  }
}

async function oneRound(
  { server, bench, photo }: Site,
  nginx: Measured,
  openAll: () => Promise<number>,
): Promise<Round> {
  const seconds = SECONDS;
  const letter = paths.letter(bench.yearMonth, bench.tokens);
  const nginxLetter = await load(nginx, '/letter.html', { seconds });
  const drawn = await openAll();
  const ready = await load(server, letter, { headers: BR, seconds });
  const nginxPhoto = await load(nginx, '/photo.webp', { seconds });
  const hot = await load(server, photo, { seconds });
  return {
    ready: ready.cpuPerRequest,
    readyPerSecond: ready.requestsPerSecond,
    drawn,
    photo: hot.cpuPerRequest,
    photoPerSecond: hot.requestsPerSecond,
    nginxLetter: nginxLetter.cpuPerRequest,
    nginxPhoto: nginxPhoto.cpuPerRequest,
  };
}

/** A letter after a change of its facility, again and again. Microseconds of CPU. */
async function oneByOne({ server, bench }: Site, change: () => void): Promise<number> {
  const url = server.url + paths.letter(bench.yearMonth, bench.tokens);
  const before = cpuMsWithChildren(server.pid);
  for (let n = 0; n < ONE_BY_ONE; n++) {
    change();
    await (await fetch(url, { headers: BROWSER })).arrayBuffer();
  }
  return ((cpuMsWithChildren(server.pid) - before) / ONE_BY_ONE) * 1e3;
}

function rowsOf(rounds: Round[], alone: number): Row[] {
  const all = (of: (round: Round) => number): number[] => rounds.map(of).sort((a, b) => a - b);
  const us = (what: string, of: (round: Round) => number): Row[] => [
    { what: `${what}: CPU, median`, value: round(median(all(of))), unit: 'µs' },
    { what: `${what}: CPU, least`, value: round(all(of)[0]), unit: 'µs' },
  ];
  const ratio = (what: string, of: (round: Round) => number, budget: number): Row[] => [
    { what: `${what}, against nginx, median`, value: round(median(all(of))), unit: '×', budget },
    { what: `${what}, against nginx, most`, value: round(all(of).at(-1)), unit: '×' },
  ];
  return [
    ...us('nginx, the letter as a file', (one) => one.nginxLetter),
    ...us('nginx, the photo as a file', (one) => one.nginxPhoto),
    ...us('letter, ready-made', (one) => one.ready),
    ...us('letter, opened for the first time', (one) => one.drawn),
    { what: 'the same one by one, each after a change: CPU', value: round(alone), unit: 'µs' },
    ...us('photo, hot', (one) => one.photo),
    { what: 'letter, ready-made', value: median(all((one) => one.readyPerSecond)), unit: '/s' },
    { what: 'photo, hot', value: median(all((one) => one.photoPerSecond)), unit: '/s' },
    ...ratio('letter, ready-made', ({ ready, nginxLetter }) => ready / nginxLetter, 3),
    ...ratio('letter, first time', ({ drawn, nginxLetter }) => drawn / nginxLetter, 60),
    ...ratio('photo, hot', ({ photo, nginxPhoto }) => photo / nginxPhoto, 2.5),
  ];
}

const median = (sorted: number[]): number => sorted[sorted.length >> 1] ?? 0;
const round = (value = 0): number => Math.round(value * 10) / 10;
