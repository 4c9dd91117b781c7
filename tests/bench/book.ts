import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { findChromium } from '../e2e/support/chromium.ts';
import { readPdf } from '../e2e/support/pdf.ts';
import { PHOTOS, fillBook } from './book-photos.ts';
import type { Measured } from './process.ts';
import { ROOT, residentMb, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

const PORT = 4395;
const SETTLE_MS = 3000;
/** Of /proc/…/clear_refs: the highest so far is what it is now. */
const FORGET_HIGHEST = '5';

/**
 * `npm run bench -- book`: the book of three years of 14 photos a month, by PHOTO_CORPUS real ones:
 * printed by a family and by staff, and as an archive. `--keep FOLDER` keeps data and results there.
 */
export async function benchBook([option, kept]: string[]): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-book-'));
  const results = option === '--keep' && kept !== undefined ? path.resolve(kept) : folder;
  const data = path.join(results, 'data');
  console.log(`Making ${PHOTOS} photos …`);
  const { tokens, residentId, session } = await fillBook(data);
  const server = await startServer(data, PORT);
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    const rows: Row[] = [{ what: 'memory, idle', value: residentMb(server.pid), unit: 'MB' }];
    const pdf = (name: string): string => path.join(results, `${name}.pdf`);
    const book = paths.letterYearPrint('all', tokens);
    rows.push(...(await printed(server, 'book', book, pdf('book'))));
    const ofStaff = paths.residentBook(residentId);
    rows.push(...(await printed(server, "staff's book", ofStaff, pdf('staff'), session)));
    const zip = path.join(results, 'book.zip');
    rows.push(...(await saved(server, paths.letterYearArchive('all', tokens), zip)));
    await report(rows, path.join(ROOT, 'bench-results'), 'book');
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Time and the server's memory at its highest while something is done. */
async function measured(
  { pid }: Measured,
  what: string,
  done: () => Promise<Row[]>,
): Promise<Row[]> {
  writeFileSync(`/proc/${pid}/clear_refs`, FORGET_HIGHEST);
  const started = performance.now();
  const rows = await done();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return [
    { what: `${what}: all of it`, value: seconds, unit: 's' },
    { what: `${what}: memory at its highest`, value: residentMb(pid, 'VmHWM'), unit: 'MB' },
    ...rows,
  ];
}

/** @throws Error unless each side of paper is one page, with its photos whole */
const printed = (
  server: Measured,
  what: string,
  address: string,
  file: string,
  session?: string,
): Promise<Row[]> =>
  measured(server, what, async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('Chromium is not installed');
    const browser = await chromium.launch({ executablePath });
    const extraHTTPHeaders = session ? { Authorization: `Bearer ${session}` } : {};
    const page = await browser.newPage({ extraHTTPHeaders });
    const started = performance.now();
    await page.goto(server.url + address);
    const loaded = Math.round(performance.now() - started);
    const sides = await page.locator('.run .page').count();
    const bytes = await page.pdf({ path: file, preferCSSPageSize: true });
    await browser.close();
    const paper = await readPdf(bytes);
    const photos = paper.reduce((sum, sheet) => sum + sheet.photos.length, 0);
    if (paper.length !== sides) throw new Error(`${sides} sides on ${paper.length} pages`);
    // And the cover's.
    if (photos !== PHOTOS + 1) throw new Error(`${photos} photos on paper`);
    return [
      { what: `${what}: loaded with all photos`, value: loaded, unit: 'ms' },
      { what: `${what}: pages`, value: sides, unit: '' },
      { what: `${what}: PDF`, value: Math.round(bytes.length / 1e5) / 10, unit: 'MB' },
    ];
  });

/** @throws Error unless the archive is whole */
const saved = (server: Measured, address: string, file: string): Promise<Row[]> =>
  measured(server, 'archive', async () => {
    const answer = await fetch(server.url + address);
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
    execFileSync('unzip', ['-tq', file]);
    const names = execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' }).split('\n');
    const photos = names.filter((name) => name.endsWith('.jpg')).length;
    if (photos !== PHOTOS) throw new Error(`${photos} photos in the archive`);
    return [{ what: 'archive', value: Math.round(statSync(file).size / 1e5) / 10, unit: 'MB' }];
  });
