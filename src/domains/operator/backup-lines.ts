import { backupFolderOf, listBackupSets, readTotals } from '#server/backup-sets.ts';
import type { Runtime } from '#server/runtime.ts';

interface BackupLine {
  name: string;
  madeAt: Date;
  /** Every file had its size, and what was read its hash. */
  isWhole: boolean;
  /** null if its list cannot be read. */
  files: number | null;
  bytes: number | null;
}

interface Backups {
  folder: string;
  /** In Tokyo; null if none are taken by themselves. */
  hour: number | null;
  keep: number;
  /** By BACKUP_DIR, or as copies; otherwise on the data's own disk. */
  isElsewhere: boolean;
  /** Only a database of its own, which ours are not for. */
  isByDatabase: boolean;
  sets: BackupLine[];
}

/** The backups of the schedule, newest first. */
export async function readBackups({
  env,
  isDemo,
}: Pick<Runtime, 'env' | 'isDemo'>): Promise<Backups> {
  const folder = backupFolderOf(env);
  const sets = await listBackupSets(folder);
  return {
    folder,
    hour: isDemo ? null : env.BACKUP_HOUR,
    keep: env.BACKUP_KEEP,
    isElsewhere: env.BACKUP_DIR !== undefined || env.BACKUP_COPY.length > 0,
    isByDatabase: env.DATABASE_URL !== undefined,
    sets: await Promise.all(
      sets.map(async ({ name, madeAt, isWhole, folder: set }) => {
        const totals = await readTotals(set).catch(() => ({ files: null, bytes: null }));
        return { name, madeAt, isWhole, ...totals };
      }),
    ),
  };
}
