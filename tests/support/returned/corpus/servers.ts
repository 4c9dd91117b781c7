import { statusReport } from '../reports.ts';
import type { Case } from './case.ts';

/** Reports by RFC 3464 of other servers. */
export const SERVERS: Case[] = [
  {
    name: 'Exim: no such user',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [{ status: '5.0.0', diagnostic: null }], {
        from: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
        subject: 'Mail delivery failed: returning message to sender',
        more: `X-Failed-Recipients: ${letter.to}`,
        mta: 'Reporting-MTA: dns; mx.example.org',
        words: `This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ${letter.to}\r\n    host mx.example.net [192.0.2.3]\r\n    SMTP error from remote mail server after RCPT TO:<${letter.to}>:\r\n    550 No such person at this address\r\n`,
      }),
  },
  {
    name: 'Exim: unrouteable',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [{ status: '5.0.0' }], {
        from: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
        subject: 'Mail delivery failed: returning message to sender',
        words: `This message was created automatically by mail delivery software.\r\n\r\n  ${letter.to}\r\n    Unrouteable address\r\n`,
      }),
  },
  {
    name: 'Sendmail: no such user',
    means: 'hard',
    enhanced: '5.1.1',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            recipient: letter.to,
            status: '5.1.1',
            diagnostic: `550 5.1.1 <${letter.to}>... User unknown`,
          },
        ],
        {
          from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
          subject: 'Returned mail: see transcript for details',
          mta: 'Reporting-MTA: dns; mx.example.org\r\nReceived-From-MTA: DNS; tayori.example.jp\r\nArrival-Date: Sun, 1 Nov 2026 09:00:00 +0900',
          words: `The original message was received at Sun, 1 Nov 2026 09:00:00 +0900\r\nfrom tayori.example.jp [192.0.2.1]\r\n\r\n   ----- The following addresses had permanent fatal errors -----\r\n<${letter.to}>\r\n    (reason: 550 5.1.1 <${letter.to}>... User unknown)\r\n\r\n   ----- Transcript of session follows -----\r\n... while talking to mx.example.net.:\r\n>>> DATA\r\n<<< 550 5.1.1 User unknown\r\n`,
          returns: 'letter',
        },
      ),
  },
  {
    name: 'Sendmail: given up after days',
    means: 'soft',
    raw: (letter) =>
      statusReport(letter, [{ status: '4.4.7', diagnostic: null }], {
        from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
        subject: 'Returned mail: Cannot send message for 5 days',
        words:
          'Message could not be delivered for 5 days\r\nMessage will be deleted from queue\r\n',
      }),
  },
  {
    name: 'Sendmail: a warning',
    means: 'delayed',
    raw: (letter) =>
      statusReport(letter, [{ action: 'delayed', status: '4.2.0', diagnostic: null }], {
        from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
        subject: 'Warning: could not send message for past 4 hours',
        words:
          '    **********************************************\r\n    **      THIS IS A WARNING MESSAGE ONLY      **\r\n    **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\r\n',
      }),
  },
  {
    name: 'Exchange: no such recipient',
    means: 'hard',
    enhanced: '5.1.10',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            status: '5.1.10',
            diagnostic: `550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${letter.to} not found by SMTP address lookup`,
          },
        ],
        {
          from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.onmicrosoft.com>',
          subject: 'Undeliverable: letter',
          mta: 'Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com\r\nReceived-From-MTA: dns;tayori.example.jp',
          returns: 'letter',
        },
      ),
  },
  {
    name: 'Exchange: unknown at the edge',
    means: 'hard',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            status: '5.4.1',
            diagnostic:
              '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR01FT012.eop-EUR01.prod.protection.outlook.com]',
          },
        ],
        { returns: 'letter' },
      ),
  },
  {
    name: 'Exchange: no such domain, after days',
    means: 'hard',
    raw: (letter) =>
      statusReport(letter, [
        {
          status: '5.4.310',
          diagnostic:
            '550 5.4.310 DNS domain no-such.example does not exist [Message=InfoDomainNonexistent]',
        },
      ]),
  },
  {
    name: 'Exchange: in Japanese, without our headers',
    means: 'soft',
    raw: (letter) =>
      statusReport(
        letter,
        [
          {
            status: '5.2.2',
            diagnostic: '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
          },
        ],
        {
          subject: '=?iso-2022-jp?B?GyRCR1s/LklUTDUbKEI=?=',
          charset: 'utf-8',
          words:
            '受信者のメールボックスがいっぱいで、現在メッセージを受け取ることができません。\r\n',
          returns: 'nothing',
        },
      ),
  },
];
