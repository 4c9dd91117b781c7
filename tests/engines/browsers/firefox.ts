import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import type { Browser } from './browser.ts';

const PROGRAM = '/usr/bin/firefox-esr';

export const FIREFOX_MISSING = 'no Firefox here (apt-get install firefox-esr)';
export const hasFirefox = (): boolean => existsSync(PROGRAM);

/** A profile of its own, which goes with it. */
export async function startFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    headless: true,
    acceptInsecureCerts: true,
  });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    address: () => Promise.resolve(page.url()),
    ask: (code) => page.evaluate(`(() => { ${code} })()`) as Promise<never>,
    fill: (selector, text) => page.type(selector, text),
    press: (selector) => page.click(selector),
    async choose(selector, files) {
      const input = await page.waitForSelector(selector);
      await (input as unknown as { uploadFile: (...files: string[]) => Promise<void> }).uploadFile(
        ...files,
      );
    },
    close: () => browser.close(),
  };
}
