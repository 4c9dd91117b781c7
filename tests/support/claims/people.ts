import type { Claims } from './claims.ts';

export const PEOPLE: Claims[] = [
  {
    fact: 'an answer about photos was recorded, waits, or was dealt with by a colleague',
    heldBy: [
      'tests/integration/consent-records.test.ts',
      'tests/integration/waiting-consents.test.ts',
      'tests/integration/consent-list.test.ts',
    ],
    says: [
      'ご家族からのお返事が…件、届いています。',
      'まだ伺っていません。',
      'ほかの方が先に記録しました。',
      'ほかの方が先に記録した分が…件あり、そのままにしました。',
      '…の写真を「…」と記録しました。',
      '…のお返事を記録しました。',
      '…のお返事を、記録しないことにしました。',
      '…の同意に変わりがないことを記録しました。',
      'お返事を記録しました',
    ],
  },
  {
    fact: 'the row was written, changed or removed, or was not',
    heldBy: [
      'tests/integration/resident.test.ts',
      'tests/integration/family.test.ts',
      'tests/integration/resident-removal.test.ts',
      'tests/integration/roster-import.test.ts',
    ],
    says: [
      '…行に誤りがあるため、一人も追加していません。',
      'お便りや写真そのものは消えません。',
      'お届け先から外しました',
      'この入居者は、まだ登録されていません。',
      'これからのお便りは届きません。',
      'ご家族を追加しました',
      'まだ一人も追加していません。',
      'まだ追加していません。',
      'を追加しました',
      '登録を削除しました',
      '追加しました。',
      '顔写真と、書いた「ご様子」も消えます。',
    ],
  },
  {
    fact: 'the answer about photos was written, in place of the one that waited',
    heldBy: ['tests/integration/family-consent.test.ts'],
    says: ['お返事を受け取りました。'],
  },
  {
    fact: 'what the form about photos asks for, on paper and on the page',
    heldBy: ['tests/integration/consent-sheets.test.ts', 'tests/integration/delivery-run.test.ts'],
    says: ['…では、月に1回、…の暮らしのようすを、お便りでご家族にお届けします。'],
  },
  {
    fact: 'the days that an admin has entered',
    heldBy: ['tests/integration/states-of-life.test.ts', 'tests/integration/last-letter.test.ts'],
    says: [
      '…、ご逝去されました。',
      '…が、最後のお便りになりました。',
      'お戻りになりました',
      'に退居されました。',
      '日付を間違えて入れたときは、取り消せます。',
      '空欄にして保存すると、取り消せます。',
    ],
  },
  {
    fact: 'a rule that holds as long as the setting does',
    heldBy: [
      'tests/integration/delivery-run.test.ts',
      'tests/integration/family-views.test.ts',
      'src/domains/delivery/delivery.test.ts',
    ],
    says: [
      '施設全体（すべてのご家族に届きます）',
      '印刷したQRコードも使えなくなります。',
      'LINEで受け取るための、まだ使われていないQRコードも使えなくなります。',
      'あとから気づいても、外せばすぐに見えなくなります。',
      'お便りになったあとでも、移したり削除したりすれば、すぐに見えなくなります。',
      'ご家族がひらく画面に、ほかの会社の広告や計測は入っていません。',
      '刷るようにはできていません。',
      '控えに残ったものも、古い控えといっしょに消えます。',
      '職員の方が撮った写真が、おひとりずつの月ごとのお便りになって、ご家族に届きます。',
    ],
  },
];
