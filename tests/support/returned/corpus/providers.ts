import type { SentLetter } from '../reports.ts';
import { lettersCopy, statusReport } from '../reports.ts';
import type { Case } from './case.ts';

/** Reports by RFC 3464 of large providers, and odd ones. */
export const PROVIDERS: Case[] = [
  {
    name: 'Outlook.com: our address is blocked',
    means: 'ours',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.7.1',
          diagnostic:
            "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140).",
        },
      ]),
  },
  {
    name: 'Outlook.com: mailbox unavailable',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.5.0',
          diagnostic: '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
        },
      ]),
  },
  {
    name: 'Gmail: no such user',
    means: 'hard',
    enhanced: '5.1.1',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            status: '5.1.1',
            diagnostic: `550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n 550-5.1.1 double-checking the recipient's email address for typos or\r\n 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser d2e1a72fcca58-6 - gsmtp`,
          },
        ],
        {
          from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
          subject: 'Delivery Status Notification (Failure)',
          more: `In-Reply-To: ${letter.messageId}\r\nReferences: ${letter.messageId}\r\nX-Failed-Recipients: ${letter.to}`,
          mta: `Reporting-MTA: dns; googlemail.com\r\nArrival-Date: Sun, 01 Nov 2026 00:00:01 -0000 (GMT)\r\nX-Original-Message-ID: ${letter.messageId}`,
          returns: 'nothing',
        },
      ),
  },
  {
    name: 'Gmail: an account that is closed',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.2.1',
          diagnostic:
            '550 5.2.1 The email account that you tried to reach is disabled. https://support.google.com/mail/?p=DisabledUser',
        },
      ]),
  },
  {
    name: 'Gmail: too quickly',
    means: 'soft',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.2.1',
          diagnostic:
            '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
        },
      ]),
  },
  {
    name: 'Gmail: out of room',
    means: 'soft',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '4.2.2',
          diagnostic:
            "452-4.2.2 The recipient's inbox is out of storage space. Please direct the\r\n 452 4.2.2 recipient to https://support.google.com/mail/?p=OverQuotaTemp",
        },
      ]),
  },
  {
    name: 'Gmail: DMARC',
    means: 'ours',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.7.26',
          diagnostic:
            "550-5.7.26 Unauthenticated email from example.jp is not accepted due to domain's DMARC policy.",
        },
      ]),
  },
  {
    name: 'Yahoo: no such account',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.0.0',
          diagnostic: `554 delivery error: dd This user doesn't have a yahoo.com account (${letter.to}) [-5] - mta1234.mail.ne1.yahoo.com`,
        },
      ]),
  },
  {
    name: 'SES: no such user',
    means: 'hard',
    raw: (letter) =>
      statusReport(
        {
          ...letter,
          headers: letter.headers.replace(
            /^Message-ID: .*$/im,
            'Message-ID: <0106018f-1a2b@ap-northeast-1.amazonses.com>',
          ),
        },
        [{ status: '5.1.1', diagnostic: `550 5.1.1 user unknown` }],
        {
          from: 'MAILER-DAEMON@ap-northeast-1.amazonses.com',
          subject: 'Delivery Status Notification (Failure)',
          mta: 'Reporting-MTA: dns; a14-1.smtp-out.ap-northeast-1.amazonses.com',
          returns: 'letter',
          isToEnvelope: false,
        },
      ),
  },
  {
    name: 'SES: suppressed',
    means: 'hard',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            status: '5.1.1',
            diagnostic:
              'Amazon SES did not send the message to this address because it is on the suppression list for your account.',
          },
        ],
        { isToEnvelope: false },
      ),
  },
  {
    name: 'SendGrid: a block',
    means: 'ours',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            status: '5.0.0',
            diagnostic:
              '550 rejected by recipient server: content rejected by policy, message blocked',
          },
        ],
        { from: 'MAILER-DAEMON@sendgrid.net', isToEnvelope: false },
      ),
  },
  {
    name: 'Barracuda: blocked',
    means: 'ours',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.0.0',
          diagnostic: `550 permanent failure for one or more recipients (${letter.to}:blocked)`,
        },
      ]),
  },
  {
    name: 'a report without a code',
    means: 'soft',
    raw: (letter) => statusReport(letter, [{ status: null, diagnostic: '550 sorry' }]),
  },
  {
    name: 'a report that says nothing but its class',
    means: 'soft',
    raw: (letter) =>
      statusReport(letter, [{ status: '5.0.0', diagnostic: null }], { words: 'Sorry.' }),
  },
  {
    name: 'a report of success',
    means: 'delayed',
    raw: (letter) =>
      statusReport(letter, [{ action: 'delivered', status: '2.0.0' }], {
        subject: 'Successful Mail Delivery Report',
      }),
  },
  {
    name: 'RFC 6533, with an address beyond ASCII',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [
        { recipient: '=?utf-8?x?=', status: '5.1.1', diagnostic: '550 5.1.1 no such user' },
      ])
        .replace('message/delivery-status', 'message/global-delivery-status')
        .replace('text/rfc822-headers', 'message/global-headers'),
  },
  {
    name: 'fields in a mail that does not say it is a report',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [{}]).replace(
        'multipart/report; report-type=delivery-status;',
        'multipart/mixed;',
      ),
  },
  {
    name: 'the letter in base64',
    means: 'hard',
    raw: (letter: SentLetter) =>
      statusReport(letter, [{}], { returns: 'nothing', isToEnvelope: false }).replace(
        '--B0UNDARY.1234/mx.example.jp--',
        `--B0UNDARY.1234/mx.example.jp\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(lettersCopy(letter)).toString('base64')}\r\n--B0UNDARY.1234/mx.example.jp--`,
      ),
  },
];
