import { foldVariants } from './name-variants.ts';

export const KANA_ROWS = ['あ', 'か', 'さ', 'た', 'な', 'は', 'ま', 'や', 'ら', 'わ'] as const;
export const OTHER_ROW = '他';
export type KanaRow = (typeof KANA_ROWS)[number] | typeof OTHER_ROW;

/** Small kana sort with the large ones. */
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

export const toHiragana = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - TO_HIRAGANA));

export function kanaRowOf(kana: string): KanaRow {
  const first = toHiragana(kana).trim().normalize('NFD').charAt(0);
  return KANA_ROWS.find((row) => first !== '' && MEMBERS[row].includes(first)) ?? OTHER_ROW;
}

let made: Intl.Collator | undefined;
/** Made when first used: it loads 3 MB of tables. */
const collator = (): Intl.Collator => (made ??= new Intl.Collator('ja', { numeric: true }));

interface Named {
  name: string;
  nameKana: string;
  /** Orders people without a reading. */
  room?: string | null;
}

/**
 * In あいうえお order; people without a reading last, by room and name. Keys are computed once: ten
 * times as fast.
 */
export function sortByName<T>(people: readonly T[], namesOf: (person: T) => Named): T[] {
  const { compare } = collator();
  const keyed = people.map((person) => {
    const { name, nameKana, room } = namesOf(person);
    const isOther = kanaRowOf(nameKana) === OTHER_ROW;
    const place = isOther ? (room ?? '').normalize('NFKC') : '';
    return { person, isOther, place, kana: toHiragana(nameKana), name };
  });
  return keyed
    .sort(
      (a, b) =>
        Number(a.isOther) - Number(b.isOther) ||
        Number(a.isOther && a.place === '') - Number(b.isOther && b.place === '') ||
        compare(a.place, b.place) ||
        compare(a.kana, b.kana) ||
        compare(a.name, b.name),
    )
    .map(({ person }) => person);
}

/** No spaces, width or case, in hiragana: as it is written. */
export const writtenKey = (text: string): string =>
  toHiragana(text).toLowerCase().replace(/\s+/g, '');

/** The same for all variants of a name (渡辺, 渡邉): a search does not know which. */
export const searchKey = (text: string): string => foldVariants(writtenKey(text));

/** A key of texts, each of which is compared with many: made once for each. */
export function remembering(keyOf: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const key = known.get(text) ?? keyOf(text);
    known.set(text, key);
    return key;
  };
}
