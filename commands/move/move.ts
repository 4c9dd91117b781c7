import { copyFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { claimDataFolder, dataPaths } from '#server/data-folder.ts';
import { syncPath } from '#server/durable-file.ts';
import type { Mark } from '#server/moved.ts';
import { requireNotMoved } from '#server/open-database.ts';
import { makeBlobStore } from '#server/open-store.ts';
import type { Copied, CopyOptions } from './files.ts';
import { copyFiles } from './files.ts';
import { createFile, openFile, requireNoFile } from './file-side.ts';
import { createPostgres, openPostgres, requireNoTables } from './postgres-side.ts';
import type { Say } from './rows.ts';
import { copyRows } from './rows.ts';
import type { Parts, Place } from './settings.ts';
import { markAhead, markBehind, partsToMove, requireSameSecret } from './settings.ts';
import type { Side, Target } from './side.ts';
import { requireSpace } from './space.ts';
import type { Present } from './stored.ts';
import { requireOwnFiles } from './stored.ts';

export interface Moved {
  /** null if it stays where it is. */
  tables: Map<string, number> | null;
  photos: Copied | null;
  /** Why servers would still start with the old settings; null if they are refused. */
  unmarked: string | null;
}

interface MoveOptions {
  acceptDamaged?: boolean;
  say?: Say;
}

/**
 * Copies an instance to another place while no server runs. Files first: they change nothing
 * without their rows, which follow in one transaction. The present place stays as it is, but for a
 * mark that is written last: nothing starts with the old settings any more.
 * @throws Error with one line
 */
export async function move(from: Place, to: Place, options: MoveOptions = {}): Promise<Moved> {
  const parts = partsToMove(from, to);
  requireSameSecret(from, to);
  const folders = new Set([from.env.DATA_DIR, to.env.DATA_DIR]);
  const unlocks: (() => void)[] = [];
  let source: Side | undefined;
  try {
    if (!existsSync(from.env.DATA_DIR)) throw new Error(`there is no ${from.env.DATA_DIR}`);
    for (const folder of folders) unlocks.push(claimDataFolder(folder));
    await requireNotMoved(from.env, from.settings);
    source = await openSource(from);
    return await moveParts(source, from, to, { ...options, parts });
  } finally {
    await source?.close();
    for (const unlock of unlocks) unlock();
  }
}

interface Plan extends MoveOptions {
  parts: Parts;
}

const NOTHING: Present = { isEmpty: true, bytes: 0 };

async function moveParts(source: Side, from: Place, to: Place, plan: Plan): Promise<Moved> {
  const { parts, acceptDamaged = false, say = () => undefined } = plan;
  if (parts.database) await requireNoRows(to);
  const present = parts.photos ? await requireOwnFiles(source, to) : NOTHING;
  await requireSpace(source, to, { parts, present });
  const options = { acceptDamaged, say, mayBeThere: !present.isEmpty };
  const photos = parts.photos ? await movePhotos(source, from, to, options) : null;
  if (from.env.DATA_DIR !== to.env.DATA_DIR) await copyBeside(from, to);
  const ahead = markAhead(await source.readMark(), from, to, parts);
  const tables = parts.database ? await moveRows(source, to, { say, mark: ahead }) : null;
  const unmarked = await markMoved(source, parts.database ? markBehind(to, parts) : ahead);
  return { tables, photos, unmarked };
}

/** All has been moved by then, so that a failure is told and ends nothing. */
async function markMoved(source: Side, mark: Mark): Promise<string | null> {
  try {
    await source.writeMark(mark);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const openSource = ({ env }: Place): Promise<Side> | Side =>
  env.DATABASE_URL === undefined ? openFile(env.DATA_DIR) : openPostgres(env.DATABASE_URL);

const createTarget = ({ env }: Place): Promise<Target> =>
  env.DATABASE_URL === undefined ? createFile(env.DATA_DIR) : createPostgres(env.DATABASE_URL);

async function requireNoRows({ env }: Place): Promise<void> {
  if (env.DATABASE_URL === undefined) requireNoFile(env.DATA_DIR);
  else await requireNoTables(env.DATABASE_URL);
}

async function movePhotos(
  source: Side,
  from: Place,
  to: Place,
  options: CopyOptions,
): Promise<Copied> {
  const stores = {
    from: makeBlobStore(from.env, from.settings),
    to: makeBlobStore(to.env, to.settings),
  };
  try {
    return await copyFiles(source, stores, options);
  } finally {
    stores.from.close();
    stores.to.close();
  }
}

async function moveRows(
  source: Side,
  to: Place,
  { say, mark }: { say: Say; mark: Mark },
): Promise<Map<string, number>> {
  const target = await createTarget(to);
  try {
    const counts = await copyRows(source, target, say);
    await target.finish(mark);
    return counts;
  } finally {
    await target.close();
  }
}

/** The secret, and the operator's postal codes. */
async function copyBeside({ env: from }: Place, { env: to }: Place): Promise<void> {
  const target = dataPaths(to.DATA_DIR);
  const { secret, postcodes } = dataPaths(from.DATA_DIR);
  for (const [file, at] of [
    [secret, target.secret],
    [postcodes, target.postcodes],
  ] as const) {
    if (!existsSync(file)) continue;
    await copyFile(file, at);
    await syncPath(at);
  }
  await syncPath(path.dirname(target.secret));
}
