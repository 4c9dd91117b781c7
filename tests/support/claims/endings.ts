import type { Claims } from './claims.ts';

export const ENDINGS: Claims[] = [
  {
    fact: "a facility's last day is a row, which says who set it; its phase follows from the day",
    heldBy: ['tests/integration/endings.test.ts', 'src/domains/facility/ending/ending.test.ts'],
    says: [
      '運営者が決めました',
      '施設が決めました',
      'この日は、…が決めました。',
      'この終わりの日は、つきだよりの運営者が決めました。',
      '終わりの日は決まっていません。',
      '…で終わりました（…）',
      '…のご利用は、…で終わりました。',
      '施設のご利用の最後の日を…にしました',
      '…で終わることを取り消しました',
      'お便りのメールとLINEは届きません。',
      '削除されるまでは、いつでも取り消せます。',
    ],
  },
  {
    fact: 'the facility was deleted, and its last day is kept with the hash of the link',
    heldBy: ['tests/integration/endings-deleted.test.ts'],
    says: ['お便りは終わりました', '…のつきだよりは、…で終わりました。'],
  },
  {
    fact: 'the days of an ended facility are over, and families have not been told of it',
    heldBy: ['tests/access/endings.test.ts', 'tests/integration/endings-deleted.test.ts'],
    says: [
      'ご家族が読める…日は過ぎましたが、お知らせが済んでいないご家族が…件あるので、削除を待っています。',
    ],
  },
  {
    fact: 'who is told of an ending, and what of it, follows from what each was told last',
    heldBy: ['tests/integration/endings-told.test.ts', 'tests/integration/endings-walk.test.ts'],
    says: [
      'その前に取り消せば、お知らせは届きません。',
      'メールやLINEでは届かないご家族が、…件あります。',
      '紙やお電話でお知らせし、「お知らせしました」を押してください。',
      'お渡ししたら、前のページで「お知らせしました」を押してください。',
      'お知らせしました',
      'ご家族 …に、ご利用の終わりについてお知らせ済みにしました',
      'ご家族 …に、ご利用の終わりについてお知らせした印を、取り消しました',
      '…前に、つきだよりのお便りは…とお知らせしましたが、取り消しになりました。',
      'これまでの予定の…より、前になりました。',
      '取り消せるのは運営者だけになります。',
      '…つきだよりのお便りは、…までになりました。',
      'まだ何も変えていません。',
      '最後の日を決めました。',
      'それまでに取り消せば、どなたにも出ません。',
      '取り消しになる施設です（まだ何も変えていません）:',
      '取り消しました:',
    ],
  },
  {
    fact: 'thanks, which claim nothing',
    heldBy: [],
    says: ['これまでお読みくださり、ありがとうございました。'],
  },
  { fact: 'a tick of the person', heldBy: [], says: ['上に書かれていることを確かめました'] },
  {
    fact: 'the last day of its facility is over, and nothing is mailed or sent by LINE',
    heldBy: [
      'tests/integration/own-way.test.ts',
      'tests/integration/joining.test.ts',
      'tests/integration/endings-told.test.ts',
    ],
    says: ['お便りのお届けは終わりました'],
  },
  {
    fact: 'nothing was kept: the last day is over',
    heldBy: ['tests/integration/endings-letters.test.ts'],
    says: ['そのため、今の「見ました」は、施設に伝わっていません。'],
  },
];
