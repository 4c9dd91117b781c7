import type { Claims } from './claims.ts';

export const JOINING: Claims[] = [
  {
    fact: 'the application was written, and its mail with it',
    heldBy: ['tests/integration/joining.test.ts'],
    says: [
      'お申し込みを受け取りました',
      '次のメールアドレスに、確認のメールをお送りしました。',
      '確認のメールをお送りします。',
      '…のお便りを、このメールアドレスで受け取るお申し込みがありました。',
    ],
  },
  {
    fact: 'no letter goes to an address that is not proven, and none before an admin took it in',
    heldBy: ['tests/integration/joining-walk.test.ts'],
    says: [
      '押していただくまで、お便りは届きません。',
      'お便りは届きません。',
      '施設の担当者が確かめてから、お便りをお届けします。',
      '…のお便りを、このメールを受け取ったアドレスにお届けします。',
    ],
  },
  {
    fact: 'the button in the mail was pressed',
    heldBy: ['tests/integration/joining.test.ts'],
    says: ['メールアドレスを確認しました'],
  },
  {
    fact: 'an admin has taken the relative in, or refused it with this reason',
    heldBy: ['tests/integration/joining.test.ts'],
    says: [
      '…が、お申し込みをお受けしました。',
      'お便りをお届けできるようになりました',
      'お断りしました。',
      '…家族は、受けられなかったので、そのままにしました。',
      '…家族を、お届け先に加えました。',
      'ほかの方が先に決めました。',
    ],
  },
  {
    fact: 'what the registered way of delivery does on the 1st',
    heldBy: ['tests/integration/delivery-run.test.ts', 'tests/integration/print.test.ts'],
    says: [
      '印刷したお便りを、郵便でお送りします。',
      'のようすを、写真と文でお届けします。',
      '毎月1日に、スマートフォンか紙で、ご家族にお届けします。',
      '……のお便りを、毎月1日に、このメールアドレスへお届けします。',
    ],
  },
  {
    fact: 'a new code ends the one before, and changes no family',
    heldBy: ['tests/integration/joining.test.ts'],
    says: [
      '今の番号とQRコードは使えなくなります。',
      '受けたご家族のお便りは、そのまま届きます。',
      'こちらで暮らしている方が、まだ登録されていません。',
    ],
  },
  {
    fact: 'an event of this action, written in the transaction of what it tells',
    heldBy: ['tests/integration/joining.test.ts'],
    says: [
      '…ご家族へのご案内を、新しい番号にしました',
      'ご家族へのご案内の番号を、…人分 用意しました',
      '…お便りを申し込みました',
      '…お便りを受け取るメールアドレスを確認しました',
      '…お便りのお申し込みを、…として受けました',
      '…お便りのお申し込みを、お断りしました',
      'ご家族へのご案内を印刷する画面を開きました',
    ],
  },
  {
    fact: 'the family that was registered first stays as it is',
    heldBy: ['tests/integration/same-family.test.ts'],
    says: ['登録のある方のお申し込みとして、受けました。', '新しく追加していません。'],
  },
];
