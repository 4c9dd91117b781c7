/** What lists put around a value, and what they write for none. */

/** Only what says where, how old or how somebody is: 「（佐藤）」 may be a part of the name. */
const NOTE =
  /[\s　]*[（(［[〔【](?:[\s\d０-９]+(?:[fFＦ階号]|号室|歳|才)?|[ぁ-ゖァ-ヺー・\s　]+|様|男性?|女性?|故人?|入院中?|外泊中?|入居中|退居|新規|仮|自宅|職場|携帯)[）)\]］〕】][\s　]*$/u;
const LATE = /^[\s　]*(?:[（(]故[）)]|故(?=[\s　・]|\p{Script=Han}{2}))[\s　・]*/u;
const POLITE = /[\s　]*(?:様|さま|さん|[\s　]殿|[\s　]氏)[\s　]*$/u;

/** 「故 山田 花子 様（2F）」 is the person 山田 花子. */
export function personIn(text: string): string {
  let name = text.replace(LATE, '');
  for (let before = ''; before !== name;) {
    before = name;
    name = name.replace(NOTE, '').replace(POLITE, '');
  }
  return name.trim() === '' ? text : name;
}

const NONE = /^(?:なし|無し?|ナシ|ない|[-‐–—―ー−・×.]+|none|n\/a|#n\/a|不明|未登録)$/i;
const ADDRESSES = /[^\s<>()[\]{}"'、,;:]+@[^\s<>()[\]{}"'、,;:]+/g;

/**
 * A mail address as people paste it: `mailto:`, a name and angle brackets, 。 for a dot, （自宅） behind.
 * @returns '' for none; several are left as they are
 */
export function mailIn(text: string): string {
  const plain = text.normalize('NFKC').replaceAll('。', '.').replaceAll('｡', '.').trim();
  if (NONE.test(plain)) return '';
  const found = new Set((plain.match(ADDRESSES) ?? []).map((one) => one.replace(/\.+$/, '')));
  const [only = text] = found;
  return found.size === 1 ? only : text;
}

/** @returns why it cannot be one address, or null */
export const severalMails = (text: string): string | null =>
  (text.normalize('NFKC').match(ADDRESSES) ?? []).length > 1
    ? 'メールアドレスが2つ以上あります。お送りする1つにしてください。'
    : null;
