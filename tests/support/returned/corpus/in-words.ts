import { iso2022jp } from '../iso-2022-jp.ts';
import { shiftJis } from '../../shift-jis.ts';
import type { Shape, SentLetter } from '../reports.ts';
import { complaintReport, lettersCopy, plainReport } from '../reports.ts';
import type { Case } from './case.ts';

const qmail = (reason: string) => (letter: SentLetter) =>
  plainReport(
    letter,
    `Hi. This is the qmail-send program at mx.example.org.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\nThis is a permanent error; I've given up. Sorry it didn't work out.\r\n\r\n<${letter.to}>:\r\n${reason}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nReturn-Path: <${letter.from}>\r\n${lettersCopy(letter)}`,
    { isToEnvelope: false },
  );

const japanese =
  (
    words: string,
    {
      encode = iso2022jp,
      charset = 'iso-2022-jp',
      ...shape
    }: Shape & { encode?: (text: string) => Buffer } = {},
  ) =>
  (letter: SentLetter): Buffer => {
    const subject = 'Mail System Error - Returned Mail';
    return encode(
      plainReport(
        letter,
        `${words.replaceAll('TO', letter.to)}\r\n\r\n--- Original message ---\r\n${letter.headers}`,
        { subject, charset, from: 'Postmaster@carrier.example.ne.jp', ...shape },
      ),
    );
  };

