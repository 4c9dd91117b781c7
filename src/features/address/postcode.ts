/** What people write around and between the seven digits, once full-width forms are folded. */
const AROUND_DIGITS = /[\s〒\-‐-―−ー]/gu;

/** The seven digits of `104-0061`, `〒１０４－００６１` and the like; null for anything else. */
export function readPostcode(text: string): string | null {
  const digits = text.normalize('NFKC').replace(AROUND_DIGITS, '');
  return /^\d{7}$/.test(digits) ? digits : null;
}

/** `1040061` as people write it: `104-0061`. */
export const formatPostcode = (postcode: string): string =>
  `${postcode.slice(0, 3)}-${postcode.slice(3)}`;
