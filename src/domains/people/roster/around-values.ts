import { domainOf } from '#lib/mail-address.ts';

/** What lists put around a value, and what they write for none. */

/** Only what says where, how old or how somebody is: 「（佐藤）」 may be a part of the name. */
const NOTE =
  /[\s　]*[（(［[〔【](?:[\s\d０-９]+(?:[fFＦ階号]|号室|歳|才)?|[ぁ-ゖァ-ヺー・\s　]+|様|男性?|女性?|故人?|入院中?|外泊中?|入居中|退居|新規|仮|自宅|職場|携帯)[）)\]］〕】][\s　]*$/u;
const LATE = /^[\s　]*(?:[（(]故[）)]|故(?=[\s　・]|\p{Script=Han}{2}))[\s　・]*/u;
const POLITE = /[\s　]*(?:様|さま|さん|[\s　]殿|[\s　]氏)[\s　]*$/u;

/** Nothing longer is a name or an address: it is refused as it is (P32). */
const MOST = 300;

/** 「故 山田 花子 様（2F）」 is the person 山田 花子. */
export function personIn(text: string): string {
  if (text.length > MOST) return text;
  let name = text.replace(LATE, '');
  for (let before = ''; before !== name;) {
    before = name;
    name = name.replace(NOTE, '').replace(POLITE, '');
  }
  return name.trim() === '' ? text : name;
}

const COUNT = String.raw`(?:\d+(?:名|人|室|床|件)?(?:様)?)`;
const SUM = new RegExp(
  `^(?:(?:以上|全|総)?(?:合計|総計|小計|累計|計|総数|入居者数|利用者数|人数|男性?|女性?|以上|全)[:=]?${COUNT}.*|合計|総計|小計|計|${COUNT})$`,
);
const DITTO = /^(?:同上|同じ|上に同じ|右に同じ|[〃々″"]+|''+)$/;
const HEADING =
  /^(?:(?:地下|B)?\d+(?:階|F)\D*|.{0,20}(?:ユニット|フロア|病棟|号館)[A-Z\d]*|[A-Z\d]+棟|ユニット.{1,10})$/i;
const NOBODY_YET =
  /^(?:空室?|空床|空き(?:室|部屋)?|未定|予定|予備|欠番|該当者?なし|以下余白|余白)$/;
const NOTE_ALONE = /^(?:※|備考|注[:)]|印刷日|作成(?:日|者)|更新日).*|^\d{4}年.*現在$/;

export type Nobody = 'sum' | 'ditto' | 'heading' | 'empty' | 'note' | 'sign';

/** Whether a line's name can be a person's. @returns what it is instead, or null */
export function nobodyIn(name: string): Nobody | null {
  if (name.length > MOST) return null;
  const text = name.normalize('NFKC').replaceAll(/\s/g, '');
  if (text === '') return null;
  if (SUM.test(text)) return 'sum';
  if (DITTO.test(text)) return 'ditto';
  if (HEADING.test(text)) return 'heading';
  if (NOBODY_YET.test(text)) return 'empty';
  if (NOTE_ALONE.test(text)) return 'note';
  return /\p{L}/u.test(text.replaceAll(/[ー〃々]/g, '')) ? null : 'sign';
}

/** A person has said that a line is about somebody. */
export const SOMEBODY = 'person';

const NONE = /^(?:なし|無し?|ナシ|ない|[-‐–—―ー−・×.]+|none|n\/a|#n\/a|不明|未登録)$/i;
const ADDRESSES = /[^\s<>()[\]{}"'、,;:]+@[^\s<>()[\]{}"'、,;:]+/g;

/**
 * A mail address as people paste it: `mailto:`, a name and angle brackets, 。 for a dot, （自宅） behind.
 * @returns '' for none; several are left as they are
 */
export function mailIn(text: string): string {
  if (text.length > MOST) return text;
  const plain = text.normalize('NFKC').replaceAll('。', '.').replaceAll('｡', '.').trim();
  if (NONE.test(plain)) return '';
  const found = new Set((plain.match(ADDRESSES) ?? []).map((one) => one.replace(/\.+$/, '')));
  const [only = text] = found;
  return found.size === 1 ? only : text;
}

export const hasSeveralMails = (text: string): boolean =>
  text.length <= MOST && (text.normalize('NFKC').match(ADDRESSES) ?? []).length > 1;

/** Names that nobody has, and what was meant: a slip of the finger, or by ear. */
const MEANT: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:g(?:mai|mial|amil|meil|maill|mall)|gmail)\.(?:con|cm|cmo|ocm|comm|om|co)$|^(?:gmai|gmial|gamil|gmeil|gmaill|gmall)\.com$/,
    'gmail.com',
  ],
  [
    /^(?:do[ck]omo|docom|docomoo)\.(?:ne\.(?:jo|jpp|j)|nejp|ne|co\.jp)$|^dokomo\.ne\.jp$/,
    'docomo.ne.jp',
  ],
  [
    /^(?:yaho|yahooo|yafoo|yahho)\.co\.jp$|^yahoo\.(?:co\.jo|cojp|co\.j|co\.jpp|con)$/,
    'yahoo.co.jp',
  ],
  [/^(?:iclod|icloud|icoud|iclud|icould)\.con$|^(?:iclod|icoud|iclud|icould)\.com$/, 'icloud.com'],
  [/^ez?web\.(?:ne\.jo|nejp|co\.jp|ne)$|^(?:ezwab|ezewb)\.ne\.jp$/, 'ezweb.ne.jp'],
  [/^(?:i\.)?softbank\.(?:ne\.jo|nejp|jo)$/, 'softbank.ne.jp'],
];

/** @returns the domain that was probably meant, or null */
export const domainMeant = (address: string): string | null => {
  const domain = domainOf(address);
  return (
    MEANT.find(([typed]) => typed.test(domain))?.[1] ??
    (/\.con$/.test(domain) ? domain.replace(/con$/, 'com') : null)
  );
};
