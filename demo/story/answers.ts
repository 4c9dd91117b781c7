interface StoryAnswer {
  /** A family of the story. */
  readonly family: string;
  /** Months before the last delivered one. */
  readonly ago: number;
  readonly hoursAfter: number;
  readonly body: string;
  /** Hours after delivery at which it was passed on. */
  readonly passedOnAfter?: number;
  readonly isHidden?: boolean;
  /** The facility's, an hour after it was passed on. */
  readonly reply?: string;
}

/** Words about the last letters: new ones, two passed on, one hidden. */
export const ANSWERS: readonly StoryAnswer[] = [
  {
    family: '佐藤 和子',
    ago: 0,
    hoursAfter: 26,
    body: '元気そうで安心しました。',
  },
  {
    family: '高橋 由美',
    ago: 0,
    hoursAfter: 3,
    body: 'お母さん、いい笑顔ですね😊\n\n来月の第二日曜に、孫たちと会いに行きます。\n楽しみに待っていてください。',
  },
  {
    family: '鈴木 恵子',
    ago: 0,
    hoursAfter: 8,
    body: 'お父さんの好きなお茶の写真、うれしく拝見しました。寒くなりますから、首もとをあたたかくしてくださいね。',
    passedOnAfter: 30,
  },
  {
    family: '山田 聡',
    ago: 0,
    hoursAfter: 12,
    body: '先日はお電話でお騒がせしました。面会の件は、またあらためます。',
    isHidden: true,
  },
  {
    family: '木村 さやか',
    ago: 0,
    hoursAfter: 31,
    body: 'おばあちゃん、だいすきだよ！',
  },
  {
    family: '高橋 誠',
    ago: 1,
    hoursAfter: 5,
    body: '職員のみなさま、いつもありがとうございます。母の食欲がもどったようで、ほっとしています。',
    passedOnAfter: 9,
    reply: 'うれしいお返事をありがとうございます。先週は、おかわりもなさいました。',
  },
];
