import type { Claims } from './claims.ts';

export const LETTERS: Claims[] = [
  {
    fact: 'the version was written; what was typed stays until then',
    heldBy: [
      'tests/integration/letter.test.ts',
      'tests/integration/note.test.ts',
      'tests/integration/check-together.test.ts',
      'tests/integration/admin-letter.test.ts',
    ],
    says: [
      '…人のお便りを、確認済みにしました',
      'ごあいさつか施設のようすが変わったため、まだ確認済みにしていません。',
      '…号は、全員のお便りを確認しました。',
      'あなたの内容（まだ保存していません）',
      'お便りの文章は空になりました',
      'お便りを保存しました',
      'ご様子を保存しました',
      'ご様子を削除しました',
      'ほかの方が先に保存したため、まだ保存していません。',
      'まだ書かれていません。',
      '入居者がまだ登録されていません。',
      '文例を入れました。',
      '書いたものは消えません。',
    ],
  },
  {
    fact: 'the token is another one, so that the former opens nothing with the next request',
    heldBy: ['tests/integration/link-walk.test.ts', 'tests/integration/family-link.test.ts'],
    says: [
      'お便りのリンクとQRコードは、すぐに使えなくなります。',
      'お届け先…人の登録も消え、リンクは使えなくなります。',
      'これまでにお送りしたLINEやメール、印刷した紙のQRコードからも、写真を含めて開けなくなります。',
      'ご家族のリンクは新しくなりました。',
      'のご家族…人の今のリンクが、すぐにすべて使えなくなります。',
      'リンクを新しくしました',
      'リンクを新しくしました。',
      '今のリンクが使えなくなることを確かめました',
      '新しくすると、今のリンクとQRコードはすぐに使えなくなります。',
      '知らない人に渡ってしまっても、新しいリンクに替えれば、前のリンクでは、お便りも写真もすぐにひらけなくなります。',
    ],
  },
  {
    fact: 'a month is counted with five people who get letters, or not at all; no name is read',
    heldBy: [
      'src/domains/dashboard/meeting-sheet.test.ts',
      'tests/integration/meeting-sheet.test.ts',
    ],
    says: [
      '「見ました」',
      'お便りとお届け先のある方が…人より少ない月は、入れていません。',
      '上の日付の日に残っている登録から数えました。',
      'お名前はのせていません。',
    ],
  },
];
