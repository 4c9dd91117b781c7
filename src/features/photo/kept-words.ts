import { KEPT_DAYS } from './kept-photo.ts';

/** What the page says about photos that this device keeps. */
export interface Keeping {
  /** Not copied to the device yet. */
  pending: number;
  /** Could not be copied: lost with the page. */
  unkept: number;
  /** The device keeps nothing at all. */
  isDenied: boolean;
  /** Left over from a page that is gone, and sent on here. */
  resumed: number;
  /** Of the resumed, not in the list yet. */
  joining: number;
  /** Of an earlier page, and not kept. */
  missing: readonly string[];
  expired: number;
  /** Of other accounts. */
  others: number;
  /** Sent by another open page. */
  elsewhere: number;
}

/** About the photos under way: may the page be closed? @returns null before any was chosen */
export function safetyText(
  { pending, unkept, isDenied }: Keeping,
  underWay: number,
): string | null {
  if (underWay === 0) return null;
  if (isDenied) {
    return 'この端末には写真を控えておけません。送り終えるまで、この画面を閉じないでください。';
  }
  if (unkept > 0) {
    return `この端末に空きがないため、${unkept}枚は控えておけません。送り終えるまで、この画面を閉じないでください。`;
  }
  if (pending > 0) return `この端末に控えています（あと${pending}枚）。まだ閉じないでください。`;
  return '途中で閉じても、次に開いたときに続きを送ります。';
}

/** What has to be known once, and is then dismissed. */
export function lossTexts({ missing, expired }: Keeping): string[] {
  return [
    missing.length > 0 &&
      `${missing.length}枚は、この端末に控える前に画面が閉じられたため、送れていません。もう一度選んでください。`,
    expired > 0 &&
      `${KEPT_DAYS}日のあいだに送り終えなかった${expired}枚を、この端末から消しました。必要な写真は、もう一度選んでください。`,
  ].filter((text) => text !== false);
}

/** What others do with this device. */
export function othersTexts({ others, elsewhere }: Keeping): string[] {
  return [
    elsewhere > 0 && `ほかの画面で${elsewhere}枚を送っています。`,
    others > 0 &&
      `この端末には、別の方が送り終えていない写真が${others}枚あります。その方がログインすると、続きを送ります。`,
  ].filter((text) => text !== false);
}
