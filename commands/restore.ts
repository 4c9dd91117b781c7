/**
 * Restores a verified backup into an empty folder, and into the database and the bucket that are set: `npm run restore -- BACKUP [--to FOLDER]`, or a
 * copy of one with `--from PLACE [BACKUP]`; `--from PLACE --list` says what is there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { dataPaths } from '#server/data-folder.ts';
import { holdsDemo } from '#server/demo-folder.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { requireOwner } from '#server/folder-owner.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { ROOT } from '#server/root.ts';
import { requireSharedSettings } from '#server/shared-settings.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import { listCopies, openCopy } from './copies/fetch.ts';
import { checkStage } from './restore/check.ts';
import type { Ending } from './restore/endings.ts';
import { leaveToHand } from './restore/endings.ts';
import { openFileRows } from './restore/file-rows.ts';
import { openPhotoSink } from './restore/into-bucket.ts';
import { fillPostgres, requireEmptyPostgres } from './restore/postgres-rows.ts';
import type { Restored, Source } from './restore/read.ts';
import { readInto, sourceAt } from './restore/read.ts';
import { copyRows } from './restore/rows.ts';
import { openTarget } from './restore/target.ts';

type Restoring = Partial<Pick<Env, 'PHOTO_STORE' | 'DATABASE_URL' | 'APP_SECRET'>> & {
  acceptDamaged?: boolean;
};

/** What was restored, and what a person has to look at. */
type Result = Restored & { endings: Ending[]; rows: number | null };

/**
 * Restores a backup into an empty or absent folder (P15), and its photos and rows into a bucket and
 * an empty PostgreSQL where the settings name them; no server can start on it meanwhile.
 * @throws Error with one line; nothing of the backup is then in the folder or the database
 */
export async function restoreBackup(
  from: string | Source,
  to: string,
  { acceptDamaged = false, ...places }: Restoring = {},
): Promise<Result> {
  const { PHOTO_STORE: photoStore, DATABASE_URL: url } = places;
  if (url !== undefined) await requireEmptyPostgres(url);
  const target = await openTarget(to);
  const sink = photoStore ? await openPhotoSink(photoStore, target.stage) : null;
  try {
    const source = typeof from === 'string' ? await sourceAt(from) : from;
    const read = await readInto(source, target.stage, acceptDamaged, sink);
    if (read.lacking.length > 0 && !acceptDamaged) {
      throw new Error(
        `${read.lacking.length} files were damaged when the backup was taken, the first is ${read.lacking[0] ?? ''}; use an older backup, or restore without them with --accept-damaged`,
      );
    }
    await checkStage(target.stage, acceptDamaged, photoStore);
    const endings = leaveToHand(target.stage);
    if (url === undefined) await target.publish();
    else requireSameSecret(target.stage, places.APP_SECRET);
    const rows = url === undefined ? null : await fillFrom(target, url);
    await target.finish();
    return { ...read, endings, rows };
  } catch (error) {
    await target.abandon();
    throw error;
  } finally {
    sink?.close();
  }
}

/** The rest of the folder is in place before the rows are. @returns how many rows there are */
async function fillFrom(
  { stage, publish }: Awaited<ReturnType<typeof openTarget>>,
  url: string,
): Promise<number> {
  const { database, backups } = dataPaths(stage);
  await upgradeDatabase(database, { copies: backups });
  let count = 0;
  await fillPostgres(url, async (target) => {
    const rows = openFileRows(database);
    try {
      count = await copyRows(rows, target);
    } finally {
      rows.close();
    }
    await rm(database);
    await publish();
  });
  return count;
}

/** Links and PINs are made with it. @throws Error with one line, without the secret */
function requireSameSecret(stage: string, given: string | undefined): void {
  const { secret } = dataPaths(stage);
  if (!existsSync(secret) || readFileSync(secret, 'utf8').trim() === given) return;
  throw new Error(
    'APP_SECRET is not the one of this backup: set it to the text of the file secret in its data folder',
  );
}

const MIB = 1024 * 1024;

/** For people: without user, password and other parameters. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

function report(to: string, { DATABASE_URL: url, PHOTO_STORE: store }: Env, result: Result) {
  const { files, bytes, madeAt, lacking, hasSecret, endings, rows } = result;
  return [
    `Restored the backup of ${madeAt} into ${to} (${files} files, ${(bytes / MIB).toFixed(1)} MiB); every file was verified.`,
    ...(store ? [`Photos are in s3://${store.bucket}/${store.prefix}`] : []),
    ...(url && rows !== null
      ? [`The database is ${placeOf(url)}: ${rows} rows, each table with the same hash.`]
      : []),
    ...(lacking.length > 0 ? [`${lacking.length} damaged files were left out.`] : []),
    ...(hasSecret
      ? []
      : ['It contains no secret: set the same APP_SECRET as before, or photo URLs will change.']),
    ...endings.map(
      ({ name, endsOn }) =>
        `「${name}」 ends on ${endsOn}; if that was taken back after the backup, take it back again.`,
    ),
    holdsDemo(to)
      ? `This is demo data, which npm start refuses: DATA_DIR=${to} npm run demo`
      : `Next: start the server with DATA_DIR=${to} and open a letter. Changes after that time are not included.`,
  ].join('\n');
}

const USAGE = 'usage: npm run restore -- BACKUP [--to FOLDER], or --from PLACE [BACKUP | --list]';

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  list: { type: 'boolean', default: false },
  'accept-damaged': { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  keepFilesPrivate();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [backup, ...others] = positionals;
  if ((backup ?? values.from) === undefined || others.length > 0) throw new Error(USAGE);
  // npm changes to the project folder; paths are relative to where the user is.
  const at = (given: string): string => path.resolve(process.env['INIT_CWD'] ?? ROOT, given);
  const env = readEnv(process.env);
  requireSharedSettings(process.env);
  const to = values.to === undefined ? env.DATA_DIR : at(values.to);
  requireOwner(to);
  const options = { ...env, acceptDamaged: values['accept-damaged'] };
  const restore = async (from: string | Source): Promise<void> =>
    console.log(report(to, env, await restoreBackup(from, to, options)));
  if (values.from === undefined) await restore(at(backup ?? ''));
  else if (values.list) console.log((await listCopies(values.from, env)).join('\n'));
  else await openCopy(values.from, backup, env, restore);
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    console.error(
      `Nothing was restored: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}
