import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import BetterSqlite3 from 'better-sqlite3';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { findChromium } from '../e2e/support/chromium.ts';
import { makeFacility } from './facility.ts';
import { ROOT, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';
import { measureTapLatency } from './tap-latency.ts';

const PORT = 4399;
const RUNS = 5;
const LETTERS = [12, 71];
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
const CPU_SLOWDOWN = 4;
/** The last photos that are loaded before anyone scrolls wait for 3.5 s, and take as long. */
const SETTLE_MS = 9000;
/** 400 kbit/s, 400 ms. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

/**
 * `npm run bench -- first-view`: when the first view of a letter, a photo's page and a shelf is there
 * on a slow phone on a slow line, and the tap latency of the photo page; real photos with
 * PHOTO_CORPUS. Median of several browsers.
 */
export async function benchFirstView(): Promise<void> {
  const rows: Row[] = [];
  for (const photos of LETTERS) rows.push(...(await measureLetter(photos)));
  rows.push(...(await measureTapLatency()));
  await report(rows, path.join(ROOT, 'bench-results'), 'first-view');
}

async function measureLetter(photos: number): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-view-'));
  const data = path.join(folder, 'data');
  console.log(`Making a letter of ${photos} photos …`);
  const { yearMonth, tokens } = await makeFacility(data, { residents: 1, items: 0, photos });
  const server = await startServer(data, PORT);
  try {
    const url = server.url + paths.letter(yearMonth, tokens);
    const letter = rowsOf(`letter of ${photos} photos`, await openOften(url));
    if (photos !== LETTERS[0]) return letter;
    const item = /href="([^"]+)"><figure>/.exec(await (await fetch(url)).text())?.[1] ?? '';
    const photo = server.url + item.replaceAll('&amp;', '&');
    const rows = [...letter, ...rowsOf('page of a photo', await openOften(photo))];
    oneMonthEach(dataPaths(data).database);
    const shelf = server.url + paths.letters(tokens);
    return [...rows, ...rowsOf(`shelf of ${photos} months`, await openOften(shelf))];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Spreads a letter's photos over as many months, for a shelf with a cover each. */
function oneMonthEach(file: string): void {
  const sqlite = new BetterSqlite3(file);
  sqlite.exec(`UPDATE items SET taken_on = date(substr(taken_on, 1, 8) || '01', back || ' months')
    FROM (SELECT id AS item, 1 - row_number() OVER (ORDER BY id) AS back FROM items) WHERE id = item`);
  sqlite.close();
}

async function openOften(url: string): Promise<View[]> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const views: View[] = [];
  for (let run = 0; run < RUNS; run++) {
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
    views.push(await openPage(browser, url).finally(() => browser.close()));
  }
  return views;
}

type LayoutShift = PerformanceEntry & { value: number };

/** Milliseconds from the start of the navigation. */
interface View {
  firstPhoto: number;
  /** 0 with one photo. */
  secondPhoto: number;
  firstView: number;
  /** All that is loaded before anyone scrolls. */
  unscrolled: number;
  largestPaint: number;
  /** Without unit; while the page is scrolled to its end, too. */
  layoutShift: number;
  photos: number;
  bytes: number;
}

async function openPage(browser: Browser, url: string): Promise<View> {
  const page = await (await browser.newContext(PHONE)).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  return page.evaluate(async (settleMs) => {
    const [first, second] = document.images;
    if (!first) throw new Error('a page without photos');
    // A long greeting fills the first view: then its first photo is what people wait for.
    const inView = [...document.images].filter(
      (image) => image === first || image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(inView.map((image) => image.decode()));
    await second?.decode();
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const photos = resources.filter(({ name }) => name.includes('/photos/'));
    const endOf = (image: HTMLImageElement): number =>
      photos.find(({ name }) => name === image.currentSrc)?.responseEnd ?? Infinity;
    const unscrolled = photos.map(({ responseEnd }) => responseEnd);
    const bytes = photos.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const largestPaint = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    let layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) layoutShift += (entry as LayoutShift).value;
    }).observe({ type: 'layout-shift', buffered: true });
    for (let at = 0; at < document.body.scrollHeight; at += innerHeight) {
      scrollTo(0, at);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return {
      firstPhoto: endOf(first),
      secondPhoto: second ? endOf(second) : 0,
      firstView: Math.max(...inView.map(endOf)),
      unscrolled: Math.max(...unscrolled),
      largestPaint,
      layoutShift,
      photos: photos.length,
      bytes,
    };
  }, SETTLE_MS);
}

function rowsOf(page: string, views: View[]): Row[] {
  const median = (name: keyof View): number =>
    views.map((view) => view[name]).toSorted((a, b) => a - b)[Math.floor(views.length / 2)] ?? 0;
  const seconds = (name: keyof View): number => Math.round(median(name) / 10) / 100;
  const what = (name: string): string => `${page}: ${name}`;
  return [
    { what: what('first photo'), value: seconds('firstPhoto'), unit: 's', budget: 2 },
    { what: what('first view'), value: seconds('firstView'), unit: 's', budget: 5 },
    { what: what('largest paint'), value: seconds('largestPaint'), unit: 's', budget: 2.5 },
    { what: what('layout shift'), value: median('layoutShift'), unit: '', budget: 0 },
    { what: what('second photo'), value: seconds('secondPhoto'), unit: 's' },
    { what: what('all before scrolling'), value: seconds('unscrolled'), unit: 's' },
    { what: what('photos before scrolling'), value: median('photos'), unit: '' },
    { what: what('their bytes'), value: median('bytes'), unit: 'B' },
  ];
}
