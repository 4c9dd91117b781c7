import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import BetterSqlite3 from 'better-sqlite3';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Bench } from './facility.ts';
import { load } from './load.ts';
import { startNginx } from './nginx.ts';
import type { Measured } from './process.ts';
import { cpuMsWithChildren, has } from './process.ts';
import type { Row } from './report.ts';

const RENDERINGS = 1000;
const BR = { 'Accept-Encoding': 'br' };
/** As browsers send it: letters that are sent once are gzip. */
const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br' };

export async function measureLetter(
  server: Measured,
  bench: Bench,
  dataDir: string,
  folder: string,
): Promise<Row[]> {
  const path = paths.letter(bench.yearMonth, bench.tokens);
  const page = await (await fetch(server.url + path)).text();
  const html = Buffer.from(page);
  const wire = await wireBytes(server.url + path);
  const photo = firstPhoto(page);
  const photoBytes = Buffer.from(await (await fetch(server.url + photo)).arrayBuffer());
  const rows: Row[] = [
    { what: 'letter, HTML and CSS, plain', value: html.length, unit: 'B' },
    { what: 'letter, HTML and CSS, brotli on the wire', value: wire, unit: 'B', budget: 8192 },
    { what: 'letter, HTML and CSS, gzip', value: gzipSync(html).length, unit: 'B' },
    {
      what: 'letter, CSS in it',
      value: (/<style>.*?<\/style>/gs.exec(page)?.[0] ?? '').length,
      unit: 'B',
    },
    { what: 'letter, scripts', value: (page.match(/<script/g) ?? []).length, unit: '', budget: 0 },
    { what: 'first photo as a phone loads it', value: photoBytes.length, unit: 'B', budget: 61440 },
  ];
  if (!has('wrk'))
    return [...rows, { what: 'load not measured: wrk is not installed', value: 0, unit: '' }];
  const ready = await load(server, path, { headers: BR });
  const rendered = await renderedCpu(server, path, dataDir);
  const photoLoad = await load(server, photo);
  rows.push(
    { what: 'letter, ready-made: requests/s', value: ready.requestsPerSecond, unit: '/s' },
    { what: 'letter, ready-made: CPU', value: ready.cpuPerRequest, unit: 'µs' },
    { what: 'letter, rendered and compressed: CPU', value: rendered, unit: 'µs' },
    { what: 'photo, hot: requests/s', value: photoLoad.requestsPerSecond, unit: '/s' },
    { what: 'photo, hot: CPU', value: photoLoad.cpuPerRequest, unit: 'µs' },
  );
  if (!has('nginx'))
    return [...rows, { what: 'no comparison: nginx is not installed', value: 0, unit: '' }];
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const nginx = await startNginx(folder, 4393, {
    'letter.html': brotliCompressSync(html, { params }),
    'photo.webp': photoBytes,
  });
  const letterLimit = await load(nginx, '/letter.html');
  const photoLimit = await load(nginx, '/photo.webp');
  await nginx.stop();
  const ratio = (ours: number, theirs: number) => Math.round((ours / theirs) * 10) / 10;
  return [
    ...rows,
    {
      what: 'nginx, the letter as a file: requests/s',
      value: letterLimit.requestsPerSecond,
      unit: '/s',
    },
    { what: 'nginx, the letter as a file: CPU', value: letterLimit.cpuPerRequest, unit: 'µs' },
    {
      what: 'letter, ready-made, against nginx',
      value: ratio(ready.cpuPerRequest, letterLimit.cpuPerRequest),
      unit: '×',
      budget: 3,
    },
    {
      what: 'letter, rendered and compressed, against nginx',
      value: ratio(rendered, letterLimit.cpuPerRequest),
      unit: '×',
      budget: 60,
    },
    { what: 'nginx, the photo as a file: CPU', value: photoLimit.cpuPerRequest, unit: 'µs' },
    {
      what: 'photo, hot, against nginx',
      value: ratio(photoLoad.cpuPerRequest, photoLimit.cpuPerRequest),
      unit: '×',
      budget: 2.5,
    },
  ];
}

/** Each one after a change of its facility, so that it is rendered. Microseconds of CPU. */
async function renderedCpu(server: Measured, path: string, dataDir: string): Promise<number> {
  const sqlite = new BetterSqlite3(dataPaths(dataDir).database);
  const change = sqlite.prepare('UPDATE hosts SET content_version = content_version + 1');
  const ask = async (): Promise<void> => {
    for (let n = 0; n < RENDERINGS; n++) {
      change.run();
      await (await fetch(server.url + path, { headers: BROWSER })).arrayBuffer();
    }
  };
  await ask();
  await ask();
  const before = cpuMsWithChildren(server.pid);
  await ask();
  sqlite.close();
  return Math.round(((cpuMsWithChildren(server.pid) - before) / RENDERINGS) * 1e3);
}

async function wireBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'Accept-Encoding': 'br' }, method: 'GET' });
  return Number(answer.headers.get('content-length'));
}

/** What a phone of 360 CSS pixels at a density of 2 loads. */
function firstPhoto(page: string): string {
  const found = /\/photos\/family\/[\w/-]+\/720\.webp/.exec(page)?.[0];
  if (!found) throw new Error('the letter shows no photo');
  return found;
}
