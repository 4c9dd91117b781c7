import { expect, test } from 'vitest';
import { looksLikeLink } from './link-like.ts';

test.each([
  'http://a.b',
  'HTTPS：／／bank.example',
  'h ttp : / / x',
  'ＨＴＴＰＳ',
  'hxxp://bank',
  'www.bank',
  'ＷＷＷ．bank',
  'bank.com',
  'みずほ.com',
  'bank.co.jp',
  'ｂａｎｋ．ｃｏ．ｊｐ',
  'bank。co。jp',
  'bank｡com',
  '三菱。com',
  'bank․com',
  'bank . com',
  'bank. com',
  'bank .co .jp',
  'ⓑⓐⓝⓚ.ⓒⓞⓜ',
  'xn--abc.xn--q9jyb4c',
  '銀行.みんな',
  'bit.ly/2x',
  't.co/abc',
  'x.com',
  'bank-login.top',
  'ひだまりの家 bank.shop 重要',
  '重要なお知らせ→bank.link',
  'info@bank.example',
  'info＠bank．co．jp',
  'info @ bank . jp',
  '192.0.2.1',
  'mailto:x',
])('%s is read as a link', (text) => {
  expect(looksLikeLink(text)).toBe(true);
});

test.each([
  'ひだまりの家',
  'St.Mary',
  'St. Mary',
  'Dr.李',
  'Mr.Li',
  'Y.Tanaka',
  'Y. Ito',
  'S.Kim',
  'M.O.M.O.',
  'J. de Vries',
  'S.O.H.O 南青山',
  'No.1デイサービス',
  'Vol.3 夏祭り',
  'vol.12',
  "O'Neil",
  '2026.10',
  '2026.10.17',
  '3.5号室',
  '夏祭り。楽しかったですね。',
  '元気です。No.1です',
  'ありがとう。OK',
  '11時半。JPタワーへ',
  'お便り10月号!?…',
  '写真@夏祭り',
  'A.M./P.M.',
  'ケア・ハウス',
  'デイ：ひまわり／南',
  '1:2',
  'グループホームwww',
  'comfort',
])('%s is a name or a subject', (text) => {
  expect(looksLikeLink(text)).toBe(false);
});

/** Would take minutes if scanned from every letter. */
test('long text is scanned once', () => {
  const long = ['a', 'a ', ' ', '。', 'a@', 'あ.'].map((part) => part.repeat(200_000));
  expect(long.map(looksLikeLink)).toEqual(long.map(() => false));
});
