export interface Facts {
  /** Database and data folder can be written; if not, the other figures are missing. */
  storage: boolean;
  /** For this user, on the data folder's disk. */
  freeBytes: number | null;
  /** `oldestS`: seconds that the oldest mail has been waiting. */
  mails: { queued: number; failed: number; oldestS: number | null } | null;
  /** `overdueS`: seconds since the oldest job was due. */
  jobs: { queued: number; failed: number; overdueS: number | null } | null;
  backup: {
    isOn: boolean;
    /** null without a backup. */
    lastAt: string | null;
    /** Seconds since the last backup, or the database's creation. */
    ageS: number;
  } | null;
}

export type CheckName = 'storage' | 'disk' | 'mails' | 'jobs' | 'backup';

const HOUR_S = 60 * 60;
const MIB = 1024 * 1024;

/** A mail's first attempts are over within an hour. */
export const MAIL_WAIT_S = HOUR_S;
export const JOB_WAIT_S = HOUR_S / 2;
/** Two daily backups and an hour to take them. */
export const BACKUP_AGE_S = 49 * HOUR_S;

/** Which checks pass; unknown values do not. */
export function judge(facts: Facts, minFreeMb: number): Record<CheckName, boolean> {
  const { storage, freeBytes, mails, jobs, backup } = facts;
  return {
    storage,
    disk: freeBytes !== null && freeBytes >= minFreeMb * MIB,
    mails: mails !== null && (mails.oldestS ?? 0) <= MAIL_WAIT_S,
    jobs: jobs !== null && (jobs.overdueS ?? 0) <= JOB_WAIT_S,
    backup: backup !== null && (!backup.isOn || backup.ageS <= BACKUP_AGE_S),
  };
}

export const isReady = (checks: Record<CheckName, boolean>): boolean =>
  Object.values(checks).every(Boolean);
