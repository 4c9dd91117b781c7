import puppeteer from 'puppeteer-core';
import { findStoryBrowser } from '../../e2e/support/chromium.ts';
import type { Browser, Looks } from './browser.ts';
import { browserOf } from './puppeteer.ts';

export const CHROMIUM_MISSING = 'no Chromium here (apt-get install chromium)';
export const hasChromium = (): boolean => findStoryBrowser() !== undefined;

/** The stories' own browser, where its lines are compared with those of the others. */
export async function startChromium({ dark = false }: Looks = {}): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: findStoryBrowser() ?? '',
    headless: 'shell',
    acceptInsecureCerts: true,
    args: ['--no-sandbox', '--hide-scrollbars'],
  });
  const opened = await browserOf(browser);
  const scheme = { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' };
  await opened.page.emulateMediaFeatures([scheme]);
  return opened;
}