/** Of servers older than RFC 3464, and of carriers: for people to read. */
export const IN_WORDS: Case[] = [
  {
    name: 'qmail: no such user',
    means: 'hard',
    raw: qmail('Sorry, no mailbox here by that name. (#5.1.1)'),
    enhanced: '5.1.1',
    says: /^Sorry, no mailbox here by that name/,
  },
  {
    name: 'qmail: another server said no',
    means: 'hard',
    raw: qmail(
      '192.0.2.3 does not like recipient.\r\nRemote host said: 550 5.1.1 User unknown\r\nGiving up on 192.0.2.3.',
    ),
  },
  {
    name: 'qmail: no such host',
    means: 'hard',
    raw: qmail("Sorry, I couldn't find any host named no-such.example. (#5.1.2)"),
  },
  { name: 'qmail: full', means: 'soft', raw: qmail('user is over quota (#5.2.2)') },
  {
    name: 'qmail: nobody answers for a week',
    means: 'soft',
    raw: qmail(
      "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)\r\nI'm not going to try again; this message has been in the queue too long.",
    ),
  },
  {
    name: 'qmail: spam',
    means: 'ours',
    raw: qmail(
      '192.0.2.3 failed after I sent the message.\r\nRemote host said: 554 5.7.1 Message rejected as spam',
    ),
  },
  {
    name: 'a carrier that says only that it came back',
    means: 'unclear',
    raw: japanese('次のあて先への送信ができなかったため、お知らせします。\r\n\r\n<TO>', {
      subject: 'メールエラー通知',
      from: 'no-reply@carrier.example.ne.jp',
    }),
  },
  {
    name: 'a filter that a family has set at its carrier',
    means: 'unclear',
    raw: japanese('お客様の設定により、次のメールは受信しませんでした。', {
      subject: 'メール受信のお知らせ',
      from: 'filter@carrier.example.ne.jp',
    }),
  },
  {
    name: 'a machine that answers by itself, in a form that we do not know',
    means: 'unclear',
    raw: (letter) =>
      plainReport(letter, `To: ${letter.to}\r\n\r\n(see attachment)`, {
        from: 'noreply@groupware.example.jp',
        subject: 'DELIVERY REPORT: error 17',
        more: 'Auto-Submitted: auto-generated',
      }),
  },
  {
    name: 'a server that does not accept our requests',
    means: 'soft',
    raw: (letter) =>
      plainReport(
        letter,
        `Delivery to the following recipient failed permanently:\r\n\r\n     ${letter.to}\r\n\r\nThe recipient server did not accept our requests to connect.`,
        {
          from: 'Mail Delivery Subsystem <mailer-daemon@mail.example.com>',
          subject: 'Delivery Status Notification (Failure)',
        },
      ),
  },
  {
    name: 'somebody who is away, by a machine',
    means: 'auto-reply',
    raw: (letter) =>
      plainReport(letter, '休みをいただいております。', {
        from: 'hanako@example.ne.jp',
        subject: 'Auto: 10月号',
        more: 'Auto-Submitted: auto-replied',
      }),
  },
  {
    name: 'Exim, before it wrote fields',
    means: 'hard',
    raw: (letter) =>
      plainReport(
        letter,
        `This message was created automatically by mail delivery software.\r\n\r\nA message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ${letter.to}\r\n    SMTP error from remote mail server after RCPT TO:<${letter.to}>:\r\n    host mx.example.net [192.0.2.3]: 550 unknown user\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\n${lettersCopy(letter)}`,
        {
          from: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
          subject: 'Mail delivery failed: returning message to sender',
          more: `X-Failed-Recipients: ${letter.to}\r\nAuto-Submitted: auto-replied`,
        },
      ),
  },
  {
    name: 'Exim: a warning',
    means: 'delayed',
    raw: (letter) =>
      plainReport(
        letter,
        `This message was created automatically by mail delivery software.\r\nA message that you sent has not yet been delivered to one or more of its\r\nrecipients after more than 24 hours on the queue on mx.example.org.\r\n\r\nNo action is required on your part. Delivery attempts will continue for\r\nsome time, and this warning may be repeated at intervals.`,
        {
          from: 'Mail Delivery System <Mailer-Daemon@mx.example.org>',
          subject: 'Warning: message 1kXyZ-0001aB-Cd delayed 24 hours',
        },
      ),
  },
  {
    name: 'Sendmail 8.8, before it wrote fields',
    means: 'hard',
    raw: (letter) =>
      plainReport(
        letter,
        `The original message was received at Sun, 1 Nov 2026 09:00:00 +0900\r\nfrom tayori.example.jp [192.0.2.1]\r\n\r\n   ----- The following addresses had permanent fatal errors -----\r\n<${letter.to}>\r\n\r\n   ----- Transcript of session follows -----\r\n... while talking to mx.example.net.:\r\n>>> RCPT To:<${letter.to}>\r\n<<< 550 <${letter.to}>... User unknown\r\n550 <${letter.to}>... User unknown\r\n\r\n   ----- Original message follows -----\r\n\r\n${lettersCopy(letter)}`,
        {
          from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.org>',
          subject: 'Returned mail: User unknown',
        },
      ),
  },
  {
    name: 'docomo: nobody there',
    means: 'hard',
    raw: japanese(
      '次のあて先へのメッセージはエラーのため送信できませんでした。\r\n\r\n送信先メールアドレスが見つかりません。メールアドレスをご確認の上、再送信してください。\r\n\r\n<TO>',
    ),
    says: /送信先メールアドレスが見つかりません/,
  },
  {
    name: 'docomo: full, in Shift_JIS',
    means: 'soft',
    raw: japanese(
      '次のあて先へのメッセージはエラーのため送信できませんでした。\r\n\r\n送信先のメールボックスの容量がいっぱいです。\r\n\r\n<TO>',
      { encode: shiftJis, charset: 'shift_jis' },
    ),
  },
  {
    name: 'au: rejected',
    means: 'hard',
    raw: (letter) =>
      plainReport(
        letter,
        `Each of the following recipients was rejected by a remote mail server.\r\nThe reasons given by the server are included to help you determine why\r\neach recipient was rejected.\r\n\r\n    Recipient: <${letter.to}>\r\n    Reason:    <${letter.to}>... User Unknown\r\n\r\n--Original message header--\r\n${letter.headers}`,
        {
          from: 'Postmaster@ezweb.ne.jp',
          subject: 'Mail System Error - Returned Mail',
        },
      ),
  },
  {
    name: 'au: full',
    means: 'soft',
    raw: (letter) =>
      plainReport(
        letter,
        `Your mail sent on: Sun, 1 Nov 2026 09:00:00\r\n    Could not be delivered to: <${letter.to}>\r\n    As their mailbox is full.\r\n\r\n${letter.headers}`,
        { from: 'Postmaster@ezweb.ne.jp', subject: 'Mail could not be delivered' },
      ),
  },
  {
    name: 'au: in Japanese',
    means: 'hard',
    raw: japanese(
      '以下のメールアドレスは存在しないため、お届けできませんでした。\r\n\r\n<TO>\r\n',
      { from: 'mailer-daemon@au.com' },
    ),
  },
  {
    name: 'SoftBank: nobody there',
    means: 'hard',
    raw: japanese('送信先のメールアドレスが存在しませんでした。\r\nあて先: <TO>\r\n', {
      from: 'mailer-daemon@softbank.ne.jp',
      subject: 'Undeliverable',
    }),
  },
  {
    name: 'a carrier that still tries',
    means: 'delayed',
    raw: japanese('メールの配信が遅れています。再送を試みています。\r\n<TO>\r\n'),
  },
  {
    name: 'a carrier that takes it for spam',
    means: 'ours',
    raw: japanese('迷惑メールと判定されたため、お届けできませんでした。\r\n<TO>\r\n'),
  },
  {
    name: 'Dovecot: refused for its quota',
    means: 'soft',
    raw: (letter) =>
      `Return-Path: <>\r\nFrom: Mail Delivery Subsystem <postmaster@mail.example.net>\r\nTo: ${letter.from}\r\nSubject: Rejected: letter\r\nAuto-Submitted: auto-replied (rejected)\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary="1234/mail"\r\n\r\n--1234/mail\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nYour message to <${letter.to}> was automatically rejected:\r\nQuota exceeded (mailbox for user is full)\r\n--1234/mail\r\nContent-Type: message/disposition-notification\r\n\r\nReporting-UA: mail.example.net; Dovecot Mail Delivery Agent\r\nFinal-Recipient: rfc822; ${letter.to}\r\nOriginal-Message-ID: ${letter.messageId}\r\nDisposition: automatic-action/MDN-sent-automatically; deleted\r\n\r\n--1234/mail\r\nContent-Type: message/rfc822\r\n\r\n${letter.headers}\r\n--1234/mail--\r\n`,
  },
  {
    name: 'a receipt of somebody who has read it',
    means: 'auto-reply',
    raw: (letter) =>
      `From: ${letter.to}\r\nTo: ${letter.from}\r\nSubject: Read: letter\r\nMIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=disposition-notification; boundary="r"\r\n\r\n--r\r\nContent-Type: text/plain\r\n\r\nYour message was read.\r\n--r\r\nContent-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822; ${letter.to}\r\nOriginal-Message-ID: ${letter.messageId}\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n\r\n--r--\r\n`,
  },
  {
    name: 'a vacation reply',
    means: 'auto-reply',
    raw: (letter) =>
      plainReport(
        letter,
        `I am away until Monday. The user ${letter.to} does not exist in the office.\r\n\r\n> ${letter.headers}`,
        { from: letter.to, subject: 'Out of office: letter', more: 'Auto-Submitted: auto-replied' },
      ),
  },
  {
    name: 'a vacation reply in Japanese, without a header that says so',
    means: 'auto-reply',
    raw: (letter) =>
      plainReport(letter, 'ただいま不在です。', {
        from: letter.to,
        subject: '=?UTF-8?B?6Ieq5YuV6L+U5L+h?=',
        charset: 'utf-8',
      }).replace('Return-Path: <>\r\n', ''),
  },
  {
    name: 'an answer by a person, who quotes the letter',
    means: 'not understood',
    raw: (letter) =>
      plainReport(
        letter,
        `Thank you! My old address no such user does not exist.\r\n\r\n> ${letter.headers.replaceAll('\r\n', '\r\n> ')}`,
        { from: letter.to, subject: 'Re: letter' },
      ).replace('Return-Path: <>\r\n', ''),
  },
  {
    name: 'spam to that address',
    means: 'not understood',
    raw: () => 'From: x@example.com\r\nSubject: Buy now\r\n\r\nmailbox full of offers\r\n',
  },
  { name: 'nothing', means: 'not understood', raw: () => '' },
  {
    name: 'a complaint',
    means: 'complaint',
    raw: (letter) => complaintReport(letter),
    says: /^Feedback-Type: abuse$/,
  },
  {
    name: 'a complaint about fraud',
    means: 'complaint',
    raw: (letter) => complaintReport(letter, 'fraud'),
  },
  {
    name: 'a complaint that is taken back',
    means: 'auto-reply',
    raw: (letter) => complaintReport(letter, 'not-spam'),
  },
  {
    name: 'a report about who sends in our name',
    means: 'auto-reply',
    raw: (letter) => complaintReport(letter, 'auth-failure', 'Auth-Failure: dmarc'),
  },
  {
    name: 'a complaint without fields, with the letter alone',
    means: 'complaint',
    raw: (letter) =>
      `From: staff@hotmail.com\r\nTo: tayori@example.jp\r\nSubject: complaint about message from 192.0.2.1\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="c"\r\n\r\n--c\r\nContent-Type: message/rfc822\r\n\r\n${lettersCopy(letter)}\r\n--c--\r\n`,
  },
];
