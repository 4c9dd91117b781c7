/**
 * `npm run test:backup`: promise P15 of docs/safety.md on the built server. Backups are taken under
 * load; each is restored and verified, and a letter opens with all its photos. BACKUP_ROUNDS and
 * BACKUP_SECONDS change the figures.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildIfStale } from '../../scripts/build.ts';
import type { Ledger } from '../crash/ledger.ts';
import { openLedger } from '../crash/ledger.ts';
import type { Target } from '../crash/load.ts';
import { load } from '../crash/load.ts';
import { signIn } from '../support/http.ts';
import { jpeg } from '../support/pictures.ts';
import { ROOT, startServer } from '../support/server.ts';
import type { World } from '../support/world.ts';
import { makeWorld } from '../support/world.ts';
import { watchLetter } from './latency.ts';
import type { Round } from './round.ts';
import { backUpAndRestore } from './round.ts';

const ROUNDS = Number(process.env['BACKUP_ROUNDS'] ?? 10);
const SECONDS = Number(process.env['BACKUP_SECONDS'] ?? 60);

async function main(): Promise<boolean> {
  await buildIfStale();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-backups-'));
  const dataDir = path.join(folder, 'data');
  const started = performance.now();
  try {
    const world = await makeWorld(dataDir);
    const server = await startServer(dataDir, { LOG_LEVEL: 'error' });
    process.once('exit', () => server.child.kill('SIGKILL'));
    const picture = await jpeg({ width: 640, height: 480 });
    const ledger = openLedger();
    const rounds: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      // For each round: on a slow machine the access token would expire.
      const { bearer } = await signIn(server.url, world.cast.general.email);
      const target = { url: server.url, bearer, picture };
      rounds.push(await runRound(folder, world, target, ledger, n));
      await keepFigures(rounds);
      process.stdout.write(`\rP15: ${n + 1} of ${ROUNDS} backups, ${ledger.items.size} items`);
    }
    const broken = [
      ...rounds.flatMap((round) => round.broken),
      ...ledger.wrong,
      ...server.errors(),
    ];
    await server.stop();
    await report(rounds, broken, ledger, Math.round((performance.now() - started) / 1000));
    return broken.length === 0;
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Every second backup is a single file. */
async function runRound(
  folder: string,
  world: World,
  target: Target,
  ledger: Ledger,
  n: number,
): Promise<Round> {
  let over = false;
  const busy = load(target, ledger, () => over);
  const quiet = await watchLetter(target.url, world, SECONDS * 250);
  const known = new Set(ledger.items.keys());
  const asFile = n % 2 === 1;
  const round = await backUpAndRestore({ folder, world, known, target, asFile, n });
  await watchLetter(target.url, world, SECONDS * 250);
  over = true;
  await busy;
  return { ...round, quietMs: quiet };
}

async function report(rounds: Round[], broken: string[], ledger: Ledger, seconds: number) {
  const all = (pick: (round: Round) => number): string => rounds.map(pick).join(' ');
  const rows: [string, string | number][] = [
    ['P15 backups during uploads and saves', rounds.length],
    ['    items acknowledged meanwhile / answers', `${ledger.items.size} / ${ledger.answers}`],
    ['    files in each', all(({ files }) => files)],
    ['    snapshots until consistent', all(({ snapshots }) => snapshots)],
    ['    backup, ms', all(({ backupMs }) => backupMs)],
    ['    restore, ms', all(({ restoreMs }) => restoreMs)],
    ['    photos of letters opened from each', all(({ photos }) => photos)],
    [
      "    letter's p99 before / during the backup, ms",
      rounds.map(({ quietMs, busyMs }) => `${quietMs}/${busyMs}`).join(' '),
    ],
    ['    broken promises', broken.length],
    ['time, s', seconds],
  ];
  console.log('');
  for (const [name, value] of rows) console.log(`${name.padEnd(52)} ${value}`);
  for (const text of broken.slice(0, 50)) console.log(`BROKEN ${text}`);
  await keepFigures(rounds, { broken, items: ledger.items.size, seconds });
  console.log('as JSON: test-results/backup.json');
}

/** After each round, so that a later failure loses nothing. */
async function keepFigures(rounds: Round[], sums: Record<string, unknown> = {}): Promise<void> {
  const results = path.join(ROOT, 'test-results');
  await mkdir(results, { recursive: true });
  const figures = JSON.stringify({ rounds, ...sums }, null, 2);
  await writeFile(path.join(results, 'backup.json'), `${figures}\n`);
}

// The writing server must not outlive a failure.
process.exit((await main().catch(() => false)) ? 0 : 1);
