import { PREFECTURES } from '#domains/facility/address.ts';

/** The fewest that count as all of Japan. */
export const FEWEST = 100_000;

const record = (postcode: string, pref: string): string =>
  `01101,"","${postcode}","","","","${pref}","中央区","以下に掲載がない場合",0,0,0,0,0,0\n`;

/** Lines of a file of Japan Post's: codes all over Japan, or over its first prefectures. */
export const postcodes = (codes: number, prefectures: number = PREFECTURES.length): string[] =>
  Array.from({ length: codes }, (_, n) =>
    record(String(n).padStart(7, '0'), PREFECTURES[n % prefectures] ?? ''),
  );

/** Enough codes, from all prefectures. */
export const ALL_POSTCODES = postcodes(FEWEST).join('');
