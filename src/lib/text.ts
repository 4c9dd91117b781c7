/** Invisible and bidirectional controls are pasted along with text, so they are removed. */

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const OTHER_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Controls, lone surrogates, bidirectional controls, zero-width spaces, fillers. Kept: variants of
 * kanji (辻󠄀) and emoji, emoji sequences (👩‍🍳), flags, and joiners of Arabic and Indic scripts.
 */
const UNSEEN = new RegExp(
  [
    '(',
    '(?<=[\\p{Script_Extensions=Han}\\p{Emoji}\\p{S}])[\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]',
    '|(?<=[\\p{Emoji}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})',
    '|(?<=\\u{1F3F4}[\\u{E0020}-\\u{E007E}]{0,6})[\\u{E0020}-\\u{E007F}]',
    '|(?<=[\\u0620-\\u0DFF])[\\u200C\\u200D](?=[\\u0620-\\u0DFF])',
    ')',
    '|(?![\\t\\n])[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Noncharacter_Code_Point}',
    '\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]',
  ].join(''),
  'gu',
);

/**
 * NFC without what is not seen. Repeated: removing a character can leave a kept one without its
 * base or two that compose, and NFC takes some bases apart (U+1D15E).
 */
function seen(text: string): string {
  const left = text.normalize('NFC').replace(UNSEEN, '$1');
  return left === text ? text : seen(left);
}

export const oneLine = (text: string): string => seen(text.replace(BREAKS, ' ')).trim();

export const severalLines = (text: string): string => seen(text.replace(OTHER_BREAKS, '\n')).trim();
