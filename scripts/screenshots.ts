/**
 * `npm run screenshots`: every page in every state, at three widths, with doubled text, in forced
 * colours and on paper. `-- letter` limits it by name.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { ensureDemo, showProgress } from '../demo/seed.ts';
import { systemClock } from '#server/clock.ts';
import { DEMO_SWITCH } from '#server/demo-folder.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { findChromium } from '../tests/e2e/support/chromium.ts';
import { ROOT, freePort, startServer } from '../tests/support/server.ts';
import { demoPlaces } from '../tests/support/views/demo-places.ts';
import { openView, openViewers } from '../tests/support/views/open-view.ts';
import type { Places, View } from '../tests/support/views/view.ts';
import { VIEWS } from '../tests/support/views/views.ts';
import { buildIfStale } from './build.ts';
import { contactSheet } from './contact-sheet.ts';
import type { ScreenshotMode } from './screenshot-modes.ts';
import { SCREENSHOT_MODES } from './screenshot-modes.ts';

const OUT = path.join(ROOT, 'screenshots');
const [only = ''] = process.argv.slice(2);
const views = VIEWS.filter(({ name }) => name.includes(only));

await buildIfStale();
const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-screenshots-'));
try {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT);
  const failed = await takeAll(path.join(folder, 'data'));
  await writeFile(path.join(OUT, 'index.html'), contactSheet(views));
  console.log(`\n${views.length} states in ${OUT}; open index.html`);
  if (failed.length > 0) throw new Error(`failed:\n${failed.join('\n')}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** @returns failures; one broken page must not hide the others */
async function takeAll(dataDir: string): Promise<string[]> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = { PORT: new URL(url).port, PUBLIC_URL: url };
  const env = readEnv({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  await ensureDemo(env, false, showProgress);
  const rt = await openRuntime(env, systemClock, 'demo');
  const places = await demoPlaces(rt);
  await rt.close();
  const server = await startServer(dataDir, settings, { args: [DEMO_SWITCH] });
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath && { executablePath }),
  });
  try {
    const failed: string[] = [];
    for (const manner of SCREENSHOT_MODES)
      failed.push(...(await takeManner(browser, url, places, manner)));
    return failed;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function takeManner(
  browser: Browser,
  baseURL: string,
  places: Places,
  manner: ScreenshotMode,
): Promise<string[]> {
  const wanted = views.filter((view) => manner.only?.(view) ?? true);
  const options = { baseURL, locale: 'ja-JP', timezoneId: 'Asia/Tokyo', ...manner.browser };
  const contexts = await openViewers(browser, places, options);
  const failed: string[] = [];
  for (const [index, view] of wanted.entries()) {
    process.stdout.write(`\r${manner.name}: ${index + 1} of ${wanted.length}        `);
    const page = await contexts[view.who].newPage();
    await take(page, view, places, manner).catch((error: unknown) => {
      failed.push(`${view.name} ${manner.name}: ${String(error)}`);
    });
    await page.close();
  }
  for (const context of Object.values(contexts)) await context.close();
  return failed;
}

async function take(page: Page, view: View, places: Places, manner: ScreenshotMode): Promise<void> {
  await openView(page, view, places);
  if (manner.textScale !== undefined) {
    await page.evaluate((scale) => {
      document.documentElement.style.fontSize = scale;
    }, manner.textScale);
  }
  await page.evaluate(decodeImages);
  const file = path.join(OUT, `${view.name}-${manner.name}`);
  if (manner.paper) await page.pdf({ path: `${file}.pdf`, preferCSSPageSize: true, format: 'A4' });
  else await page.screenshot({ path: `${file}.png`, fullPage: true, animations: 'disabled' });
}

/** Lazy images would be missing from a full-page screenshot. */
async function decodeImages(): Promise<void> {
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
}
