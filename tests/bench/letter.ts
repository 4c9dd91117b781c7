import { gzipSync } from 'node:zlib';
import { paths } from '#lib/paths.ts';
import type { Bench } from './facility.ts';
import { measureLoads } from './letter-load.ts';
import type { Measured } from './process.ts';
import { BROWSER } from './reading.ts';
import type { Row } from './report.ts';

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
  const site = { server, bench, dataDir, folder, photo };
  return [...rows, ...(await measureLoads(site))];
}

async function wireBytes(url: string): Promise<number> {
  const answer = await fetch(url, { headers: BROWSER, method: 'GET' });
  return Number(answer.headers.get('content-length'));
}

/** What a phone of 360 CSS pixels at a density of 2 loads. */
function firstPhoto(page: string): string {
  const found = /\/photos\/family\/[\w/-]+\/720\.webp/.exec(page)?.[0];
  if (!found) throw new Error('the letter shows no photo');
  return found;
}
