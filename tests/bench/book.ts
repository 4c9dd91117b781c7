import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import Database from 'better-sqlite3';
import { paths } from '#lib/paths.ts';
import { findChromium } from '../e2e/support/chromium.ts';
import { readPdf } from '../e2e/support/pdf.ts';
import { PHOTOS, fillBook } from './book-photos.ts';
import type { Measured } from './process.ts';
import { ROOT, cpuMs, residentMb, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

const PORT = 4395;
const SETTLE_MS = 3000;
/** A year each. */
const PARTS = [1, 2, 3];
const TURNS = 9;
/** Of /proc/…/clear_refs: the highest so far is what it is now. */
const FORGET_HIGHEST = '5';

/**
 * `npm run bench -- book`: the book of three years of 14 photos a month, by PHOTO_CORPUS real ones:
 * printed by a family and by staff in its parts, turned from part to part, and as an archive. `--keep FOLDER` keeps data and results there.
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
    const part = (of: number): string => paths.letterYearPrint('all', tokens, of);
    rows.push(...(await printed(server, 'book', PARTS.map(part), pdf('book'))));
    const ofStaff = PARTS.map((of) => paths.residentBook(residentId, of));
    rows.push(...(await printed(server, "staff's book", ofStaff, pdf('staff'), session)));
    rows.push(...(await turned(server, data, part)));
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
  const cpu = cpuMs(pid);
  const rows = await done();
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return [
    { what: `${what}: all of it`, value: seconds, unit: 's' },
    { what: `${what}: CPU of the server`, value: Math.round(cpuMs(pid) - cpu), unit: 'ms' },
    { what: `${what}: memory at its highest`, value: residentMb(pid, 'VmHWM'), unit: 'MB' },
    ...rows,
  ];
}

/** @throws Error unless each side of paper is one page, with its photos whole */
const printed = (
  server: Measured,
  what: string,
  addresses: readonly string[],
  file: string,
  session?: string,
): Promise<Row[]> =>
  measured(server, what, async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error('Chromium is not installed');
    const browser = await chromium.launch({ executablePath });
    const extraHTTPHeaders = session ? { Authorization: `Bearer ${session}` } : {};
    const page = await browser.newPage({ extraHTTPHeaders });
    let [loaded, sides, size, photos] = [0, 0, 0, 0];
    for (const [index, address] of addresses.entries()) {
      const started = performance.now();
      await page.goto(server.url + address);
      loaded += performance.now() - started;
      const planned = await page.locator('.run .page').count();
      const path = file.replace('.pdf', `-${index + 1}.pdf`);
      const bytes = await page.pdf({ path, preferCSSPageSize: true });
      const paper = await readPdf(bytes);
      if (paper.length !== planned) throw new Error(`${planned} sides on ${paper.length} pages`);
      sides += planned;
      size += bytes.length;
      photos += paper.reduce((sum, sheet) => sum + sheet.photos.length, 0);
    }
    await browser.close();
    // And the cover's.
    if (photos !== PHOTOS + 1) throw new Error(`${photos} photos on paper`);
    return [
      { what: `${what}: loaded with all photos`, value: Math.round(loaded), unit: 'ms' },
      { what: `${what}: pages`, value: sides, unit: '' },
      { what: `${what}: PDF`, value: Math.round(size / 1e5) / 10, unit: 'MB' },
    ];
  });

/** The CPU of a part after any change of the contents, with and without another before it. */
async function turned(
  { url, pid }: Measured,
  data: string,
  part: (of: number) => string,
): Promise<Row[]> {
  const db = new Database(path.join(data, 'tsukidayori.sqlite'));
  const get = async (address: string): Promise<number> => {
    const before = cpuMs(pid);
    const answer = await fetch(url + address);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return cpuMs(pid) - before;
  };
  const firsts: number[] = [];
  const nexts: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    db.exec('UPDATE hosts SET content_version = content_version + 1');
    db.exec('DELETE FROM rate_limits');
    firsts.push(await get(part(2)));
    nexts.push(await get(part(3)));
  }
  db.close();
  const median = (all: number[]): number =>
    Math.round((all.sort((a, b) => a - b)[TURNS >> 1] ?? 0) * 10) / 10;
  return [
    { what: 'first part opened, CPU at the median', value: median(firsts), unit: 'ms' },
    { what: 'next part, CPU at the median', value: median(nexts), unit: 'ms' },
  ];
}

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
