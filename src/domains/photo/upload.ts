import { ACCEPTED_TYPES, HEIC_TYPES, MAX_UPLOAD_BYTES, TYPE_REFUSAL } from './photo-limits.ts';
import type { PhotoPlace } from './photo-place.ts';

/** A file being uploaded, listed until done (domain.md#the-photo-page). */
export interface Upload {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  place: PhotoPlace;
  /** Still to become a JPEG. */
  isHeic: boolean;
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

export const HEIC_UNDRAWN =
  'このHEICの写真は、この端末ではJPEGに変えられませんでした。撮ったiPhoneから送るか、iPhoneの「設定」→「カメラ」→「フォーマット」を「互換性優先」にして撮ってください。';
export const HEIC_UNLOADED = 'HEICの写真を変える準備ができませんでした。もう一度お試しください。';

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
  /** HEIC that have become JPEG, or cannot. */
  converted: number;
}

export const EMPTY_TALLY: Tally = {
  total: 0,
  added: 0,
  held: 0,
  duplicates: 0,
  failed: 0,
  refused: 0,
  converted: 0,
};

export const doneOf = ({ added, duplicates, failed }: Tally): number => added + duplicates + failed;

const MIB = 1024 * 1024;

/** Whatever is in it. null if accepted. */
export function sizeRefusalOf(size: number): string | null {
  if (size === 0) return '中身が空のファイルです。別の写真を選んでください。';
  if (size <= MAX_UPLOAD_BYTES) return null;
  const shown = (Math.ceil((size / MIB) * 10) / 10).toFixed(1);
  return `写真は${MAX_UPLOAD_BYTES / MIB}MBまでです（この写真は${shown}MB）。小さくしてから選んでください。`;
}

/** Whether a device labels it as what the page takes; others are looked into (`kindOf`). */
export const isPhotoLabel = (type: string): boolean =>
  [...ACCEPTED_TYPES, ...HEIC_TYPES].includes(type);

/** @param file its type is as it is labelled or, if that is no photo's, what it is by content */
export function refusalOf({ type, size }: { type: string; size: number }): string | null {
  if (isPhotoLabel(type)) return sizeRefusalOf(size);
  if (type.startsWith('video/')) return '動画は送れません。写真を選んでください。';
  return size === 0 ? sizeRefusalOf(size) : TYPE_REFUSAL;
}

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending';

/** While a HEIC becomes a JPEG. @param uploads those under way */
export function convertingText({ converted }: Tally, uploads: readonly Upload[]): string | null {
  const left = uploads.filter(({ isHeic }) => isHeic);
  if (!left.some(({ state }) => state === 'sending')) return null;
  return `HEICの写真をJPEGに変えています（${converted + 1}/${converted + left.length}）`;
}

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
const MAX_UNCLAIMED_BYTES = 40 * MAX_UPLOAD_BYTES;
const MAX_UNCLAIMED_FILES = 1000;
/** Retry-After in seconds. */
export const UNCLAIMED_WAIT_S = 30;

export interface Unclaimed {
  files: number;
  bytes: number;
}

export const isWithinBounds = ({ files, bytes }: Unclaimed): boolean =>
  files <= MAX_UNCLAIMED_FILES && bytes <= MAX_UNCLAIMED_BYTES;
