import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import BetterSqlite3 from 'better-sqlite3';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { findStoryBrowser } from '../e2e/support/chromium.ts';
import { signIn } from '../support/http.ts';
import { LOGIN, makeFacility } from './facility.ts';
import type { Measured } from './process.ts';
import { startServer } from './process.ts';
import type { Row } from './report.ts';

const PORT = 4399;
const RESIDENTS = 100;
const PHOTOS = 30;
const LISTS = [30, 1000];
const ROUNDS = 5;
const BUDGET_MS = 150;
const CPU_SLOWDOWN = 4;
/** Between two acts of a person; what an act left for later is done by then. */
const PAUSE_MS = 600;
const LOADING_MS = 120_000;
const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/**
 * Tap latency (INP) of the photo page, on a phone four times slower than this
 * machine: a photo opened, 選ぶ, and the chooser of a place, with 100 residents. Nothing is found by
 * its role, for which Playwright makes the browser style every tile out of view.
 */
export async function measureTapLatency(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-tap-'));
  const data = path.join(folder, 'data');
  const size = { residents: RESIDENTS, items: Math.max(...LISTS) - PHOTOS, photos: PHOTOS };
  console.log(`Making a facility of ${Math.max(...LISTS)} photos in a month …`);
  const { yearMonth } = await makeFacility(data, size);
  sameMonth(dataPaths(data).database);
  const server = await startServer(data, PORT);
  const browser = await chromium.launch({
    executablePath: findStoryBrowser() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const rows: Row[] = [];
    const address = `${server.url}${paths.items}?yearMonth=${yearMonth}`;
    for (const count of LISTS) rows.push(...(await measureList(browser, server, address, count)));
    return rows;
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts all photos into the letter's month. */
function sameMonth(file: string): void {
  const sqlite = new BetterSqlite3(file);
  sqlite.exec('UPDATE items SET taken_on = (SELECT min(taken_on) FROM items WHERE is_upload = 1)');
  sqlite.close();
}

async function measureList(
  browser: Browser,
  server: Measured,
  address: string,
  count: number,
): Promise<Row[]> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await context.addCookies(await cookiesFor(server));
  await page.goto(address);
  await watchInteractions(page);
  await loadPhotos(page, count);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const rows: Row[] = [];
  const times = { photo: [] as number[], choose: [] as number[], place: [] as number[] };
  const close = page.locator('dialog button:text-is("閉じる")');
  const choose = page.locator('.list-head button').last();
  for (let round = 0; round < ROUNDS; round++) {
    const tile = page.locator('[data-item]').nth(round);
    times.photo.push(await answerTo(page, tile));
    await close.tap();
    times.choose.push(await answerTo(page, choose));
    await tile.tap();
    const move = page.locator('.choose-ways button').first();
    times.place.push(await answerTo(page, move));
    await close.tap();
    await choose.tap();
  }
  await context.close();
  const add = (what: string, all: number[]): void =>
    void rows.push({
      what: `${count} photos: ${what}, median`,
      value: all.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0,
      unit: 'ms',
      budget: BUDGET_MS,
    });
  add('a photo opens', times.photo);
  add('選ぶ', times.choose);
  add('the chooser of a place opens', times.place);
  return rows;
}

async function cookiesFor({ url }: Measured) {
  const { cookie } = await signIn(url, LOGIN.email, LOGIN.password);
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

interface Watching {
  seen: { longest: number; isPressed: boolean };
}

const watchInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = { longest: 0, isPressed: false };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId) seen.longest = Math.max(seen.longest, entry.duration);
        if (entry.name === 'click') seen.isPressed = true;
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/**
 * The touch alone: Playwright's `tap` searches the page while the browser handles it.
 * @returns milliseconds from the touch to the next frame, in steps of 8
 */
async function answerTo(page: Page, target: Locator): Promise<number> {
  await target.waitFor();
  await page.waitForTimeout(PAUSE_MS);
  const { x, y, width, height } = (await target.boundingBox()) ?? NOWHERE;
  await page.evaluate(() => {
    Object.assign((window as unknown as Watching).seen, { longest: 0, isPressed: false });
  });
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  // Reported with the frame that answers.
  await page.waitForFunction(() => (window as unknown as Watching).seen.isPressed);
  return page.evaluate(() => (window as unknown as Watching).seen.longest);
}

/** A long list has only a part of its tiles in the page, which say their places. */
async function loadPhotos(page: Page, count: number): Promise<void> {
  const isThere = (wanted: number): boolean => {
    scrollTo(0, document.body.scrollHeight);
    const tiles = [...document.querySelectorAll('.photo-tile')];
    return Number(tiles.at(-1)?.getAttribute('aria-posinset') ?? tiles.length) >= wanted;
  };
  await page.waitForFunction(isThere, count, { timeout: LOADING_MS });
  await page.evaluate(() => scrollTo(0, 0));
}
