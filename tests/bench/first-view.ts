import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';
import { paths } from '#lib/paths.ts';
import { findChromium } from '../e2e/support/chromium.ts';
import { makeFacility } from './facility.ts';
import { ROOT, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

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
/** 400 kbit/s, 400 ms. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

/**
 * `npm run bench -- first-view`: when the first view of a letter is there on a slow phone on a slow
 * line, with few and with many photos; real ones with PHOTO_CORPUS. Median of several browsers.
 */
export async function benchFirstView(): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const rows: Row[] = [];
  for (const photos of LETTERS) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-view-'));
    const data = path.join(folder, 'data');
    console.log(`Making a letter of ${photos} photos …`);
    const { yearMonth, tokens } = await makeFacility(data, { residents: 1, items: 0, photos });
    const server = await startServer(data, PORT);
    try {
      const url = server.url + paths.letter(yearMonth, tokens);
      const views: View[] = [];
      for (let run = 0; run < RUNS; run++) {
        const browser = await chromium.launch({
          executablePath,
          args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
        });
        views.push(await openLetter(browser, url).finally(() => browser.close()));
      }
      rows.push(...rowsOf(`letter of ${photos} photos`, views));
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  report(rows, path.join(ROOT, 'bench-results'), 'first-view');
}

/** Milliseconds from the start of the navigation. */
interface View {
  firstPhoto: number;
  firstView: number;
  /** All that is loaded before anyone scrolls. */
  unscrolled: number;
  largestPaint: number;
  photos: number;
  bytes: number;
}

async function openLetter(browser: Browser, url: string): Promise<View> {
  const page = await (await browser.newContext(PHONE)).newPage();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  return page.evaluate(async () => {
    const [first] = document.images;
    if (!first) throw new Error('a letter without photos');
    // A long greeting fills the first view: then its first photo is what people wait for.
    const inView = [...document.images].filter(
      (image) => image === first || image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(inView.map((image) => image.decode()));
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const photos = resources.filter(({ name }) => name.includes('/photos/'));
    const endOf = (image: HTMLImageElement): number =>
      photos.find(({ name }) => name === image.currentSrc)?.responseEnd ?? Infinity;
    const largestPaint = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    return {
      firstPhoto: endOf(first),
      firstView: Math.max(...inView.map(endOf)),
      unscrolled: Math.max(...photos.map(({ responseEnd }) => responseEnd)),
      largestPaint,
      photos: photos.length,
      bytes: photos.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
}

function rowsOf(what: string, views: View[]): Row[] {
  const median = (of: (view: View) => number): number =>
    views.map(of).toSorted((a, b) => a - b)[Math.floor(views.length / 2)] ?? 0;
  const seconds = (of: (view: View) => number): number => Math.round(median(of) / 10) / 100;
  return [
    {
      what: `${what}: first photo`,
      value: seconds((view) => view.firstPhoto),
      unit: 's',
      budget: 2,
    },
    { what: `${what}: first view`, value: seconds((view) => view.firstView), unit: 's', budget: 5 },
    {
      what: `${what}: largest paint`,
      value: seconds((view) => view.largestPaint),
      unit: 's',
      budget: 2.5,
    },
    { what: `${what}: all before scrolling`, value: seconds((view) => view.unscrolled), unit: 's' },
    { what: `${what}: photos before scrolling`, value: median((view) => view.photos), unit: '' },
    { what: `${what}: their bytes`, value: median((view) => view.bytes), unit: 'B' },
  ];
}
