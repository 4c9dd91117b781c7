/**
 * Restores a verified backup into an empty folder: `npm run restore -- BACKUP [--to FOLDER]`, or a
 * copy of one with `--from PLACE [BACKUP]`; `--from PLACE --list` says what is there.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { holdsDemo } from '#server/demo-folder.ts';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { requireOwner } from '#server/folder-owner.ts';
import { requireNotMoved } from '#server/open-database.ts';
import { keepFilesPrivate } from '#server/private-files.ts';
import { ROOT } from '#server/root.ts';
import { requireFileDatabase } from './backup/file-only.ts';
import { listCopies, openCopy } from './copies/fetch.ts';
import { checkStage } from './restore/check.ts';
import type { Ending } from './restore/endings.ts';
import { leaveToHand } from './restore/endings.ts';
import type { Restored, Source } from './restore/read.ts';
import { readInto, sourceAt } from './restore/read.ts';
import { openTarget } from './restore/target.ts';

interface RestoreOptions {
  acceptDamaged?: boolean;
  /** Where the backup's photos are; by default in it. */
  photoStore?: Env['PHOTO_STORE'];
}

/**
 * Restores a backup into an empty or absent folder (P15); no server can start on it meanwhile.
 * @throws Error with one line; nothing of the backup is then in the folder
 */
export async function restoreBackup(
  from: string | Source,
  to: string,
  { acceptDamaged = false, photoStore }: RestoreOptions = {},
): Promise<Restored & { endings: Ending[] }> {
  const target = await openTarget(to);
  try {
    const source = typeof from === 'string' ? await sourceAt(from) : from;
    const read = await readInto(source, target.stage, acceptDamaged);
    if (read.lacking.length > 0 && !acceptDamaged) {
      throw new Error(
        `${read.lacking.length} files were damaged when the backup was taken, the first is ${read.lacking[0] ?? ''}; use an older backup, or restore without them with --accept-damaged`,
      );
    }
    await checkStage(target.stage, acceptDamaged, photoStore);
    const endings = leaveToHand(target.stage);
    await target.finish();
    return { ...read, endings };
  } catch (error) {
    await target.abandon();
    throw error;
  }
}

const MIB = 1024 * 1024;

function report(
  to: string,
  { files, bytes, madeAt, lacking, hasSecret, endings }: Restored & { endings: Ending[] },
): string {
  return [
    `Restored the backup of ${madeAt} into ${to} (${files} files, ${(bytes / MIB).toFixed(1)} MiB); every file was verified.`,
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
  requireFileDatabase(env);
  const to = values.to === undefined ? env.DATA_DIR : at(values.to);
  requireOwner(to);
  await requireNotMoved({ ...env, DATA_DIR: to });
  const acceptDamaged = values['accept-damaged'];
  const { PHOTO_STORE: photoStore } = readEnv(process.env);
  const restore = async (from: string | Source): Promise<void> =>
    console.log(report(to, await restoreBackup(from, to, { acceptDamaged, photoStore })));
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
