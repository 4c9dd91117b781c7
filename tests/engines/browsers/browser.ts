import { BREAK } from '#lib/break.ts';

/** As much of a real browser as a person's way through the pages needs. */
export interface Browser {
  open: (url: string) => Promise<void>;
  address: () => Promise<string>;
  /** Runs in the page. @param code the body of a function; what it returns can be cloned */
  ask: <T>(code: string) => Promise<T>;
  fill: (selector: string, text: string) => Promise<void>;
  press: (selector: string) => Promise<void>;
  /** A press at a place of the screen, in px. */
  pressAt: (x: number, y: number) => Promise<void>;
  /** Turns a wheel over a place of the screen. @param far how many px down */
  wheel: (x: number, y: number, far: number) => Promise<void>;
  /** To what has the focus. */
  key: (key: Key) => Promise<void>;
  reload: () => Promise<void>;
  back: () => Promise<void>;
  /** Gives files on disk to the page's picker. */
  choose: (selector: string, files: readonly string[]) => Promise<void>;
  /** The page's size in CSS pixels. */
  resize: (width: number, height: number) => Promise<void>;
  /** What is seen now, as a PNG. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
}

export type Key = 'Escape' | 'ArrowRight';

/** How its owner likes to see pages. */
export interface Looks {
  dark?: boolean;
}

const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/** Waits until something is so in the page. @throws Error with what the page shows instead */
export async function waitFor(browser: Browser, code: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  // A page that is being left has no answer.
  while (!(await browser.ask<boolean>(`return Boolean(${code})`).catch(() => false))) {
    if (Date.now() > end) {
      const shown = await browser.ask<string>('return document.body.innerText').catch(String);
      throw new Error(`${code} did not become true at ${await browser.address()}:\n${shown}`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** A page that has all it loads: leaving one before, Firefox refuses at times. */
export const IS_LOADED = `performance.getEntriesByType('navigation')[0]?.loadEventEnd > 0`;

/** What a page says, without the places where lines may break; to be run in it. */
export const SHOWN = `document.body.innerText.replaceAll('${BREAK}', '')`;

export const waitForText = (browser: Browser, text: string): Promise<void> =>
  waitFor(browser, `${SHOWN}.includes(${JSON.stringify(text)})`);
