import { ACCEPTED_TYPES, HEIC_REFUSAL, MAX_UPLOAD_BYTES, TYPE_REFUSAL } from './photo-limits.ts';
import type { PhotoPlace } from './photo-place.ts';

/** A file being uploaded, listed until done (domain.md#the-photo-page). */
export interface Upload {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  place: PhotoPlace;
  /** refused: can never succeed; failed: can be retried. */
  state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** 0 to 100. */
  percent: number;
  reason: string | null;
  /** An object URL of the local file. */
  preview: string | null;
}

/** Its file has gone or changed since it was chosen: that is not the line's fault. */
export const UNREADABLE =
  'この写真を、端末から読み込めなくなりました（消えた、書きかわった、クラウドから届かないなど）。選び直してください。';

export interface FailedGroup {
  reason: string;
  canRetry: boolean;
  uploads: readonly Upload[];
}

export function groupFailures(uploads: readonly Upload[]): FailedGroup[] {
  const groups = new Map<string, Upload[]>();
  for (const upload of uploads.filter((each) => !isUnderWay(each))) {
    const key = `${upload.state} ${upload.reason ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), upload]);
  }
  return [...groups.values()].map((together) => ({
    reason: together[0]?.reason ?? '',
    canRetry: together[0]?.state === 'failed',
    uploads: together,
  }));
}

/** Whether retrying may help. @param isOfInput the response names a problem with the file */
export const mayWorkLater = (status: number, isOfInput: boolean): boolean =>
  status >= 500 ||
  status < 400 ||
  [401, 408, 410, 429].includes(status) ||
  (status === 422 && !isOfInput);

export interface Tally {
  /** Sent or to be sent. */
  total: number;
  added: number;
  /** Of those added: they wait for an answer about their day. */
  held: number;
  duplicates: number;
  failed: number;
  refused: number;
}

export const EMPTY_TALLY: Tally = {
  ...{ total: 0, added: 0, held: 0 },
  ...{ duplicates: 0, failed: 0, refused: 0 },
};

export const doneOf = ({ added, duplicates, failed }: Tally): number => added + duplicates + failed;

const MIB = 1024 * 1024;

/** By type, name or size; the server checks the content (domain.md#photos). null if accepted. */
export function refusalOf(file: { name: string; type: string; size: number }): string | null {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (/^image\/hei[cf]/.test(file.type) || /^hei[cf]$/.test(extension)) return HEIC_REFUSAL;
  if (file.type.startsWith('video/')) return '動画は送れません。写真を選んでください。';
  if (!typeOf(file.type, extension)) return TYPE_REFUSAL;
  if (file.size === 0) return '中身が空のファイルです。別の写真を選んでください。';
  if (file.size > MAX_UPLOAD_BYTES) {
    const size = (Math.ceil((file.size / MIB) * 10) / 10).toFixed(1);
    return `写真は${MAX_UPLOAD_BYTES / MIB}MBまでです（この写真は${size}MB）。小さくしてから選んでください。`;
  }
  return null;
}

function typeOf(type: string, extension: string): boolean {
  if (type === '') return ['jpg', 'jpeg', 'png'].includes(extension);
  return (ACCEPTED_TYPES as readonly string[]).includes(type);
}

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending';

/** 0 to 1; a file in progress counts by its percentage. */
export function overallProgress(tally: Tally, uploads: readonly Upload[]): number {
  if (tally.total === 0) return 0;
  const partly = uploads
    .filter(({ state }) => state === 'sending')
    .reduce((sum, { percent }) => sum + percent / 100, 0);
  return Math.min(1, (doneOf(tally) + partly) / tally.total);
}

/** Bytes that are still to be sent. */
export const leftBytes = (uploads: readonly Pick<Upload, 'size' | 'percent'>[]): number =>
  uploads.reduce((sum, { size, percent }) => sum + size * (1 - percent / 100), 0);

/** The results in one sentence (domain.md#looks). */
export function tallyText({ added, held, duplicates, failed, refused }: Tally): string {
  return [
    added > 0 ? `${added}枚を追加しました` : '',
    held > 0 ? `${added}枚のうち${held}枚は日付を確認してください` : '',
    duplicates > 0 ? `${duplicates}枚は登録済みでした` : '',
    failed + refused > 0 ? `${failed + refused}枚は追加できませんでした` : '',
  ]
    .filter(Boolean)
    .join('・');
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** In milliseconds: 1 s, doubling to at most 30 s. */
export const backOffMs = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));

/** Per facility: enough for dozens of people, and a day's broken connections. */
export const MAX_UNCLAIMED_BYTES = 40 * MAX_UPLOAD_BYTES;
export const MAX_UNCLAIMED_FILES = 1000;
/** Retry-After in seconds. */
export const UNCLAIMED_WAIT_S = 30;

export interface Unclaimed {
  files: number;
  bytes: number;
}

export const isWithinBounds = ({ files, bytes }: Unclaimed): boolean =>
  files <= MAX_UNCLAIMED_FILES && bytes <= MAX_UNCLAIMED_BYTES;
