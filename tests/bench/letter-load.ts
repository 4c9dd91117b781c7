import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:http';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { SERVER_ARGS, SERVER_ENV } from '../../scripts/server-command.ts';
import type { Bare } from './bare.ts';
import { canPin, onCores } from './cores.ts';
import type { Bench } from './facility.ts';
import { load, openEach } from './load.ts';
import { startNginx } from './nginx.ts';
import type { Measured } from './process.ts';
import { answering, handle, has } from './process.ts';
import { BROWSER } from './reading.ts';
import type { Row } from './report.ts';

const ROUNDS = 5;
const SECONDS = 1;
const WARM_UPS = 3;
const NGINX_PORT = 4393;
const BARE_PORT = 4394;
const LETTER = '/letter.html';
const PHOTO = '/photo.webp';

/** Microseconds of CPU per request. */
interface Round {
  ready: number;
  opened: number;
  photo: number;
  nginxLetter: number;
  nginxPhoto: number;
  bareLetter: number;
  barePhoto: number;
  readyPerSecond: number;
  photoPerSecond: number;
}

interface Site {
  server: Measured;
  bench: Bench;
  dataDir: string;
  folder: string;
  photo: string;
}

/**
 * Letters and a photo under load: ours, nginx and bare `node:http` with the same bytes in turn, since
 * this machine's speed changes by half from one minute to the next.
 */
export async function measureLoads(site: Site): Promise<Row[]> {
  if (!has('wrk') || !has('nginx') || !canPin()) {
    return [{ what: 'load not measured: it takes wrk, nginx and two cores', value: 0, unit: '' }];
  }
  const { server, bench, dataDir, folder } = site;
  const ours = {
    [LETTER]: paths.letter(bench.yearMonth, bench.tokens),
    [PHOTO]: site.photo,
  };
  const sent = await Promise.all(
    Object.entries(ours).map(async ([name, address]) => ({
      name,
      ...(await sentTo(server.url + address)),
    })),
  );
  const files = Object.fromEntries(sent.map(({ name, body }) => [name.slice(1), body]));
  const nginx = await startNginx(folder, NGINX_PORT, files);
  const bare = await startBare(
    folder,
    sent.map(({ name, fields }) => ({ path: name, file: path.join(folder, name), fields })),
  );
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database);
  const change = sqlite.prepare('UPDATE hosts SET content_version = content_version + 1');
  const opened = path.join(folder, 'letters.txt');
  writeFileSync(opened, bench.letters.join('\n'));
  /** Of all families: after a change, each letter is opened for the first time. */
  const openAll = (): Promise<number> => {
    change.run();
    return openEach(server, opened, bench.letters.length, BROWSER);
  };
  const oneRound = async (): Promise<Round> => {
    const cpu = async (of: Measured, address: string) => load(of, address, OPTIONS);
    const nginxLetter = await cpu(nginx, LETTER);
    const bareLetter = await cpu(bare, LETTER);
    const ready = await cpu(server, ours[LETTER]);
    const all = await openAll();
    const nginxPhoto = await cpu(nginx, PHOTO);
    const barePhoto = await cpu(bare, PHOTO);
    const photo = await cpu(server, ours[PHOTO]);
    return {
      ready: ready.cpuPerRequest,
      opened: all,
      photo: photo.cpuPerRequest,
      nginxLetter: nginxLetter.cpuPerRequest,
      nginxPhoto: nginxPhoto.cpuPerRequest,
      bareLetter: bareLetter.cpuPerRequest,
      barePhoto: barePhoto.cpuPerRequest,
      readyPerSecond: ready.requestsPerSecond,
      photoPerSecond: photo.requestsPerSecond,
    };
  };
  const rounds: Record<1 | 2, Round[]> = { 1: [], 2: [] };
  const servers = [server, nginx, bare];
  try {
    for (let n = 0; n < WARM_UPS; n++) await openAll();
    for (let n = 0; n < ROUNDS; n++) {
      rounds[1].push(await onCores(servers, 1, oneRound));
      rounds[2].push(await onCores(servers, 2, oneRound));
    }
    return [...rowsOf(rounds[1], 'one core', BUDGETS), ...rowsOf(rounds[2], 'two cores', {})];
  } finally {
    sqlite.close();
    await bare.stop();
    await nginx.stop();
  }
}

const OPTIONS = { headers: BROWSER, seconds: SECONDS };

/** An answer as it is on the wire, without what each server writes itself. */
async function sentTo(url: string): Promise<{ body: Buffer; fields: string[] }> {
  await wire(url);
  const { rawHeaders, body } = await wire(url); // kept by now
  const fields: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!/^(?:date|connection|keep-alive)$/i.test(name)) fields.push(name, value);
  }
  return { body, fields };
}

async function wire(url: string): Promise<{ rawHeaders: string[]; body: Buffer }> {
  const [answer] = (await once(get(url, { headers: BROWSER }), 'response')) as [IncomingMessage];
  return {
    rawHeaders: answer.rawHeaders,
    body: Buffer.concat((await answer.toArray()) as Buffer[]),
  };
}

/** `node:http` alone, in a process with the options of ours: the least that Node can do it for. */
async function startBare(folder: string, answers: Bare[]): Promise<Measured> {
  const list = path.join(folder, 'bare.json');
  writeFileSync(list, JSON.stringify(answers));
  const options = SERVER_ARGS.filter((arg) => arg.startsWith('--'));
  const script = path.join(import.meta.dirname, 'bare.ts');
  const child = spawn(process.execPath, [...options, script, String(BARE_PORT), list], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...SERVER_ENV },
  });
  const url = `http://127.0.0.1:${BARE_PORT}`;
  await answering(url + LETTER);
  return { name: 'node:http', url, ...handle(child) };
}

interface Budgets {
  ready?: number;
  photo?: number;
  opened?: number;
}
/** Of the load and the servers on one core. */
const BUDGETS: Budgets = { ready: 2.5, photo: 2.5, opened: 80 };

function rowsOf(rounds: Round[], cores: string, budgets: Budgets): Row[] {
  const middle = (
    what: string,
    unit: string,
    of: (round: Round) => number,
    budget?: number,
  ): Row => {
    const value = median(rounds.map(of));
    return { what: `${cores}: ${what}`, value, unit, ...(budget !== undefined && { budget }) };
  };
  return [
    middle('nginx, the letter as a file', 'µs', (one) => one.nginxLetter),
    middle('node:http, the letter', 'µs', (one) => one.bareLetter),
    middle('letter, ready-made', 'µs', (one) => one.ready),
    middle('letter, opened for the first time', 'µs', (one) => one.opened),
    middle('nginx, the photo as a file', 'µs', (one) => one.nginxPhoto),
    middle('node:http, the photo', 'µs', (one) => one.barePhoto),
    middle('photo, hot', 'µs', (one) => one.photo),
    middle('letter, ready-made', '/s', (one) => one.readyPerSecond),
    middle('photo, hot', '/s', (one) => one.photoPerSecond),
    middle(
      'letter, ready-made, by node:http',
      '×',
      (one) => one.ready / one.bareLetter,
      budgets.ready,
    ),
    middle('photo, hot, by node:http', '×', (one) => one.photo / one.barePhoto, budgets.photo),
    middle(
      'letter, first time, by node:http',
      '×',
      (one) => one.opened / one.bareLetter,
      budgets.opened,
    ),
    middle('letter, ready-made, by nginx', '×', (one) => one.ready / one.nginxLetter),
    middle('photo, hot, by nginx', '×', (one) => one.photo / one.nginxPhoto),
  ];
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[sorted.length >> 1] ?? 0) * 10) / 10;
}
