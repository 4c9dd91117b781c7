import type { Nobody } from './around-values.ts';
import { domainMeant, hasSeveralMails } from './around-values.ts';

/** What is wrong with a line, beside what is registered and the other lines. */

export const UNKNOWN_RESIDENT =
  'この入居者は、まだ登録されていません。お名前を確かめるか、先に入居者を登録してください。';
export const OTHER_NAME = '入居者番号の方と、お名前が違います。どちらかを直してください。';
export const ambiguous = (count: number): string =>
  `同じお名前の入居者が${count}人います。生年月日か部屋を入れて、どなたかわかるようにしてください。`;
export const sameAs = (line: number): string =>
  `${line}行目と同じ方のようです。別の方なら、両方に生年月日を入れてください。`;
export const otherVariant = ({ line, name }: { line: number; name: string }): string =>
  `${line}行目の「${name}」と、字の形だけが違うお名前です。同じ方なら字をそろえ、別の方なら両方に生年月日を入れてください。`;
export const otherRoom = (line: number): string =>
  `${line}行目と同じお名前で、部屋が違います。同じ方なら部屋をそろえ、別の方なら両方に生年月日を入れてください。`;

/** @returns what to ask about a mail address, or null */
export function mailProblem(text: string): string | null {
  if (hasSeveralMails(text))
    return 'メールアドレスが2つ以上あります。お送りする1つにしてください。';
  const meant = text.includes('@') ? domainMeant(text) : null;
  if (meant !== null) return `メールアドレス「${text}」は、「@${meant}」の間違いではありませんか。`;
  return text.indexOf('@') > 64
    ? `メールアドレス「${text}」の@の前が、64文字より長くなっています。`
    : null;
}

/** What a line is that names no person. */
export const NOBODY: Record<Nobody, string> = {
  sum: '人数を合わせた行のようです。',
  ditto: '上の行と同じという印のようです。',
  heading: '階やユニットの見出しのようです。',
  empty: '空いている部屋のようです。',
  note: '説明の行のようです。',
  sign: 'お名前ではないようです。',
};
