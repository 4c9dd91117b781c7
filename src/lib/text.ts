/**
 * Normalizes user text: one Unicode form, without invisible or bidirectional control characters.
 * Such characters get pasted along with text, so they are removed rather than refused.
 */

/** Within a line, line breaks and tabs become spaces. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const OTHER_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters without a glyph: controls, lone surrogates, bidirectional controls, zero-width spaces,
 * fillers. The first group is kept: kanji variants (辻󠄀), emoji variants and sequences (👩‍🍳), flags,
 * and the joiners of Arabic and Indic scripts.
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

/** Repeated, since removing a character can leave a kept one without its base. */
function seen(text: string): string {
  const left = text.replace(UNSEEN, '$1');
  return left === text ? text : seen(left);
}

export const oneLine = (text: string): string =>
  seen(text.replace(BREAKS, ' ')).normalize('NFC').trim();

/** Multi-line text with line feeds; tabs are kept. */
export const severalLines = (text: string): string =>
  seen(text.replace(OTHER_BREAKS, '\n')).normalize('NFC').trim();
