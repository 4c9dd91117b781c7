import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import type { Browser, Looks } from './browser.ts';
import { browserOf } from './puppeteer.ts';

const PROGRAM = '/usr/bin/firefox-esr';

export const FIREFOX_MISSING = 'no Firefox here (apt-get install firefox-esr)';
export const hasFirefox = (): boolean => existsSync(PROGRAM);

/** A profile of its own, which goes with it. */
export async function startFirefox({ dark = false }: Looks = {}): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: PROGRAM,
    headless: true,
    acceptInsecureCerts: true,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      'general.smoothScroll': false,
    },
  });
  return browserOf(browser);
}
