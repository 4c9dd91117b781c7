import { sama, withoutTitle } from '#lib/honorific.ts';

const partsOf = (name: string): string[] => withoutTitle(name).split(/[\s\u3000]+/);

/** The given name of a two-part name; with three it is unclear which is which, so all. */
function shortNameOf(name: string): string {
  const parts = partsOf(name);
  return parts.length === 2 ? (parts[1] ?? name) : withoutTitle(name);
}

/** The part before the first space, or the whole name. */
export const familyNameOf = (name: string): string => partsOf(name)[0] ?? name;

/** `ハル様のご様子` */
export const residentHeading = (name: string): string => `${sama(shortNameOf(name))}のご様子`;

/** `高橋 ハル 様のご家族へ` */
export const addressLine = (name: string): string => `${sama(name, ' ')}のご家族へ`;

export const FACILITY_HEADING = '施設のようす';

/** The title of the letter after a death. */
export const LAST_TITLE = '最後のお便り';

/** `ハル様のお写真` */
export const lastHeading = (name: string): string => `${sama(shortNameOf(name))}のお写真`;
