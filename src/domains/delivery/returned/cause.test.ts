import { expect, test } from 'vitest';
import { kindOf } from './cause.ts';

/** Answers in the forms that servers publish, under numbers as servers have really set them. */
const ANSWERS: Record<'ours' | 'soft' | 'hard', readonly string[]> = {
  ours: [
    '5.1.8 <news@letters.example>: Sender address rejected: Domain not found',
    '5.1.8 Domain of sender address news@letters.example does not exist',
    '5.1.1 553 Domain of sender address news@letters.example does not resolve',
    '5.1.0 Sender verify failed',
    '5.1.0 Return-Path address could not be verified',
    '5.1.7 The MAIL FROM domain letters.example has no valid MX record',
    '5.1.1 Could not verify the envelope sender, domain has no A or MX records',
    '5.1.0 550 From address news@letters.example is not permitted here',
    '5.1.1 IP address blacklisted',
    '5.1.1 550 203.0.113.9 is listed by us, ask your provider',
    '5.1.1 550 mail from [203.0.113.9] refused',
    '5.1.1 550 see https://www.spamhaus.org/query/ip/203.0.113.9',
    '5.1.3 rejected, http://www.spamcop.net/bl.shtml?203.0.113.9',
    '5.1.1 JunkMail rejected, 203.0.113.9 is in an RBL on bl.lists.example',
    '5.1.3 Your mail server has been blocked for its reputation',
    '5.1.0 SPF check failed: 203.0.113.9 is not a permitted sender',
    '5.1.1 Message rejected due to SPF of the sender domain',
    '5.1.0 Unauthenticated email from letters.example is not accepted due to DMARC',
    '5.1.1 too many recipients this hour',
    '5.1.3 You have exceeded the number of messages per hour',
    '5.1.1 4.2.1 rate limit reached, slow down',
    '5.1.0 Domain letters.example has exceeded the max emails per hour (60/50) allowed',
    '5.1.1 daily sending quota exceeded for this relay',
    '5.1.1 Too many connections from your host',
    '5.1.1 Access denied for your IP, contact postmaster',
    '5.1.1 550 client host rejected: cannot find your reverse hostname',
    '5.1.0 No PTR record for the connecting host',
    '5.1.1 HELO name is not a host name',
    '5.1.1 Recipient address rejected: by local policy',
    '5.1.1 Relaying denied',
    '5.1.1 we do not relay for strangers',
    '5.2.1 The message looks like spam, not taken',
    '5.1.1 Mailbox refuses bulk mail',
    '5.7.1 Message content rejected',
    '5.7.606 Access denied, banned sending IP [203.0.113.9]. Visit https://sender.office.com/',
    '5.3.4 Message too large for this system',
    '5.1.1 送信元ドメインが存在しないため拒否しました',
    '5.1.1 迷惑メールと判断したため受信しませんでした',
    '5.1.1 送信元IPからの送信通数の制限を超えました',
  ],
  soft: [
    '5.1.1 over quota',
    '5.1.1 The user you wrote to is over quota',
    '5.1.0 mailbox full',
    '5.1.3 Mailbox for <…> is full',
    '5.1.1 Requested mail action aborted: exceeded storage allocation',
    '5.1.8 Quota exceeded (mailbox for user is full)',
    '5.1.1 user has exhausted allowed storage space, account is over quota',
    '5.2.1 The account has insufficient storage',
    '5.7.1 Inbox is full',
    '5.1.1 メールボックスの容量が超過しています',
    '5.2.2 Mailbox disabled',
    '5.2.1 Not now',
    '5.1.1 Mailbox temporarily unavailable, try again later',
    '4.2.1 The user is receiving mail at a rate that prevents more',
    '5.1.0 Address rejected for reasons of its own',
    '5.4.1 no answer from host',
    '5.4.6 too many hops',
    '4.4.3 Host or domain name not found. Name service error: Host not found, try again',
  ],
  hard: [
    '5.1.1 User unknown',
    '5.1.1 User unknown in relay recipient table',
    '5.1.1 Recipient address rejected: User unknown in virtual mailbox table',
    '5.1.1 host mx.spamfilter.example[203.0.113.9] said: 550 5.1.1 no such user here',
    '5.1.1 The email account that you tried to reach does not exist. See https://help.example/blocked',
    '5.1.1 Recipient rejected',
    '5.1.1 …',
    '5.1.2 bad destination system',
    '5.1.3 bad destination mailbox syntax',
    '5.1.6 mailbox has moved',
    '5.1.10 RESOLVER.ADR.RecipientNotFound; not found by SMTP address lookup',
    '5.2.1 User unknown',
    '5.2.1 550 No such user',
    '5.2.1 The mailbox is disabled',
    '5.2.1 This account is closed',
    '5.0.0 Unknown user hanako',
    '5.7.1 User unknown',
    '5.4.1 Recipient address rejected: Access denied',
    '5.5.0 Requested action not taken: mailbox unavailable',
    '5.1.0 Unknown address error: User unknown',
    '5.4.4 Domain not found',
    '5.0.0 User hanako not listed in Domino Directory',
    '5.0.0 宛先のメールアドレスが見つかりません',
  ],
};

const CASES = Object.entries(ANSWERS).flatMap(([kind, answers]) =>
  answers.map((answer) => [answer, kind] as const),
);

test.each(CASES)('%s', (answer, kind) => {
  const [status = '', ...rest] = answer.split(' ');
  expect(kindOf({ status, isPermanent: status.startsWith('5'), words: rest.join(' ') })).toBe(kind);
});

test.each(CASES.filter(([answer]) => /^5\.1\./.test(answer)))(
  '%s: with the number in the sentence, too',
  (answer, kind) => {
    const [status = ''] = answer.split(' ');
    const words = `host mx.blocked.example[203.0.113.7] said: 550 ${answer} (in reply to RCPT TO command)`;
    expect(kindOf({ status, isPermanent: true, words })).toBe(kind);
  },
);
