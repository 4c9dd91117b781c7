/** Ensures a browser for the e2e tests; the only step that may need root. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  findChromium,
  findHeadlessShell,
  findStoryBrowser,
} from '../tests/e2e/support/chromium.ts';

const NEEDED = ['chromium', 'fonts-noto-cjk'];
const QUICKER = 'chromium-headless-shell';
const LIMIT_MS = 120_000;

/** @param options `isOptional`: without complaint, and not waiting long for a network */
function install(packages: string[], { isOptional = false } = {}): void {
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const aptGet = (args: string[], timeout?: number): boolean =>
    spawnSync('apt-get', ['-qq', '-y', ...args], {
      stdio: ['ignore', 'ignore', isOptional ? 'ignore' : 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      ...(timeout && { timeout }),
    }).status === 0;
  const limit = isOptional ? LIMIT_MS : undefined;
  const packed = ['install', '--no-install-recommends', '--no-remove', ...packages];
  aptGet(['update'], limit);
  // Only a download may be stopped half-way.
  if (aptGet(['--download-only', ...packed], limit)) aptGet(['--no-download', ...packed]);
}

const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (isRootOnDebian && process.env['CHROMIUM_PATH'] === undefined) {
  if (!findHeadlessShell()) install([...NEEDED, QUICKER], { isOptional: true });
  if (!findChromium()) install(NEEDED);
}
const found = findStoryBrowser();
if (found) {
  console.log(`The browser tests use ${found}.`);
} else {
  console.error(
    'The browser tests need Chromium: install the package `chromium` (and `fonts-noto-cjk`), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
  process.exitCode = 1;
}
