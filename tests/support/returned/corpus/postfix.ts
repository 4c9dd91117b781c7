import { statusReport } from '../reports.ts';
import type { Case } from './case.ts';

const MTA =
  'Reporting-MTA: dns; mx.example.jp\r\nX-Postfix-Queue-ID: 4Zb1cd2efgz\r\nX-Postfix-Sender: rfc822; x@example.jp\r\nArrival-Date: Sun,  1 Nov 2026 09:00:00 +0900 (JST)';

const postfix = (
  name: string,
  means: Case['means'],
  status: string,
  diagnostic: string,
  more: Partial<Case> = {},
): Case => ({
  name: `Postfix: ${name}`,
  means,
  raw: (letter) =>
    statusReport(letter, [{ status, diagnostic: diagnostic.replaceAll('TO', letter.to) }], {
      mta: MTA,
      words: `This is the mail system at host mx.example.jp.\r\n\r\nI'm sorry to have to inform you that your message could not\r\nbe delivered to one or more recipients. It's attached below.\r\n\r\n<${letter.to}>: ${diagnostic}\r\n`,
    }),
  ...more,
});

/** Its reports by RFC 3464. */
export const POSTFIX: Case[] = [
  postfix(
    'no such user',
    'hard',
    '5.1.1',
    '550 5.1.1 <TO>: Recipient address rejected: User unknown in virtual mailbox table',
    { enhanced: '5.1.1', says: /^550 5\.1\.1 … : Recipient address rejected: User unknown/ },
  ),
  postfix(
    'no such user, by a bare code',
    'hard',
    '5.0.0',
    '550 Unknown user TO (in reply to RCPT TO command)',
    { says: /Unknown user …/ },
  ),
  postfix('docomo', 'hard', '5.0.0', '550 Unknown user TO'),
  postfix(
    'no such domain',
    'hard',
    '5.4.4',
    'X-Postfix; Host or domain name not found. Name service error for name=no-such.example type=AAAA: Host not found',
  ),
  postfix(
    'a domain without mail',
    'hard',
    '5.1.0',
    'X-Postfix; Domain no-mail.example does not accept mail (nullMX)',
  ),
  postfix(
    'no such domain, after days',
    'hard',
    '4.4.3',
    'X-Postfix; Host or domain name not found. Name service error for name=no-such.example type=MX: Host not found',
  ),
  postfix(
    'its name servers are away',
    'soft',
    '4.4.3',
    'X-Postfix; Host or domain name not found. Name service error for name=slow.example type=MX: Host not found, try again',
  ),
  postfix(
    'nobody answers for days',
    'soft',
    '4.4.1',
    'X-Postfix; connect to mx.slow.example[192.0.2.7]:25: Connection timed out',
  ),
  postfix('full', 'soft', '5.2.2', '552 5.2.2 <TO> Quota exceeded (mailbox for user is full)', {
    enhanced: '5.2.2',
  }),
  postfix(
    'full, by a temporary code until it gave up',
    'soft',
    '4.2.2',
    '452 4.2.2 <TO> Mailbox full',
  ),
  postfix('a loop', 'soft', '5.4.6', 'X-Postfix; mail forwarding loop for TO'),
  postfix(
    'blocked',
    'ours',
    '5.7.1',
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  ),
  postfix(
    'spam, by a generic code',
    'ours',
    '5.0.0',
    '554 Message rejected because it looks like spam: TO (in reply to end of DATA command)',
  ),
  postfix(
    'SPF',
    'ours',
    '5.7.23',
    '550 5.7.23 <TO>: Recipient address rejected: Message rejected due to: SPF fail - not authorized',
  ),
  postfix(
    'the sender has no domain',
    'ours',
    '5.1.8',
    '553 5.1.8 <x@example.jp>: Sender address rejected: Domain not found',
  ),
  postfix(
    'too large',
    'ours',
    '5.3.4',
    'X-Postfix; message size 30000000 exceeds size limit 10240000 of server mx.example.net[192.0.2.3]',
  ),
  postfix(
    'greylisted for days',
    'ours',
    '4.7.1',
    '450 4.7.1 <TO>: Recipient address rejected: Greylisted, see https://example.net/help',
  ),
  {
    name: 'Postfix: delayed',
    means: 'delayed',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            action: 'delayed',
            status: '4.4.1',
            diagnostic: 'X-Postfix; connect to mx.slow.example[192.0.2.7]:25: Connection timed out',
          },
        ],
        {
          subject: 'Delayed Mail (still being retried)',
          mta: MTA,
        },
      ),
  },
  {
    name: 'Postfix: in Japanese',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [{ diagnostic: `550 5.1.1 <${letter.to}>... User unknown` }], {
        subject: '=?UTF-8?B?6YWN5L+h44Gn44GN44G+44Gb44KT?=',
        charset: 'utf-8\r\nContent-Transfer-Encoding: 8bit',
        words:
          'これは mx.example.jp のメールシステムです。\r\n\r\n以下の宛先にお届けできませんでした。\r\n',
      }),
  },
  {
    name: 'Postfix: passed on to several, of whom one has it',
    means: 'delayed',
    raw: (letter) =>
      statusReport(letter, [
        { recipient: 'one@example.net', status: '5.1.1' },
        { recipient: 'two@example.net', action: 'relayed', status: '2.0.0' },
      ]),
  },
  {
    name: 'Postfix: passed on to several, of whom one is full',
    means: 'soft',
    raw: (letter) =>
      statusReport(letter, [
        { recipient: 'one@example.net', status: '5.1.1', diagnostic: '550 5.1.1 no such user' },
        { recipient: 'two@example.net', status: '5.2.2', diagnostic: '552 5.2.2 full' },
      ]),
  },
  {
    name: 'Postfix: with fields in one block, without empty lines',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [{ diagnostic: '550 5.1.1 no such user' }]).replace(
        'mx.example.jp\r\n\r\nFinal',
        'mx.example.jp\r\nFinal',
      ),
  },
];
