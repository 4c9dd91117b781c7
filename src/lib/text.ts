/**
 * What a person writes, as it is kept: in one spelling, and without characters that cannot be
 * seen or that turn the text around them. Those come along when text is pasted, so they are taken
 * out without a word rather than refused.
 */

/** In the middle of one line, a line break or a tab is a space. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const OTHER_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters without a shape of their own: controls, halves of characters, bidirectional
 * controls, spaces of no width, fillers. Alternatives in the first group are kept: variants of
 * kanji (辻󠄀) and emoji, joined emoji (👩‍🍳), flags of regions, and the joiners of Arabic and
 * Indic scripts.
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

/** Again and again, since what was kept may have leaned on what was taken out. */
function seen(text: string): string {
  const left = text.replace(UNSEEN, '$1');
  return left === text ? text : seen(left);
}

/** One line: a name, a title, a search. */
export const oneLine = (text: string): string =>
  seen(text.replace(BREAKS, ' ')).normalize('NFC').trim();

/** Several lines, with line feeds between them; tabs stay. */
export const severalLines = (text: string): string =>
  seen(text.replace(OTHER_BREAKS, '\n')).normalize('NFC').trim();
