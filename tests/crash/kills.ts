import type { TestServer } from '../support/server.ts';
import { freePort, startServer } from '../support/server.ts';
import { check } from './check.ts';
import type { Ledger } from './ledger.ts';
import { openLedger } from './ledger.ts';
import type { Target } from './load.ts';
import type { Place } from './place.ts';
import { claimLeftovers, load } from './load.ts';

const MIN_LOAD_MS = 150;
const MORE_LOAD_MS = 900;

interface KillFigures {
  kills: number;
  itemsPromised: number;
  uploadsClaimedLater: number;
  answers: number;
  cutOff: number;
  slowestStartMs: number;
  broken: string[];
}

/** P1: repeated `kill -9` during parallel uploads and saves, on the same database and photos. */
export async function runKills(
  place: Place,
  target: Omit<Target, 'url'>,
  kills: number,
): Promise<KillFigures> {
  const port = String(await freePort());
  const at = { ...target, url: `http://127.0.0.1:${port}` };
  const ledger = openLedger();
  const broken: string[] = [];
  let uploadsClaimedLater = 0;
  let slowestStartMs = 0;
  const start = async (): Promise<TestServer> => {
    const began = performance.now();
    const server = await startServer(place.dataDir, {
      ...place.settings,
      PORT: port,
      LOG_LEVEL: 'error',
    });
    slowestStartMs = Math.max(slowestStartMs, Math.round(performance.now() - began));
    return server;
  };
  for (let round = 0; round <= kills; round++) {
    const server = await start();
    const found = [...(await check(place, ledger)), ...server.errors()];
    broken.push(...found.map((text) => `after kill ${round}: ${text}`));
    uploadsClaimedLater += ledger.uploads.size;
    await claimLeftovers(at, ledger);
    process.stdout.write(`\rP1: ${round} of ${kills} kills, ${ledger.items.size} items`);
    if (round < kills) await killDuringLoad(server, at, ledger);
    else await server.stop();
  }
  process.stdout.write('\n');
  return {
    kills,
    itemsPromised: ledger.items.size,
    uploadsClaimedLater,
    answers: ledger.answers,
    cutOff: ledger.cut,
    slowestStartMs,
    broken: [...broken, ...ledger.wrong],
  };
}

async function killDuringLoad(server: TestServer, at: Target, ledger: Ledger): Promise<void> {
  let dead = false;
  const busy = load(at, ledger, () => dead);
  await new Promise((resolve) => setTimeout(resolve, MIN_LOAD_MS + Math.random() * MORE_LOAD_MS));
  await server.stop('SIGKILL');
  dead = true;
  await busy;
}
