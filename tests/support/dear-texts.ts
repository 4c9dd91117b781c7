/** Units of texts that cost more to read than letters do, for their bytes or for their length. */
export const DEAR: Record<string, string> = {
  'widening eighteenfold': 'ﷺ',
  'widening threefold': 'ΐ',
  'squared words': '㌖',
  'a circled number': '㉑',
  'a ligature': 'ﬃ',
  'か and its mark': 'か\u3099',
  'half-width ガ': 'ｶﾞ',
  'a letter of three parts': '\u1100\u1161\u11a8',
  'marks in the wrong order': '\u0301\u0316',
  'a letter with many marks': `a${'\u0301\u0316\u0315\u0323'.repeat(8)}`,
  'full-width letters': 'Ａ',
  'İ, which grows when lowered': 'İ',
  Hebrew: 'שָׁ',
  Arabic: 'مرحبا',
  'a bidirectional control': '\u202e',
  'a high surrogate alone': '\ud800',
  'a low surrogate alone': '\udc00',
  'zero-width spaces': '\u200b',
  'a variant without its base': '\ufe0f\u200d☺',
  'a variant of a kanji': '辻\u{e0100}',
  'an emoji of several': '👩‍🍳',
  'a flag of tags': '\u{1f3f4}\u{e0067}\u{e0062}\u{e007f}',
  'joiners between Arabic letters': 'م\u200d',
  NUL: '\0',
  blanks: ' ',
  'wide blanks': '\u3000',
  'lines of Windows': '\r\n',
  'rare line breaks': '\u2028\u0085',
  digits: '1',
  'full-width digits': '１',
  dashes: 'ー-',
  'almost an address': 'a@',
  'almost a domain': 'a.',
  'almost a link': 'http:',
  'a sentence with 。': 'co。jp ',
  'almost a date': '昭和',
  'what HTML escapes': `"<&'`,
  'what a form escapes': '%41+',
};

/** As many as fit into `bytes`, however they are sent. */
export function dearText(unit: string, bytes: number): string {
  const sent = Math.max(Buffer.byteLength(unit), Buffer.byteLength(JSON.stringify(unit)) - 2);
  return unit.repeat(Math.floor(bytes / sent));
}
