import { existsSync } from 'node:fs';

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** Debian's package of the same name. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The machine's own browser; none is downloaded. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  return given ?? USUAL.find((file) => existsSync(file));
}

/**
 * The same engine without a browser's windows, which is Playwright's own choice: stories take half
 * as much CPU with it.
 */
export function findHeadlessShell(): string | undefined {
  return existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : undefined;
}

/** What the stories run in. */
export function findStoryBrowser(): string | undefined {
  return process.env['CHROMIUM_PATH'] ?? findHeadlessShell() ?? findChromium();
}
