/** All invented; numbers and addresses lead nowhere. */
export const FACILITY = {
  name: '介護施設 ひなた苑',
  postcode: '1000000',
  pref: '東京都',
  city: '若葉市',
  town: '日向台',
  street: '1-2-3',
  phone: '03-0000-0000',
} as const;

interface StoryStaff {
  readonly name: string;
  readonly nameKana: string;
  /** null: uses shared devices only. */
  readonly email: string | null;
  readonly scope: 'admin' | 'general';
}

export const STAFF: readonly StoryStaff[] = [
  { name: '小川 真由美', nameKana: 'おがわ まゆみ', email: 'admin@example.jp', scope: 'admin' },
  {
    name: '西村 健一',
    nameKana: 'にしむら けんいち',
    email: 'nishimura@example.jp',
    scope: 'admin',
  },
  { name: '岡田 彩', nameKana: 'おかだ あや', email: 'staff@example.jp', scope: 'general' },
  {
    name: '森下 大輔',
    nameKana: 'もりした だいすけ',
    email: 'morishita@example.jp',
    scope: 'general',
  },
  {
    name: 'グエン ティ マイ',
    nameKana: 'ぐえん てぃ まい',
    email: 'mai@example.jp',
    scope: 'general',
  },
  { name: '大西 ひかる', nameKana: 'おおにし ひかる', email: null, scope: 'general' },
];
