import { writtenKey } from '#lib/kana.ts';

/** Nothing longer is a heading (P32). */
const HEADING_MAX_LENGTH = 60;

const BRACKETS = /[([{【〔〈《「『].*?(?:[)\]}】〕〉》」』]|$)/gu;
const MARKS = /[^\p{L}\p{N}〒]/gu;
const POLITE = /必須|任意|様|さま|の(?=.)|[ご御お](?=[家名利入届関住誕続本部所送受連電携])/gu;
const READING =
  /(?:全角|半角)?(?:ふりがな|振り?仮名|よみがな|読み?がな|読み?仮名|ひらがな|かたかな|かな名?|よみ$|読み$)/u;
/** What a home calls the relative that it asks and tells. */
const FAMILY =
  /家族|(?:身元|連帯)?(?:引受|保証)人|身元引受|きーぱーそん|きーまん|緊急連絡先(?=氏?名|ふりがな|かな|続柄|郵便|住所|メール)|(?:成年)?後見人|代表者/u;
/** Alone it is the name. */
const ADDRESSEE =
  /届け先|送付先|送り先|(?:身元|連帯)?(?:引受|保証)人|身元引受|きーぱーそん|きーまん|(?:成年)?後見人/u;
const RESIDENT = /入居者|入所者|利用者|本人/u;

/**
 * The spellings by which a heading is known, with what is in its brackets and without: lists have
 * 氏名（カナ）, 氏名（必須）, フリガナ（氏名）, 利用者様のお名前, 家族フリガナ. What stands in front,
 * behind or in brackets, and how politely, makes no difference.
 */
export function headingKeys(heading: string): string[] {
  if (heading.length > HEADING_MAX_LENGTH) return [];
  const text = writtenKey(heading);
  return [...new Set([text, text.replace(BRACKETS, '')].map(keyOf))].filter((key) => key !== '');
}

/** Whose, what, and whether it is the reading. */
function keyOf(text: string): string {
  const said = text.replace(MARKS, '').replace(POLITE, '');
  const person = [FAMILY, ADDRESSEE].some((of) => of.test(said))
    ? '家族'
    : RESIDENT.test(said)
      ? '入居者'
      : '';
  const what = [FAMILY, ADDRESSEE, RESIDENT]
    .reduce((rest, words) => rest.replace(words, ''), said)
    .replace(READING, '')
    .replace(/^と/, '');
  const noun = what === '' && ADDRESSEE.test(said) ? '氏名' : nounOf(what);
  return [person, noun, READING.test(said) ? 'かな' : ''].join('');
}

/** 名前 and 氏名 are the same; 名 alone is only a part. */
const nounOf = (what: string): string => what.replace(/^(?:名前|姓名|ふるねーむ)$/u, '氏名');

/** What lists say of how letters go out. */
export const SENDING = ['送付方法', '送付の方法', '郵送方法', '送り方', '発送方法'];

/** Beside a number at home; each may be a column of its own. */
export const MORE_PHONES = {
  mobile: ['携帯', '携帯電話', '携帯番号', '携帯電話番号'],
  contact: ['連絡先', '連絡先電話番号', '緊急連絡先', '緊急連絡先電話番号'],
} as const;

/** The same columns, also with whose they are. */
export const alsoOf = <Column extends string>(
  person: '入居者' | '家族',
  columns: Readonly<Record<Column, readonly string[]>>,
): Record<Column, readonly string[]> => {
  const names = Object.keys(columns) as Column[];
  const headings = (name: Column) => [
    ...columns[name],
    ...columns[name].map((heading) => `${person}の${heading}`),
  ];
  return Object.fromEntries(names.map((name) => [name, headings(name)])) as never;
};
