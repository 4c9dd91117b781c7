import type { Stopped } from '#domains/delivery/returned/stopped-letters.ts';
import type { MailboxTrouble } from '#server/mailbox.ts';

export interface Facts {
  /** Database and data folder can be written; if not, the other figures are missing. */
  storage: boolean;
  /** Why photos in a store of their own cannot be kept or shown, such as `LIST: NoSuchBucket 404`. */
  photosAway?: string;
  /** For this user, on the data folder's disk. */
  freeBytes: number | null;
  /**
   * `oldestS`: seconds that the oldest mail has been waiting. `lost`: failed ones that a correct
   * address would not have saved; wrong addresses are for the facility to correct, and count for
   * neither. `refused`: addresses whose mails wait since our mail server did not take them.
   */
  mails: MailFacts | null;
  stopped: Stopped | null;
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
  /** The mailbox of what comes back of letters. */
  returned: ReturnedFacts | null;
}

export interface ReturnedFacts {
  isOn: boolean;
  /** When it was last read with success. */
  goodAt: string | null;
  /** Seconds since then; Infinity if it never was, though it was tried. */
  ageS: number;
  /** What went wrong at the last try. */
  trouble: MailboxTrouble | null;
  /** Messages that were not understood. */
  unclear: number;
}

export interface MailFacts {
  queued: number;
  failed: number;
  lost: number;
  oldestS: number | null;
  refused: number;
  /** Why most of these, in words. */
  refusedWhy: string | null;
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
  /** Photos of the letter that was opened; null if no family has one yet. */
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

export type CheckName =
  | 'storage'
  | 'disk'
  | 'mails'
  | 'stopped'
  | 'returned'
  | 'jobs'
  | 'backup'
  | 'copies'
  | 'rehearsal';

const HOUR_S = 60 * 60;
const MIB = 1024 * 1024;

/** A mail's first attempts are over within an hour. */
const MAIL_WAIT_S = HOUR_S;
/** One or two may have an odd server of their own. */
const SEVERAL_REFUSED = 3;
const JOB_WAIT_S = HOUR_S / 2;
/** A daily backup, and some hours of trying again. */
const BACKUP_AGE_S = 28 * HOUR_S;
/** The same for its copies, which are sent when it is finished. */
const COPY_AGE_S = BACKUP_AGE_S + 4 * HOUR_S;
/** A month, and some more tries. */
const REHEARSAL_AGE_S = 50 * 24 * HOUR_S;
/** It is read every minute; a mail server may be away for an hour. */
const RETURNED_AGE_S = 2 * HOUR_S;

/** Which checks pass; unknown values do not. What was lost stays until it is retried or dismissed. */
export function judge(facts: Facts, minFreeMb: number): Record<CheckName, boolean> {
  const { storage, freeBytes, mails, stopped, returned, jobs, backup, copies, rehearsal } = facts;
  return {
    storage: storage && facts.photosAway === undefined,
    disk: freeBytes !== null && freeBytes >= minFreeMb * MIB,
    mails: mails !== null && areMailsGood(mails),
    stopped: stopped?.mails === 0,
    returned: returned !== null && (!returned.isOn || returned.ageS <= RETURNED_AGE_S),
    jobs: jobs !== null && jobs.lost === 0 && (jobs.overdueS ?? 0) <= JOB_WAIT_S,
    backup: backup !== null && (!backup.isOn || backup.ageS <= BACKUP_AGE_S),
    copies: copies !== null && copies.every(({ ageS }) => ageS <= COPY_AGE_S),
    rehearsal: rehearsal !== null && (!rehearsal.isOn || isRehearsed(rehearsal)),
  };
}

const areMailsGood = ({ lost, refused, oldestS }: MailFacts): boolean =>
  lost === 0 && refused < SEVERAL_REFUSED && (oldestS ?? 0) <= MAIL_WAIT_S;

/**
 * What nobody has set up yet: no fault that calls anyone, by mail or /readyz, but not good where
 * facilities rely on it.
 */
export function listOmissions({ backup, copies }: Facts): CheckName[] {
  if (backup === null || backup.isByDatabase) return [];
  return [
    ...(backup.lastAt === null ? (['backup'] as const) : []),
    ...(copies?.length === 0 ? (['copies'] as const) : []),
  ];
}

const isRehearsed = ({ last, ageS }: NonNullable<Facts['rehearsal']>): boolean =>
  last?.outcome !== 'failed' && ageS <= REHEARSAL_AGE_S;

export const isReady = (checks: Record<CheckName, boolean>): boolean =>
  Object.values(checks).every(Boolean);
