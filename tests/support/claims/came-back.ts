import type { Claims } from './claims.ts';

export const CAME_BACK: Claims[] = [
  {
    fact: 'a report by an id of ours said so: the letter came back, or was stopped, and its address is parked',
    heldBy: [
      'tests/integration/returned-letters.test.ts',
      'tests/integration/returned-addresses.test.ts',
      'tests/integration/returned-kinds.test.ts',
      'tests/integration/returned-walk.test.ts',
    ],
    says: [
      '止められました。',
      '…届きませんでした。',
      '…通は、配信サーバーの都合で止められました',
      '…通は届きませんでした',
      '…家族には届きませんでした',
      '届かなかった・止められた',
      'メールが戻ってきました',
      'メールが戻ってきました。',
      'お便りのメールが、相手のメールサーバーに止められて戻ってきました。',
      '…通が、相手のメールサーバーに止められました（… から）: …',
      'このアドレスには届けられないと、相手のメールサーバーが答えました',
      '配信サーバーの都合で、相手のメールサーバーに止められました。',
    ],
  },
  {
    fact: 'the newest letter is queued with the release of the address, for who has not had it',
    heldBy: [
      'tests/integration/returned-letters.test.ts',
      'tests/integration/returned-walk.test.ts',
    ],
    says: [
      '直ると、届かなかったお便りを一度お送りします。',
      'どちらの場合も、届いていないお便りを、もう一度だけお送りします。',
      'このアドレスに、またメールをお送りします。',
      '届かなかったお便りは、もう一度お送りします。',
    ],
  },
  {
    fact: 'a press of this link stops all mails of the facility to the address, and nothing else',
    heldBy: ['tests/integration/stop-by-mail.test.ts', 'tests/access/stop.test.ts'],
    says: [
      '…のお便りのメールが、このリンクのあったメールのアドレスに届かなくなります。',
      'これまでのお便りは、届いているメールのリンクから、これからもご覧いただけます。',
      'また受け取りたくなったときは、届いているお便りのメールのいちばん下にある「メールを止める・受け取り方を変える」からお選びください。',
    ],
  },
];
