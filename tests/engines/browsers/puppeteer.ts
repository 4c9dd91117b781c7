import { setTimeout } from 'node:timers/promises';
import type { Page, Browser as Started } from 'puppeteer-core';
import type { Browser } from './browser.ts';

const TRIES = 5;
const PAUSE_MS = 300;

/** A browser that puppeteer drives, and its one page. */
export async function browserOf(browser: Started): Promise<Browser & { page: Page }> {
  const [page = await browser.newPage()] = await browser.pages();
  // Photos that are under way do not keep the test from leaving.
  page.on('dialog', (dialog) => void dialog.accept());
  return {
    page,
    async open(url) {
      // A page that is on its way somewhere cuts off others until it is there.
      for (let tries = TRIES; tries > 1; tries -= 1) {
        const isThere = await page.goto(url).then(
          () => true,
          () => false,
        );
        if (isThere) return;
        await setTimeout(PAUSE_MS);
      }
      await page.goto(url);
    },
    address: () => Promise.resolve(page.url()),
    ask: (code) => page.evaluate(`(() => { ${code} })()`) as Promise<never>,
    fill: (selector, text) => page.type(selector, text),
    press: (selector) => page.click(selector),
    pressAt: (x, y) => page.mouse.click(x, y),
    async wheel(x, y, far) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY: far });
    },
    key: (key) => page.keyboard.press(key),
    async reload() {
      await page.reload();
    },
    async back() {
      await page.goBack();
    },
    async choose(selector, files) {
      const input = await page.waitForSelector(selector);
      await (input as unknown as { uploadFile: (...files: string[]) => Promise<void> }).uploadFile(
        ...files,
      );
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  };
}
