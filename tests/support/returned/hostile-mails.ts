import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../server.ts';
import type { Random } from '../random.ts';

/** Of as many bytes as the mailbox gives (`server/mailbox.ts`). */
const BYTES = 256 * 1024;

/** All that reads what a mail server says. */
const SOURCES = ['src/domains/delivery/returned/*.ts', 'src/domains/mail/{failure,return-id}.ts'];

/** Words and signs that our expressions look for, and what they skip. */
export function ourTokens(): string[] {
  const files = globSync(SOURCES, { cwd: ROOT }).filter((file) => !file.includes('.test.'));
  const expressions = files.flatMap((file) =>
    [
      ...readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(
        /(?<=[\s(=])\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/[a-z]*/g,
      ),
    ].map(([expression]) => expression),
  );
  const words = expressions.flatMap((one) =>
    one
      .replaceAll(/\\[dDwWsSbB]|\(\?[:=!]|\(\?<[=!]|\[(?:\\.|[^\]\\])*\]|\{[\d,]*\}/g, '|')
      .replaceAll(/\\/g, '')
      .split(/[|()?*+^$./]/)
      .filter((word) => word.trim() !== ''),
  );
  return [...new Set([...words, ...SIGNS])];
}

const SIGNS = [
  ...[
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    ' ',
    '\t',
    '-',
    '--',
    '=',
    '=\r\n',
    '@',
    'a@',
    '<',
    '>',
    '(',
    '"',
  ],
  ...['a', '5', '.', '5.1.1', '550 ', ':', ';', ',', '>', '[', "'", '>>> ', '=?utf-8?B?44GC?= '],
  ...['\0', 'あ', '…', '&amp;', '&#', '<b', '<br>', '--b\r\n', '--b--\r\n', 'a'.repeat(39) + ' '],
];

const FIELDS = [
  ...['Subject', 'From', 'To', 'Return-Path', 'X-Failed-Recipients', 'Auto-Submitted', 'X'],
  ...['Precedence', 'Content-Type', 'Content-Disposition', 'References', 'Message-ID', 'Cc'],
];
const TYPES = [
  ...['text/plain', 'text/html', 'text/plain; format=flowed', 'message/delivery-status'],
  ...['message/feedback-report', 'message/disposition-notification', 'message/rfc822'],
  ...['text/rfc822-headers', 'multipart/alternative; boundary=c', 'text/calendar', 'image/png'],
  ...['text/plain; charset=iso-2022-jp', 'text/plain; charset=utf-16', 'multipart/digest'],
];
const ENCODINGS = ['7bit', 'base64', 'quoted-printable'];
const STATUS_FIELDS = [
  ...['Action', 'Status', 'Diagnostic-Code', 'Final-Recipient', 'Original-Recipient'],
  ...['Feedback-Type', 'Disposition'],
];
const BY_MAILER = 'Return-Path: <>\r\nFrom: MAILER-DAEMON@x.jp\r\nSubject: failure notice\r\n';

interface HostileMail {
  name: string;
  raw: string;
}

const shown = (text: string): string => JSON.stringify(text.slice(0, 40));

/** Some tokens over and over, with what stands between and before them. */
function drawRun(random: Random, tokens: readonly string[]): { name: string; run: string } {
  const drawn = Array.from({ length: 1 + random.int(0, 2) }, () => random.pick(tokens));
  const between = random.pick(['', '', ' ', '\n', '\r\n', '\r\n ', ': ', '; ', ':x\r\n', '\n\n']);
  const first = random.int(0, 2) === 0 ? random.pick(tokens) : '';
  const unit = drawn.join(random.pick(['', ' '])) + between;
  return {
    name: `${shown(first)} then ${shown(unit)}`,
    run: first + unit.repeat(Math.ceil(BYTES / unit.length)),
  };
}

const within = (before: string, run: string, after: string): string =>
  before + run.slice(0, Math.max(0, BYTES - before.length - after.length)) + after;

/** @param mark what makes it one of ours */
export function drawMail(random: Random, tokens: readonly string[], mark: string): HostileMail {
  const { name, run } = drawRun(random, tokens);
  const head = `To: bounces+${mark}@x.jp\r\n`;
  const type = random.pick(TYPES);
  const encoding = random.pick(ENCODINGS);
  const part = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
  const body = encoding === 'base64' && random.int(0, 1) === 0 ? base64(run) : run;
  const field = random.pick(FIELDS);
  switch (random.int(0, 4)) {
    case 0: {
      // Of headers only some are taken at all.
      const length = random.pick([BYTES, 23 * 1024, 2000]);
      return {
        name: `${name} in ${field} of ${length}`,
        raw: within(
          `${head}${field}: ${run.slice(0, length).trimEnd()}\r\n`,
          `${part}no such user`,
          '',
        ),
      };
    }
    case 1:
      return {
        name: `${name} in ${type}, ${encoding}`,
        raw: within(head + BY_MAILER + part, body, ''),
      };
    case 2: {
      const report = 'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\n';
      return {
        name: `${name} in a part of ${type}, ${encoding}`,
        raw: within(head + BY_MAILER + report + part, body, '\r\n--b--\r\n'),
      };
    }
    case 3: {
      // Fields of a report, each with the run, over and over.
      const status = random.pick(STATUS_FIELDS);
      const length = random.pick([10, 100, 4000, BYTES]);
      const group = `Action: failed\r\n${status}: ${run.slice(0, length).replaceAll(/[\r\n]+/g, random.pick([' ', '\r\n ']))}\r\n\r\n`;
      const of = random.pick(TYPES.slice(3, 6));
      const report = `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: ${of}\r\n\r\n`;
      return {
        name: `${name} in ${status} of ${length}, ${of}`,
        raw: within(
          head + BY_MAILER + report,
          group.repeat(Math.ceil(BYTES / group.length)),
          '\r\n--b--\r\n',
        ),
      };
    }
    default:
      return { name: `${name} before all`, raw: within('', run, `\r\n${head}\r\n`) };
  }
}

const base64 = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n');

/** What a mail server may answer. */
export function drawAnswer(
  random: Random,
  tokens: readonly string[],
): { name: string; answer: string } {
  const { name, run } = drawRun(random, tokens);
  return { name: `answer ${name}`, answer: random.pick(['550 ', '550 5.1.1 ', '']) + run };
}

/** Of this process, in milliseconds: the least of some tries, since a busy machine costs CPU, too. */
export async function leastCpu(work: () => unknown, enough: number): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < 5 && least > enough; n++) {
    const before = process.cpuUsage();
    await work();
    least = Math.min(least, process.cpuUsage(before).user / 1000);
  }
  return least;
}
