import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { measureAccounts } from './accounts.ts';
import { measureAdmin } from './admin.ts';
import { benchBook } from './book.ts';
import { benchCluster } from './cluster.ts';
import { makeFacility } from './facility.ts';
import { benchFairness } from './fairness.ts';
import { benchFirstView } from './first-view.ts';
import { benchGrowth } from './growth.ts';
import { benchFirstOfMonth } from './first-of-month.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLetter } from './letter.ts';
import { measureMemory } from './memory.ts';
import { benchMemory } from './memory-run.ts';
import { measurePhotos } from './photo.ts';
import { benchMonth } from './month.ts';
import { benchMove } from './move.ts';
import { benchUploads } from './uploads.ts';
import { totalOf, weighScripts } from '../support/script-weight.ts';
import { ROOT, residentMb, startServer } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

const PORT = 4392;
const SETTLE_MS = 3000;
const PHOTO_PAGE =
  /^(client|ItemsList|UploadDropZone|SideMenu|DeadlineBar|Admin|ReloadOnce|LoadingBar)\..*\.js$/;

/** `npm run bench`: size, speed and memory (performance.md#budgets). */
await buildIfStale();
const [part, ...options] = process.argv.slice(2);
if (part === 'memory') await benchMemory(options);
if (part === 'fairness') await benchFairness(options);
if (part === 'first-view') await benchFirstView();
if (part === 'first-of-month') await benchFirstOfMonth(options);
if (part === 'cluster') await benchCluster();
if (part === 'book') await benchBook(options);
if (part === 'growth') await benchGrowth(options);
if (part === 'move') await benchMove(options);
if (part === 'month') await benchMonth();
if (part === 'uploads') await benchUploads();
if (part === 'photos')
  await report(await measurePhotos(), path.join(ROOT, 'bench-results'), 'photos');
if (part !== undefined && part !== 'letters') process.exit();
const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-bench-'));
const data = path.join(folder, 'data');
console.log('Making a facility of 100 residents and 30,000 items …');
const bench = await makeFacility(data, { familiesEach: 40 });
const server = await startServer(data, PORT);
const rows: Row[] = [];
try {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const idleMb = residentMb(server.pid);
  rows.push({ what: 'start to first answer', value: server.startMs, unit: 'ms', budget: 400 });
  rows.push(...clientScripts());
  console.log('Letters …');
  rows.push(...(await measureLetter(server, bench, data, path.join(folder, 'nginx'))));
  if (part === 'letters') await onlyLetters();
  console.log('Memory …');
  rows.push(...(await measureMemory(server, idleMb)));
  console.log('Photos …');
  rows.push(...(await measurePhotos()));
  console.log('Lighthouse …');
  rows.push(...(await measureLighthouse(server, bench)));
} finally {
  await server.stop();
}
try {
  console.log('Accounts …');
  rows.push(...(await measureAccounts(path.join(folder, 'accounts'), PORT)));
  console.log('Pages of a large facility …');
  rows.push(...(await measureAdmin(path.join(folder, 'large'), PORT)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
await report(rows, path.join(ROOT, 'bench-results'));

/** `npm run bench -- letters`. */
async function onlyLetters(): Promise<never> {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  await report(rows, path.join(ROOT, 'bench-results'), 'letters');
  process.exit();
}

/** What the page loads at first (tests/access/script-size.test.ts). */
function clientScripts(): Row[] {
  const assets = path.join(ROOT, 'dist/client/_astro');
  const entries = readdirSync(assets).filter((name) => PHOTO_PAGE.test(name));
  const bytes = totalOf(weighScripts(assets, entries));
  return [
    {
      what: 'scripts of the photo page, brotli',
      value: Math.round(bytes / 102.4) / 10,
      unit: 'KB',
      budget: 110,
    },
  ];
}
