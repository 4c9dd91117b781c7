export interface Facts {
  /** Database and data folder can be written; if not, the other figures are missing. */
  storage: boolean;
  /** For this user, on the data folder's disk. */
  freeBytes: number | null;
  /**
   * `oldestS`: seconds that the oldest mail has been waiting. `lost`: failed ones that a correct
   * address would not have saved; wrong addresses are for the facility to correct.
   */
  mails: { queued: number; failed: number; lost: number; oldestS: number | null } | null;
  /**
   * `overdueS`: seconds since the oldest job was due. `lost`: failed ones, without pictures that no
   * decoder reads, of which staff are told.
   */
  jobs: { queued: number; failed: number; lost: number; overdueS: number | null } | null;
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
/** A daily backup, and some hours of trying again. */
export const BACKUP_AGE_S = 28 * HOUR_S;

/** Which checks pass; unknown values do not. What was lost stays until it is retried or dismissed. */
export function judge(facts: Facts, minFreeMb: number): Record<CheckName, boolean> {
  const { storage, freeBytes, mails, jobs, backup } = facts;
  return {
    storage,
    disk: freeBytes !== null && freeBytes >= minFreeMb * MIB,
    mails: mails !== null && mails.lost === 0 && (mails.oldestS ?? 0) <= MAIL_WAIT_S,
    jobs: jobs !== null && jobs.lost === 0 && (jobs.overdueS ?? 0) <= JOB_WAIT_S,
    backup: backup !== null && (!backup.isOn || backup.ageS <= BACKUP_AGE_S),
  };
}

export const isReady = (checks: Record<CheckName, boolean>): boolean =>
  Object.values(checks).every(Boolean);
