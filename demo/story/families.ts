interface StoryAddress {
  readonly postcode: string;
  readonly pref: string;
  readonly city: string;
  readonly town: string;
  readonly street: string;
}

interface StoryFamily {
  /** An index of `RESIDENTS`. */
  readonly residentIndex: number;
  readonly name: string;
  readonly nameKana: string;
  readonly relationship: string;
  readonly delivery: 'email' | 'link' | 'print';
  /** How many people get it by LINE. */
  readonly lines?: number;
  readonly email?: string;
  readonly phone?: string;
  readonly address?: StoryAddress;
}

type Who = readonly [residentIndex: number, name: string, nameKana: string, relationship: string];

const byMail = (
  box: string,
  ...[residentIndex, name, nameKana, relationship]: Who
): StoryFamily => ({
  residentIndex,
  name,
  nameKana,
  relationship,
  delivery: 'email',
  email: `${box}@example.jp`,
});

const byLink = (...[residentIndex, name, nameKana, relationship]: Who): StoryFamily => ({
  residentIndex,
  name,
  nameKana,
  relationship,
  delivery: 'link',
});

const byLine = (lines: number, ...who: Who): StoryFamily => ({ ...byLink(...who), lines });

const onPaper = (
  address: StoryAddress,
  ...[residentIndex, name, nameKana, relationship]: Who
): StoryFamily => ({ residentIndex, name, nameKana, relationship, delivery: 'print', address });

const home = (pref: string, city: string, town: string, street: string): StoryAddress => ({
  postcode: '0000000',
  pref,
  city,
  town,
  street,
});

/** Some residents have two households, the last but one has none. */
export const FAMILIES: readonly StoryFamily[] = [
  byMail('takahashi', 0, '高橋 由美', 'たかはし ゆみ', '長女'),
  byLine(1, 0, '高橋 誠', 'たかはし まこと', '長男'),
  onPaper(home('長野県', 'みどり市', '森町', '4-5'), 1, '佐藤 和子', 'さとう かずこ', '妹'),
  byMail('satou', 1, '佐藤 健太', 'さとう けんた', '孫'),
  byMail('suzuki', 2, '鈴木 恵子', 'すずき けいこ', '妻'),
  byLine(2, 3, '田中 浩', 'たなか ひろし', '長男'),
  byMail('itou', 4, '伊藤 直美', 'いとう なおみ', '長女'),
  onPaper(home('神奈川県', '港が丘市', '坂の上', '12-8'), 4, '伊藤 登', 'いとう のぼる', '弟'),
  byMail('watanabe', 5, '渡辺 智子', 'わたなべ ともこ', '次女'),
  byLink(6, '山本 隆', 'やまもと たかし', '長男'),
  byLink(6, '小野 美紀', 'おの みき', '長女'),
  byMail('nakamura', 7, '中村 修', 'なかむら おさむ', '長男'),
  byMail('kobayashi', 8, '小林 洋子', 'こばやし ようこ', '妻'),
  onPaper(home('千葉県', '白浜市', '松原', '7-1'), 9, '加藤 文雄', 'かとう ふみお', '弟'),
  byMail('katou', 9, '加藤 真理', 'かとう まり', '長女'),
  byLink(10, '吉田 優子', 'よしだ ゆうこ', '次女'),
  // The same person as above: one mail and two shelves.
  byMail('takahashi', 10, '高橋 由美', 'たかはし ゆみ', '姪'),
  byMail('yamada', 11, '山田 聡', 'やまだ さとし', '長男'),
  byMail('sasaki', 12, '佐々木 明美', 'ささき あけみ', '長女'),
  byLink(13, '山口 亮', 'やまぐち りょう', '次男'),
  byMail('matsumoto', 14, '松本 陽子', 'まつもと ようこ', '長女'),
  onPaper(home('埼玉県', '川辺市', '花園', '3-14'), 15, '井上 光子', 'いのうえ みつこ', '姪'),
  byMail('kimura', 16, '木村 拓也', 'きむら たくや', '長男'),
  byLink(16, '木村 さやか', 'きむら さやか', '孫'),
  byMail('hayashi', 17, '林 典子', 'はやし のりこ', '長女'),
  byLink(18, '斎藤 進', 'さいとう すすむ', '次男'),
  byMail('shimizu', 19, '清水 千尋', 'しみず ちひろ', '長女'),
  byMail('yamazaki', 20, '山崎 剛', 'やまざき つよし', '長男'),
  byLink(21, '阿部 久美子', 'あべ くみこ', '長女'),
  onPaper(home('静岡県', '茶畑市', '本町', '9-6'), 23, '橋本 ヒサ', 'はしもと ひさ', '姉'),
  byMail('hashimoto', 23, '橋本 奈々', 'はしもと なな', '次女'),
];
