/** Parts of what mail servers send back, as RFC 3464 and their documentation describe it. */

/** A letter as it comes back: how its report names it. */
export interface SentLetter {
  /** The address that its report goes to. */
  from: string;
  to: string;
  messageId: string;
  /** Its headers, as a server returns them. */
  headers: string;
}

const LETTER_BODY =
  'Content-Type: text/plain; charset=utf-8\r\n\r\n10月号ができました。no such user, mailbox full, spam\r\n';

export const lettersCopy = ({ headers }: SentLetter): string => `${headers}${LETTER_BODY}`;

interface Status {
  recipient?: string;
  action?: string;
  status?: string | null;
  diagnostic?: string | null;
}

const lines = (...all: (string | null | undefined)[]): string =>
  all.filter((line) => typeof line === 'string').join('\r\n');

/** As it is sent to Hanako, with this id in its sender. */
export const letterOf = (id: string, to = 'hanako.sato@example.ne.jp'): SentLetter => ({
  from: `bounces+${id}@example.jp`,
  to,
  messageId: `<${id}@tayori.example.jp>`,
  headers: lines(
    'X-Tsukidayori-ID: ' + id,
    'From: =?UTF-8?B?44Gy44Gg44G+44KK44Gu5a62?= <tayori@example.jp>',
    `To: ${to}`,
    'Subject: =?UTF-8?B?MTDmnIjlj7c=?=',
    `Message-ID: <${id}@tayori.example.jp>`,
    'Date: Sun, 01 Nov 2026 00:00:00 +0000',
    'MIME-Version: 1.0',
    '',
  ),
});

/** One group of fields for each recipient. */
const groupOf = (
  { action = 'failed', status = '5.1.1', diagnostic = null, recipient }: Status,
  to: string,
): string =>
  lines(
    `Final-Recipient: rfc822; ${recipient ?? to}`,
    `Action: ${action}`,
    status === null ? null : `Status: ${status}`,
    diagnostic === null ? null : `Diagnostic-Code: smtp; ${diagnostic}`,
    '',
    '',
  );

export interface Shape {
  from?: string;
  subject?: string;
  words?: string;
  /** Of the text for people. */
  charset?: string;
  /** Of the whole report. */
  mta?: string;
  /** More headers of the report. */
  more?: string;
  returns?: 'headers' | 'letter' | 'nothing';
  /** Written to us by the envelope's address; otherwise to the ordinary sender. */
  isToEnvelope?: boolean;
}

/** `multipart/report` with its three parts. */
export const statusReport = (
  letter: SentLetter,
  statuses: readonly Status[],
  {
    from = 'Mail Delivery System <MAILER-DAEMON@mx.example.jp>',
    subject = 'Undelivered Mail Returned to Sender',
    words = 'This is the mail system at host mx.example.jp.\r\n\r\nI am sorry to have to inform you that your message could not be delivered.\r\n',
    charset = 'us-ascii',
    mta = 'Reporting-MTA: dns; mx.example.jp',
    more,
    returns = 'headers',
    isToEnvelope = true,
  }: Shape = {},
): string =>
  lines(
    'Return-Path: <>',
    `From: ${from}`,
    `To: ${isToEnvelope ? letter.from : 'tayori@example.jp'}`,
    `Subject: ${subject}`,
    more,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="B0UNDARY.1234/mx.example.jp"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--B0UNDARY.1234/mx.example.jp',
    `Content-Type: text/plain; charset=${charset}`,
    '',
    words,
    '--B0UNDARY.1234/mx.example.jp',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    mta,
    '',
    ...statuses.map((status) => groupOf(status, letter.to)),
    ...(returns === 'nothing'
      ? []
      : [
          '--B0UNDARY.1234/mx.example.jp',
          returns === 'headers'
            ? 'Content-Type: text/rfc822-headers'
            : 'Content-Type: message/rfc822',
          '',
          returns === 'headers' ? letter.headers : lettersCopy(letter),
        ]),
    '--B0UNDARY.1234/mx.example.jp--',
    '',
  );

/** For people alone, with whatever follows. */
export const plainReport = (
  letter: Pick<SentLetter, 'from'>,
  words: string,
  {
    from = 'MAILER-DAEMON@mx.example.jp',
    subject = 'failure notice',
    charset = 'us-ascii',
    more,
    isToEnvelope = true,
  }: Shape = {},
): string =>
  lines(
    'Return-Path: <>',
    `From: ${from}`,
    `To: ${isToEnvelope ? letter.from : 'tayori@example.jp'}`,
    `Subject: ${subject}`,
    more,
    'MIME-Version: 1.0',
    `Content-Type: text/plain; charset=${charset}`,
    '',
    words,
    '',
  );

/** RFC 5965. */
export const complaintReport = (letter: SentLetter, type = 'abuse', more = ''): string =>
  lines(
    'From: <feedback@isp.example.net>',
    'To: <tayori@example.jp>',
    'Subject: FW: letter',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54"',
    '',
    '--part1_13d.2e68ed54',
    'Content-Type: text/plain; charset="US-ASCII"',
    'Content-Transfer-Encoding: 7bit',
    '',
    'This is an email abuse report for an email message received from IP 192.0.2.1.',
    '',
    '--part1_13d.2e68ed54',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    more || 'Source-IP: 192.0.2.1',
    '',
    '--part1_13d.2e68ed54',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    lettersCopy(letter),
    '--part1_13d.2e68ed54--',
    '',
  );
