import { expect, test } from 'vitest';
import { termsOf } from './terms-text.ts';

const TEXT = JSON.stringify(termsOf({ terms: [] }));

test.each([
  ['what a facility takes out', /写真の同意の記録（どなたのお返事か、続柄、メモ、記録した職員/],
  ['what families take out', /1年分、またはすべてのお便りを保存できます。.*施設からのお返事も/],
  ['when an ended facility is deleted', /すべてのご家族へのお知らせが済み、そのうえで60日/],
  [
    'which days do not count',
    /止まっていた日と、お知らせの済んでいないご家族がいる日は、60日に数え/,
  ],
  ['who takes an ending back', /運営者が最後の日を決めたときは、取り消せるのは運営者だけ/],
  [
    'who may still do something',
    /管理者は、お便りと名簿などの保存と、.*ほかの職員は、写真やお便りの画面を使えません/,
  ],
])('the terms say %s', (_what, words) => {
  expect(TEXT).toMatch(words);
});
