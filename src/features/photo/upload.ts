import { ACCEPTED_TYPES, HEIC_REFUSAL, MAX_UPLOAD_BYTES, TYPE_REFUSAL } from './photo-limits.ts';

/** A file being uploaded, as shown; it disappears when done (domain.md#the-photo-page). */
export interface Upload {
  id: string;
  name: string;
  /** null: facility-wide. */
  residentId: string | null;
  /** refused: this file can never go; failed: it may be tried again. */
  state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** 0 to 100 */
  percent: number;
  reason: string | null;
  /** The photo from the device's own memory. */
  preview: string | null;
}

/** Files that were not added for one and the same reason. */
export interface FailedGroup {
  reason: string;
  canRetry: boolean;
  uploads: readonly Upload[];
}

/** What failed, together where it failed for the same reason, in the order in which it came up. */
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

/**
 * Whether retrying the same file may work.
 * @param isOfInput the response names a problem with the file; a full plan does not
 */
export const mayWorkLater = (status: number, isOfInput: boolean): boolean =>
  status >= 500 ||
  status < 400 ||
  [401, 408, 410, 429].includes(status) ||
  (status === 422 && !isOfInput);

/** Results since uploads were last idle. */
export interface Tally {
  /** Files sent or to be sent. */
  total: number;
  added: number;
  duplicates: number;
  failed: number;
  /** Files rejected before upload. */
  refused: number;
}

export const EMPTY_TALLY: Tally = { total: 0, added: 0, duplicates: 0, failed: 0, refused: 0 };

/** Files of the total that have come to an end. */
export const doneOf = ({ added, duplicates, failed }: Tally): number => added + duplicates + failed;

const MIB = 1024 * 1024;

/**
 * Why a file cannot be sent, known at once by its type, name and size (domain.md#photos); the
 * server looks at its content.
 * @returns null when it may go.
 */
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

/** A device that does not know the type says so with an empty text; then the name counts. */
function typeOf(type: string, extension: string): boolean {
  if (type === '') return ['jpg', 'jpeg', 'png'].includes(extension);
  return (ACCEPTED_TYPES as readonly string[]).includes(type);
}

export const isUnderWay = ({ state }: Upload): boolean =>
  state === 'waiting' || state === 'sending';

/** Overall progress from 0 to 1; a file in progress counts by its percentage. */
export function overallProgress(tally: Tally, uploads: readonly Upload[]): number {
  if (tally.total === 0) return 0;
  const partly = uploads
    .filter(({ state }) => state === 'sending')
    .reduce((sum, { percent }) => sum + percent / 100, 0);
  return Math.min(1, (doneOf(tally) + partly) / tally.total);
}

/** One sentence summing up the results (domain.md#looks). */
export function tallyText({ added, duplicates, failed, refused }: Tally): string {
  return [
    added > 0 ? `${added}枚を追加しました` : '',
    duplicates > 0 ? `${duplicates}枚は登録済みでした` : '',
    failed + refused > 0 ? `${failed + refused}枚は追加できませんでした` : '',
  ]
    .filter(Boolean)
    .join('・');
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Delay before the next attempt in milliseconds: 1 s, doubling to at most 30 s. */
export const backOffMs = (tries: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
