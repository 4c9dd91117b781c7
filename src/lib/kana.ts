/** Readings of names, whichever of the three ways somebody typed them in. */

export const KANA_ROWS = ['あ', 'か', 'さ', 'た', 'な', 'は', 'ま', 'や', 'ら', 'わ'] as const;
/** Where somebody without a reading stands. */
export const OTHER_ROW = '他';
export type KanaRow = (typeof KANA_ROWS)[number] | typeof OTHER_ROW;

/** The small ones stand where the large ones do; their marks are taken off before. */
const MEMBERS: Record<(typeof KANA_ROWS)[number], string> = {
  あ: 'あいうえおぁぃぅぇぉ',
  か: 'かきくけこゕゖ',
  さ: 'さしすせそ',
  た: 'たちつてとっ',
  な: 'なにぬねの',
  は: 'はひふへほ',
  ま: 'まみむめも',
  や: 'やゆよゃゅょ',
  ら: 'らりるれろ',
  わ: 'わゐゑをんゎ',
};

const KATAKANA = /[ァ-ヶ]/g;
const TO_HIRAGANA = 'ァ'.charCodeAt(0) - 'ぁ'.charCodeAt(0);

/** Half-width and katakana as hiragana. */
export const toHiragana = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA));

/** The row あかさたな… of a reading; OTHER_ROW for what is no kana. */
export function kanaRowOf(kana: string): KanaRow {
  const first = toHiragana(kana).trim().normalize('NFD').charAt(0);
  return KANA_ROWS.find((row) => first !== '' && MEMBERS[row].includes(first)) ?? OTHER_ROW;
}

const collator = new Intl.Collator('ja');

interface Named {
  name: string;
  nameKana: string;
}

/** あいうえお order; those without a reading come last, by their names. */
export function compareNames(a: Named, b: Named): number {
  const [rowA, rowB] = [kanaRowOf(a.nameKana), kanaRowOf(b.nameKana)];
  if (rowA !== rowB && [rowA, rowB].includes(OTHER_ROW)) return rowA === OTHER_ROW ? 1 : -1;
  return (
    collator.compare(toHiragana(a.nameKana), toHiragana(b.nameKana)) ||
    collator.compare(a.name, b.name)
  );
}

/** One spelling for looking something up: no spaces, no width, no case, hiragana. */
export const searchKey = (text: string): string =>
  toHiragana(text).toLowerCase().replace(/\s+/g, '');
