import type { Answer, AnswerButton } from '#domains/letter/answer/answer.ts';
import { sama } from '#lib/honorific.ts';
import { linesOf } from './print/lines.ts';

/** `長女 高橋 由美 様より` */
export const fromWords = ({ familyName, relationship }: Answer): string =>
  `${relationship ? `${relationship} ` : ''}${sama(familyName, ' ')}より`;

/** What a button did, and the one that takes it back; the mark is 「お伝えしました」 or 「読みました」. */
export const DONE: Record<
  AnswerButton | 'replied' | 'unreplied',
  { text: string; undo: AnswerButton | null }
> = {
  replied: { text: 'お返事を保存しました。ご家族のお便りに出ます。', undo: null },
  unreplied: { text: 'お返事を削除しました。', undo: null },
  passedOn: { text: 'しるしを付けました。', undo: 'takenBack' },
  takenBack: { text: 'しるしを外しました。', undo: null },
  hidden: { text: '隠しました。カードにもこの一覧にも出ません。', undo: 'shown' },
  shown: { text: 'また見えるようにしました。', undo: null },
};

/** A card's large type on A4 (styles/print/cards.css), in millimetres. */
const LARGE = { em: (20 * 25.4) / 72, width: 160 };
/** More would not fit on a sheet. */
const MOST_LINES = 17;

/** A card's text: too many lines are set smaller, and run on. */
export function paperText(body: string): { text: string; isLong: boolean } {
  const lines = body
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, linesOf(line, LARGE.em, LARGE.width)), 0);
  if (lines <= MOST_LINES) return { text: body, isLong: false };
  return { text: body.replace(/\n+/g, '　'), isLong: true };
}
