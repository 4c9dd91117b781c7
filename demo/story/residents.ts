interface StoryResident {
  readonly name: string;
  readonly nameKana: string;
  readonly room: string;
  readonly birthday: string;
  /** null: the family has not been asked. */
  readonly photoConsent: boolean | null;
  /** Left that many months ago; absent for current residents. */
  readonly monthsAgo?: number;
  /** Away since then, in days. */
  readonly awayFor?: number;
  /** Died that many days ago; a last letter is chosen. */
  readonly diedAgo?: number;
}

const person = (
  name: string,
  nameKana: string,
  room: string,
  birthday: string,
  photoConsent: boolean | null = true,
): StoryResident => ({ name, nameKana, room, birthday, photoConsent });

/** In the order of their rooms. */
export const RESIDENTS: readonly StoryResident[] = [
  person('高橋 ハル', 'たかはし はる', '101', '1931-03-21'),
  person('佐藤 ミツ', 'さとう みつ', '102', '1929-11-08'),
  person('鈴木 茂', 'すずき しげる', '103', '1935-06-14'),
  person('田中 キヨ', 'たなか きよ', '104', '1933-09-02'),
  person('伊藤 勝', 'いとう まさる', '105', '1938-01-27'),
  person('渡辺 フミ', 'わたなべ ふみ', '106', '1930-07-19'),
  person('山本 静江', 'やまもと しずえ', '107', '1936-10-05'),
  { ...person('中村 トメ', 'なかむら とめ', '108', '1928-04-11'), diedAgo: 4 },
  person('小林 和夫', 'こばやし かずお', '201', '1940-12-03'),
  person('加藤 千代', 'かとう ちよ', '202', '1934-02-15'),
  person('吉田 スミ子', 'よしだ すみこ', '203', '1937-08-23'),
  person('山田 正雄', 'やまだ まさお', '204', '1932-05-30', null),
  person('佐々木 ヨシ', 'ささき よし', '205', '1931-12-18'),
  person('山口 久子', 'やまぐち ひさこ', '206', '1941-04-06'),
  person('松本 清', 'まつもと きよし', '207', '1936-07-07'),
  person('井上 シズ', 'いのうえ しず', '208', '1929-09-26'),
  { ...person('木村 節子', 'きむら せつこ', '301', '1939-03-03'), awayFor: 18 },
  person('林 喜一', 'はやし きいち', '302', '1933-11-22'),
  person('斎藤 タケ', 'さいとう たけ', '303', '1930-01-09', false),
  person('清水 幸子', 'しみず さちこ', '304', '1942-06-28'),
  person('山崎 房江', 'やまざき ふさえ', '305', '1938-10-17'),
  { ...person('阿部 武', 'あべ たけし', '306', '1934-08-04'), monthsAgo: 3 },
  person('池田 キク', 'いけだ きく', '307', '1928-09-09'),
  person('橋本 昭二', 'はしもと しょうじ', '308', '1946-02-24'),
];
