/** The state of the server in impersonal figures. */
export interface Facts {
  /** Database and data folder can be written. Where not, the other figures are missing. */
  storage: boolean;
  /** Bytes left for this user on the data folder's disk. */
  freeBytes: number | null;
  /** `oldestS`: seconds that the oldest waiting mail has been waiting. */
  mails: { queued: number; failed: number; oldestS: number | null } | null;
  /** `overdueS`: seconds since the oldest job was due. */
  jobs: { queued: number; failed: number; overdueS: number | null } | null;
  backup: {
    /** Whether the server takes backups itself. */
    isOn: boolean;
    /** An instant; null while there is none. */
    lastAt: string | null;
    /** Seconds since the last one, or since the database was made. */
    ageS: number;
  } | null;
}

export type CheckName = 'storage' | 'disk' | 'mails' | 'jobs' | 'backup';

const HOUR_S = 60 * 60;
const MIB = 1024 * 1024;

/** Beyond these, someone should look. A mail's first attempts are over within an hour. */
export const MAIL_WAIT_S = HOUR_S;
export const JOB_WAIT_S = HOUR_S / 2;
/** Two daily backups and an hour to take them. */
export const BACKUP_AGE_S = 49 * HOUR_S;

/** Which of the checks hold (issue "Day to day"). What cannot be known does not hold. */
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
