import { RECIPE } from '#lib/picture-recipe.ts';
import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import { claimDataFolder, dataPaths } from './data-folder.ts';
import type { Db, OpenDatabase } from './database.ts';
import type { Purpose } from './demo-folder.ts';
import { markDemo, purposeOf, requirePurpose } from './demo-folder.ts';
import type { Env } from './env.ts';
import { readEnv } from './env.ts';
import type { Claimant } from './leases.ts';
import { makeClaimant } from './leases.ts';
import type { ImagePool } from './image/image-pool.ts';
import { makeImagePool } from './image/image-pool.ts';
import type { Line } from './line/line.ts';
import { keptLine, makeLine } from './line/open-line.ts';
import type { Log } from './log.ts';
import { makeLog } from './log.ts';
import type { Mailer } from './mailer.ts';
import { makeMailer } from './mailer.ts';
import { openUpgraded } from './open-database.ts';
import { makeBlobStore } from './open-store.ts';
import { closeToOthers } from './private-files.ts';
import type { Secrets } from './secrets.ts';
import { withOperator } from './with-operator.ts';
import { requireSharedSettings, withoutFileBackups } from './shared-settings.ts';
import { keptAppSecret, makeSecrets } from './secrets.ts';

/** What services use of the outside world; tests build their own. */
export interface Runtime {
  env: Env;
  log: Log;
  clock: Clock;
  database: OpenDatabase;
  db: Db;
  /** For letters and pictures: it only reads, and waits for no write. */
  readConnection: Db;
  blobs: BlobStore;
  images: ImagePool;
  mailer: Mailer;
  /** null where it is not configured. */
  line: Line | null;
  /** No mail leaves a demo, so its pages may show them. */
  isDemo: boolean;
  claimant: Claimant;
  secrets: Secrets;
  wakeMails: () => void;
  wakeJobs: () => void;
  close: () => Promise<void>;
}

/** What comes back to the service is not the demo's to read. */
const NOT_IN_DEMO = {
  ...{ DATABASE_URL: undefined, PHOTO_STORE: undefined },
  ...{ BOUNCE_URL: undefined, BOUNCE_ADDRESS: undefined },
};

/** Opens and locks the data folder and migrates the database. @throws Error with one line */
export async function openRuntime(
  given: Env,
  clock: Clock = systemClock,
  purpose: Purpose = 'service',
): Promise<Runtime> {
  // The demo keeps everything in its own folder.
  const env = await withOperator(purpose === 'demo' ? { ...given, ...NOT_IN_DEMO } : given);
  requirePurpose(env.DATA_DIR, purpose);
  const unlock = claimDataFolder(env.DATA_DIR);
  closeToOthers(env.DATA_DIR);
  const database = await openUpgraded(env).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const rt = makeRuntime(env, database, clock, unlock);
  if (purpose === 'service') return rt;
  await markDemo(env.DATA_DIR, rt.db);
  const isDemo = rt.mailer.kind === 'files';
  return { ...rt, isDemo, line: isDemo ? keptLine() : rt.line };
}

/** A runtime on an open database. @param release ends the folder's lock, called last on closing */
export function makeRuntime(
  env: Env,
  database: OpenDatabase,
  clock: Clock,
  release?: () => void,
): Runtime {
  const images = makeImagePool(RECIPE);
  const mailer = makeMailer(env);
  const line = makeLine(env);
  const blobs = makeBlobStore(env);
  return {
    env,
    clock,
    database,
    db: database.db,
    readConnection: database.readConnection,
    images,
    mailer,
    line,
    isDemo: false,
    // Other processes may have the same database, unless it is in the folder.
    claimant: makeClaimant(release !== undefined && env.DATABASE_URL === undefined),
    // Kept by whoever has the folder; not by commands beside it.
    log: makeLog(env.LOG_LEVEL, release && dataPaths(env.DATA_DIR).logs),
    blobs,
    secrets: makeSecrets(env.APP_SECRET ?? keptAppSecret(env.DATA_DIR)),
    wakeMails: () => undefined,
    wakeJobs: () => undefined,
    async close() {
      images.close();
      mailer.close();
      line?.close();
      blobs.close();
      await database.close();
      release?.();
    },
  };
}

const kept = globalThis as typeof globalThis & { tsukidayori?: Promise<Runtime> };

/** The server's runtime, opened on first use; survives reloads in development. */
export const runtime = (): Promise<Runtime> => (kept.tsukidayori ??= openForServer());

function openForServer(): Promise<Runtime> {
  const purpose = purposeOf(process.argv);
  const source = purpose === 'demo' ? { ...process.env, DATABASE_URL: '' } : process.env;
  requireSharedSettings(source);
  return openRuntime(withoutFileBackups(readEnv(source)), systemClock, purpose);
}
