import type { Runtime } from '#server/runtime.ts';
import { backupFolderOf, listBackupSets, readTotals } from '#server/backups.ts';

export interface BackupLine {
  name: string;
  madeAt: Date;
  /** Every file had its size, and what was read its hash. */
  isWhole: boolean;
  /** null if its list cannot be read. */
  files: number | null;
  bytes: number | null;
}

export interface Backups {
  folder: string;
  /** In Tokyo; null if none are taken by themselves. */
  hour: number | null;
  keep: number;
  /** On the data's own disk or folder, unless BACKUP_DIR says otherwise. */
  isElsewhere: boolean;
  sets: BackupLine[];
}

/** The backups of the schedule, newest first. */
export async function readBackups({ env }: Pick<Runtime, 'env'>): Promise<Backups> {
  const folder = backupFolderOf(env);
  const sets = await listBackupSets(folder);
  return {
    folder,
    hour: env.BACKUP_HOUR,
    keep: env.BACKUP_KEEP,
    isElsewhere: env.BACKUP_DIR !== undefined,
    sets: await Promise.all(
      sets.map(async ({ name, madeAt, isWhole, folder: set }) => {
        const totals = await readTotals(set).catch(() => ({ files: null, bytes: null }));
        return { name, madeAt, isWhole, ...totals };
      }),
    ),
  };
}
