export interface Facts {
  /** Database and data folder can be written; if not, the other figures are missing. */
  storage: boolean;
  /** Why photos in a store of their own cannot be kept or shown, such as `LIST: NoSuchBucket 404`. */
  photosAway?: string;
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
    /** Only a database of its own, which ours are not for. */
    isByDatabase?: true;
    /** null without a backup. */
    lastAt: string | null;
    /** Seconds since the last backup, or the database's creation. */
    ageS: number;
  } | null;
  /** Copies of backups elsewhere; empty if none are to be made. */
  copies: CopyFacts[] | null;
  rehearsal: {
    isOn: boolean;
    /** The last one; null before the first. */
    last: Rehearsal | null;
    /** Instant of the last good one. */
    goodAt: string | null;
    /** Seconds since the last good one, or the first. */
    ageS: number;
  } | null;
}

/** A backup that was restored for a while, to see whether that works. */
export interface Rehearsal {
  /** Instant. */
  at: string;
  /** As in BACKUP_COPY; null for the backups on this machine. */
  place: string | null;
  set: string | null;
  outcome: 'good' | 'failed' | 'skipped';
  error: string | null;
  seconds: number;
  /** Of the letter that was opened; null if no family has one yet. */
  photos: number | null;
}

export interface CopyFacts {
  /** As in BACKUP_COPY. */
  place: string;
  /** When the newest whole backup there was made; null without one. */
  lastAt: string | null;
  /** Seconds since then, or since the place was first tried. */
  ageS: number;
  /** Backups there. */
  kept: number;
  /** Why the last try failed. */
  error: string | null;
}

export type CheckName = 'storage' | 'disk' | 'mails' | 'jobs' | 'backup' | 'copies' | 'rehearsal';

const HOUR_S = 60 * 60;
const MIB = 1024 * 1024;

/** A mail's first attempts are over within an hour. */
export const MAIL_WAIT_S = HOUR_S;
export const JOB_WAIT_S = HOUR_S / 2;
/** A daily backup, and some hours of trying again. */
export const BACKUP_AGE_S = 28 * HOUR_S;
/** The same for its copies, which are sent when it is finished. */
export const COPY_AGE_S = BACKUP_AGE_S + 4 * HOUR_S;
/** A month, and some more tries. */
export const REHEARSAL_AGE_S = 50 * 24 * HOUR_S;

/** Which checks pass; unknown values do not. What was lost stays until it is retried or dismissed. */
export function judge(facts: Facts, minFreeMb: number): Record<CheckName, boolean> {
  const { storage, freeBytes, mails, jobs, backup, copies, rehearsal } = facts;
  return {
    storage: storage && facts.photosAway === undefined,
    disk: freeBytes !== null && freeBytes >= minFreeMb * MIB,
    mails: mails !== null && mails.lost === 0 && (mails.oldestS ?? 0) <= MAIL_WAIT_S,
    jobs: jobs !== null && jobs.lost === 0 && (jobs.overdueS ?? 0) <= JOB_WAIT_S,
    backup: backup !== null && (!backup.isOn || backup.ageS <= BACKUP_AGE_S),
    copies: copies !== null && copies.every(({ ageS }) => ageS <= COPY_AGE_S),
    rehearsal: rehearsal !== null && (!rehearsal.isOn || isRehearsed(rehearsal)),
  };
}

const isRehearsed = ({ last, ageS }: NonNullable<Facts['rehearsal']>): boolean =>
  last?.outcome !== 'failed' && ageS <= REHEARSAL_AGE_S;

export const isReady = (checks: Record<CheckName, boolean>): boolean =>
  Object.values(checks).every(Boolean);
