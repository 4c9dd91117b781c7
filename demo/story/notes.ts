interface StoryNote {
  readonly resident: string;
  /** Index into the staff of the story. */
  readonly by: number;
  readonly body: string;
}

/** For the last letter, which families have read. */
export const LAST_NOTES: readonly StoryNote[] = [
  {
    resident: '高橋 ハル',
    by: 2,
    body: `今月は、お食事をほとんど残さず召し上がりました。
お煮物の日は、とくに箸がすすみます。

午後はよく窓ぎわで外をながめて、通る犬に名前をつけていらっしゃいます。`,
  },
  {
    resident: '佐藤 ミツ',
    by: 3,
    body: '歌の会では、いちばん前の席です。「ふるさと」の二番も、歌詞を見ずに歌われました。夜もよくお休みです。',
  },
  {
    resident: '鈴木 茂',
    by: 2,
    body: '将棋のお相手を職員がつとめていますが、まだ一度も勝てません。歩く練習も、毎朝ろうかを一往復されています。',
  },
  {
    resident: '斎藤 タケ',
    by: 4,
    body: '編みものを続けておいでです。ひざ掛けが、もう少しで一枚できあがります。お茶の時間には、昔のお店の話をよく聞かせてくださいます。',
  },
  {
    resident: '渡辺 フミ',
    by: 4,
    body: '足のむくみが気になる日があり、看護師が毎日見ております。いまは落ち着いて、笑顔も多く見られます。',
  },
];

/** For the letter under way. */
export const NEW_NOTES: readonly StoryNote[] = [
  {
    resident: '高橋 ハル',
    by: 3,
    body: `ぬり絵を一枚仕上げられました。
色えらびは、職員も教わるほどです。`,
  },
  {
    resident: '佐藤 ミツ',
    by: 2,
    body: '体操の時間は、手拍子がだれよりも大きく、まわりの方までつられています。',
  },
  {
    resident: '斎藤 タケ',
    by: 4,
    body: 'ひざ掛けができあがりました。次はお孫さんの帽子だそうです。',
  },
  {
    resident: '井上 シズ',
    by: 2,
    body: '検査のため、少しのあいだ病院でお過ごしです。',
  },
];

/** Residents whose letter under way an admin has checked. */
export const CHECKED: readonly string[] = ['高橋 ハル', '佐藤 ミツ', '伊藤 勝'];

export const SKIPPED = {
  resident: '井上 シズ',
  reason: '入院中。ご家族とお電話で相談し、今月は見合わせます',
} as const;
