import { sama } from '#lib/honorific.ts';
import type { LineWords } from './message.ts';

/** LINE accounts of a family, and families of an account. */
export const MOST_ACCOUNTS = 5;
export const MOST_FAMILIES = 10;

export const HOW_TO_STOP = 'おやめになるときは、「とめる」と送ってください。';

interface Joined {
  hostName: string;
  residentName: string;
  url: string;
}

/** The answer to a code: whose letters this account brings from now on, and how to stop. */
export const welcome = ({ hostName, residentName, url }: Joined): LineWords => ({
  summary: `${sama(residentName, ' ')}のお便りを、LINEでお届けします`,
  sender: hostName,
  title: `${sama(residentName, ' ')}のお便りを、LINEでお届けします`,
  paragraphs: [
    '毎月1日に、お便りのご案内をこのトークにお送りします。これまでのお便りも、次のボタンから、いつでもご覧いただけます。',
  ],
  buttons: [{ label: 'お便りを開く', url }],
  notes: [HOW_TO_STOP],
});

export const UNKNOWN_CODE =
  'この番号は、お使いいただけません。期限が切れたか、すでに使われた番号です。お便りのページか施設の方から、新しい番号をお受け取りください。';

/** After a death or a leaving, by a card that was printed before; also where a last letter comes. */
export const NO_MORE_LETTERS =
  'LINEでのお届けは、お受けしていません。お便りは、これまでのリンクからご覧いただけます。';

export const WAIT = '番号が続けて違っています。1時間ほどおいて、もう一度お試しください。';

export const FULL_FAMILY = `このご家族には、すでに${MOST_ACCOUNTS}つのLINEがつながっているため、加えられませんでした。施設の方にご相談ください。`;
export const FULL_ACCOUNT = `1つのLINEで受け取れるのは、${MOST_FAMILIES}家族までです。加えられませんでした。`;

export const STOPPED =
  'LINEでのお届けをとめました。お便りは、これまでのリンクからご覧いただけます。';
/** After it, where letters go on. */
export const TO_BEGIN_AGAIN =
  'また受け取るには、お便りのページか施設の方から、新しい番号をお受け取りください。';
export const NOT_JOINED =
  'このLINEには、お便りをお届けしていません。受け取るには、お便りのページか施設の方から、番号をお受け取りください。';

export const TEST_WORDS = 'つきだよりの確認です。これが届いたら、LINEの設定は正しくできています。';

interface Facility {
  hostName: string;
  hostPhone: string;
}

/** In answer to anything else: nobody reads here. */
export function helpFor(facilities: readonly Facility[]): string {
  if (facilities.length === 0) return NOT_JOINED;
  const names = new Map(facilities.map(({ hostName, hostPhone }) => [hostName, hostPhone]));
  const phones = [...names].map(([name, phone]) =>
    phone === '' ? name : `${name}（電話 ${phone}）`,
  );
  return `このトークは、お便りのお届けだけに使っています。お問い合わせは、${phones.join('、')}までお電話ください。${HOW_TO_STOP}`;
}
