/** Ensures a browser for the e2e tests; the only step that may need root. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '../tests/e2e/support/chromium.ts';

function install(): void {
  console.log('Installing Chromium and Japanese fonts with apt-get …');
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
  ]) {
    spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}

const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
if (!findChromium() && isRootOnDebian) install();
const found = findChromium();
if (!found) {
  console.error(
    'The browser tests need Chromium: install the package `chromium` (and `fonts-noto-cjk`), ' +
      'or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
  process.exitCode = 1;
}
