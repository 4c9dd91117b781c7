import type { Stopped } from '#domains/delivery/returned/stopped-letters.ts';
import type { MailboxTrouble } from '#server/mailbox.ts';
import { duration, moment, size } from '#lib/figures.ts';

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

interface ReturnedFacts {
  isOn: boolean;
  /** When it was last read with success. */
  goodAt: string | null;
  /** Seconds since then; Infinity if it never was, though it was tried. */
  ageS: number;
  /** Of the last try. */
  trouble: MailboxTrouble | null;
  /** Messages that were not understood. */
  unclear: number;
}

interface MailFacts {
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

const waiting = (seconds: number | null): string =>
  seconds === null ? '' : `、いちばん古いもので${duration(seconds)}`;

const UNKNOWN = '読み取れませんでした';

function mailLine({ queued, failed, lost, oldestS, refused, refusedWhy }: MailFacts): string {
  const others = failed - lost;
  return [
    `送信待ち${queued}通${waiting(oldestS)}`,
    `、送れなかったもの${failed}通`,
    others > 0 && `（うち、宛先の間違いなど${others}通は施設の画面に出ています）`,
    refused > 0 && `。${refused}件の宛先へ、まだ送れていません: ${refusedWhy ?? ''}`,
  ]
    .filter(Boolean)
    .join('');
}

/** Also on the page about mails. */
export const stoppedLine = ({ mails, since, sentence }: Stopped): string =>
  mails === 0 || since === null
    ? '相手のメールサーバーに止められたものはありません'
    : `${mails}通が、相手のメールサーバーに止められました（${moment(since)} から）: ${sentence ?? ''}`;

const MAILBOX_TROUBLES: Record<MailboxTrouble, string> = {
  away: 'メールサーバーにつながりません',
  login: '利用者名かパスワードが断られました',
  insecure: '安全に接続できません',
  folder: 'その名前のメールボックスがありません',
  other: 'メールサーバーに断られました',
};

function returnedLine({ isOn, goodAt, trouble, unclear }: ReturnedFacts): string {
  if (!isOn) return '読んでいません（BOUNCE_URL がありません）';
  return [
    goodAt === null ? 'まだ読んでいません' : `最後に読んだのは ${moment(goodAt)}`,
    trouble !== null && `。今は読めません: ${MAILBOX_TROUBLES[trouble]}`,
    unclear > 0 && `。読み取れなかったもの${unclear}通は、メールボックスに残っています`,
  ]
    .filter(Boolean)
    .join('');
}

function copyLine({ place, lastAt, kept, error }: CopyFacts): string {
  const last = lastAt === null ? 'まだありません' : `最後は ${moment(lastAt)} の分、${kept}回分`;
  return `${place} に${last}${error === null ? '' : `（今回は置けませんでした: ${error}）`}`;
}

function rehearsalLine({ isOn, last }: NonNullable<Facts['rehearsal']>): string {
  if (last) return `${moment(last.at)} ${resultOf(last)}`;
  return isOn ? 'まだしていません' : '自動ではしていません';
}

/** Also for the mail. */
export function resultOf({ set, place, outcome, error, photos, seconds }: Rehearsal): string {
  const what = `${set ?? 'バックアップ'}${place === null ? '' : `（${place}）`}`;
  if (outcome === 'failed') return `${what} を戻せませんでした（${error ?? ''}）`;
  if (outcome === 'skipped') return `できませんでした（${error ?? ''}）`;
  const letter =
    photos === null ? 'お便りはまだありません' : `お便りを1通、写真${photos}枚とも開けました`;
  return `${what} を戻せました（${duration(seconds)}、${letter}）`;
}

const STORE_FAULTS: [RegExp, string][] = [
  [/NoSuchBucket/, 'その名前のバケットがありません'],
  [/ 40[013]$|Credentials/, '鍵か、鍵の権限が断られました'],
];

function storeWords(why: string): string {
  const what = STORE_FAULTS.find(([name]) => name.test(why))?.[1] ?? 'つながりません';
  return `写真の保管場所を使えません: ${what}（${why}）`;
}

/** Where DATABASE_URL is set. */
const BY_THE_DATABASE =
  'このサーバーは取りません。データベースの側で取ります（docs/scaling.ja.md）';

/** What each check has found, for the operator. */
export const LINES: Record<CheckName, (facts: Facts) => string> = {
  storage: ({ storage, photosAway }) =>
    `データ: ${storage ? '読み書きできます' : UNKNOWN}${photosAway === undefined ? '' : `。${storeWords(photosAway)}`}`,
  disk: ({ freeBytes }) => `空き容量: ${freeBytes === null ? UNKNOWN : size(freeBytes)}`,
  mails: ({ mails }) => `メール: ${mails ? mailLine(mails) : UNKNOWN}`,
  stopped: ({ stopped }) => `今月のお便り: ${stopped ? stoppedLine(stopped) : UNKNOWN}`,
  returned: ({ returned }) => `戻ってきたメール: ${returned ? returnedLine(returned) : UNKNOWN}`,
  jobs: ({ jobs }) =>
    `写真などの処理: ${jobs ? `順番待ち${jobs.queued}件${waiting(jobs.overdueS)}、できなかったもの${jobs.failed}件` : UNKNOWN}`,
  backup: ({ backup }) => {
    if (!backup) return `バックアップ: ${UNKNOWN}`;
    if (backup.isByDatabase) return `バックアップ: ${BY_THE_DATABASE}`;
    const last = backup.lastAt === null ? 'まだありません' : `最後は ${moment(backup.lastAt)}`;
    return `バックアップ: ${last}${backup.isOn ? '' : '（自動では取っていません）'}`;
  },
  copies: ({ copies }) => {
    if (!copies) return `バックアップの写し: ${UNKNOWN}`;
    if (copies.length === 0) return 'バックアップの写し: このサーバーの外には置いていません';
    return `バックアップの写し: ${copies.map(copyLine).join('／')}`;
  },
  rehearsal: ({ rehearsal }) => `復元の予行: ${rehearsal ? rehearsalLine(rehearsal) : UNKNOWN}`,
};
