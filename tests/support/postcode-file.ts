import { MIN_CODES } from '#domains/facility/postal-files.ts';
import { PREFECTURES } from '#domains/facility/address.ts';

const record = (postcode: string, pref: string): string =>
  `01101,"","${postcode}","","","","${pref}","中央区","以下に掲載がない場合",0,0,0,0,0,0\n`;

/** Enough codes, from all prefectures. */
export const ALL_POSTCODES = Array.from({ length: MIN_CODES }, (_, n) =>
  record(String(n).padStart(7, '0'), PREFECTURES[n % PREFECTURES.length] ?? ''),
).join('');
