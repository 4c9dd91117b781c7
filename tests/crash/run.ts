/**
 * `npm run test:crash`: promises P1 and P14 of docs/safety.md on the built server. CRASH_KILLS and
 * CRASH_TERMINATIONS change the number of rounds. With TEST_PHOTO_STORE=s3 the photos are in a bucket.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import { signIn } from '../support/http.ts';
import { jpeg } from '../support/pictures.ts';
import { ROOT, startServer } from '../support/server.ts';
import { makeWorld } from '../support/world.ts';
import { runKills } from './kills.ts';
import { openPlace } from './place.ts';
import { runTerminations } from './terminations.ts';

const KILLS = Number(process.env['CRASH_KILLS'] ?? 50);
const TERMINATIONS = Number(process.env['CRASH_TERMINATIONS'] ?? 20);

async function main(): Promise<boolean> {
  await buildIfStale();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-crash-'));
  const started = performance.now();
  const place = await openPlace(dataDir);
  try {
    const { cast } = await makeWorld(dataDir, place.settings);
    const server = await startServer(dataDir, place.settings);
    const { bearer } = await signIn(server.url, cast.general.email);
    await server.stop();
    const target = { bearer, picture: await jpeg({ width: 640, height: 480 }) };
    const p1 = await runKills(place, target, KILLS);
    const p14 = await runTerminations(place, target, TERMINATIONS);
    const seconds = Math.round((performance.now() - started) / 1000);
    await report({ p1, p14, seconds });
    return p1.broken.length === 0 && p14.broken.length === 0;
  } finally {
    await place.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Report {
  p1: Awaited<ReturnType<typeof runKills>>;
  p14: Awaited<ReturnType<typeof runTerminations>>;
  seconds: number;
}

/** As a table and as JSON. */
async function report(figures: Report): Promise<void> {
  const { p1, p14, seconds } = figures;
  const rows: [string, string | number][] = [
    ['P1  kill -9 during uploads and saves', p1.kills],
    ['    items acknowledged, all there', p1.itemsPromised],
    ['    uploads whose item was made after the crash', p1.uploadsClaimedLater],
    ['    answers / requests cut off', `${p1.answers} / ${p1.cutOff}`],
    ['    slowest start after a crash, ms', p1.slowestStartMs],
    ['    broken promises', p1.broken.length],
    ['P14 SIGTERM during uploads', p14.terminations],
    ['    uploads under way / answered', `${p14.uploadsUnderWay} / ${p14.answered}`],
    ['    slowest exit, ms', p14.slowestExitMs],
    ['    broken promises', p14.broken.length],
    ['time, s', seconds],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(52)} ${value}`);
  for (const text of [...p1.broken, ...p14.broken].slice(0, 50)) console.log(`BROKEN ${text}`);
  const folder = path.join(ROOT, 'test-results');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'crash.json'), `${JSON.stringify(figures, null, 2)}\n`);
  console.log('as JSON: test-results/crash.json');
}

process.exitCode = (await main()) ? 0 : 1;
