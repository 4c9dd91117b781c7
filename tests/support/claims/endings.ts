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
      '…で終わりました（…までご家族が読めます）',
      '施設のご利用の最後の日を…にしました',
      '…で終わることを取り消しました',
      'お便りのメールとLINEは届きません。',
      '削除されるまでは、いつでも取り消せます。',
    ],
  },
  {
    fact: 'the facility was deleted, and its last day is kept with the hash of the link',
    heldBy: ['tests/integration/endings-deleted.test.ts'],
    says: ['お便りは終わりました', '…のご利用は、…で終わりました。'],
  },
  { fact: 'a tick of the person', heldBy: [], says: ['上に書かれていることを確かめました'] },
];
