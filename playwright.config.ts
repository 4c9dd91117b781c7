import { defineConfig, devices } from '@playwright/test';
import { testFolder } from './scripts/test-folder.ts';
import { findStoryBrowser } from './tests/e2e/support/chromium.ts';
import { RARE } from './tests/e2e/support/rare.ts';

process.env['TMPDIR'] = testFolder();
process.env['QUICK_PASSWORDS'] = '1';

/**
 * `usual` leaves out what is rare, which `rare` runs alone, in full; without either it is all of
 * them, in the rounds of `usual`.
 */
const part = (process.env['E2E_PART'] ??= 'all');
// Chosen once: the workers read this file again and inherit the environment. Browsers refuse 5060.
process.env['E2E_PORT'] ??= String((part === 'rare' ? 5100 : 4500) + (process.pid % 400));
const IS_RARE = new RegExp(RARE.tag);
const url = `http://127.0.0.1:${process.env['E2E_PORT']}`;

/** Whatever a browser does by itself would only be noise on a closed network. */
const QUIET = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise it starts a renderer ahead for every page, which hardly any story needs.
  '--renderer-process-limit=1',
];
const executablePath = findStoryBrowser();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.story.ts',
  ...(part === 'usual' && { grepInvert: IS_RARE }),
  ...(part === 'rare' && { grep: IS_RARE }),
  outputDir: `test-results/e2e-${part}/failed`,
  // One browser at a time: the stories share a server, and two cores.
  workers: 1,
  // No story is about speed, and a busy machine may take its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    ...devices['Desktop Chrome'],
    baseURL: url,
    locale: 'ja-JP',
    // With one, Playwright would not see every request; the story about it allows it.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Tokyo',
    launchOptions: { args: QUIET, ...(executablePath && { executablePath }) },
    // Half of the time went into recording what nobody looks at.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  globalTeardown: './tests/e2e/support/log-check.ts',
  webServer: {
    command: 'node tests/e2e/support/serve.ts',
    url: `${url}/healthz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stderr: 'pipe',
  },
});
