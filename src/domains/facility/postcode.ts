/** Separators around and between the seven digits, after folding full-width forms. */
const AROUND_DIGITS = /[\s〒\-‐-―−ー]/gu;

/** A form shows again what was sent, however long that is (P32). */
const MAX_LENGTH = 100;

/** Parses `104-0061`, `〒１０４－００６１` and the like to seven digits; null for anything else. */
export function readPostcode(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const digits = text.normalize('NFKC').replace(AROUND_DIGITS, '');
  return /^\d{7}$/.test(digits) ? digits : null;
}

/** `1040061` → `104-0061` */
export const formatPostcode = (postcode: string): string =>
  `${postcode.slice(0, 3)}-${postcode.slice(3)}`;
