import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReport } from '#domains/delivery/returned/read-report.ts';
import { openReader } from '#domains/delivery/returned/report-reader.ts';
import { failureFacts } from '#domains/mail/failure.ts';
import { makeReturnId, ownIdsIn } from '#domains/mail/return-id.ts';
import { makeSecrets, newId } from '#server/secrets.ts';
import { Random } from '../support/random.ts';
import { rounds } from '../support/in-full.ts';
import { CORPUS } from '../support/returned/corpus/all.ts';
import { drawAnswer, drawMail, leastCpu, ourTokens } from '../support/returned/hostile-mails.ts';
import { GENTLE, broken } from '../support/returned/mutations.ts';
import { letterOf } from '../support/returned/reports.ts';

const secrets = makeSecrets('a secret of the tests with 32 letters');
const NOW = new Date('2026-11-01T00:00:00Z');
const OUTBOX_ID = 'AbCdEfGh12345678';
const idOf = (id: string, by = secrets) => makeReturnId({ secrets: by }, id, NOW) ?? '';
const letter = letterOf(idOf(OUTBOX_ID));
/** By bytes, as a string of the same length. */
const rawOf = ({ raw }: (typeof CORPUS)[number], of = letter): string =>
  Buffer.from(raw(of)).toString('latin1');
const read = (raw: string) => readReport(Buffer.from(raw, 'latin1'));
const owned = (raw: string): string[] => [
  ...ownIdsIn({ secrets }, Buffer.from(raw, 'latin1'), NOW),
];

const anyCase = fc.constantFrom(...CORPUS);

test('damaged in any way: never an exception, never another letter, never for long', async () => {
  let longest = 0;
  const check = fc.asyncProperty(anyCase, broken, async (one, mutate) => {
    const raw = mutate(rawOf(one));
    const before = process.cpuUsage();
    const report = await read(raw);
    longest = Math.max(longest, process.cpuUsage(before).user / 1000);
    expect([[], [OUTBOX_ID]]).toContainEqual(owned(raw));
    if (report.what !== 'came back') return;
    expect(report.sentence.length).toBeLessThanOrEqual(600);
    expect(report.sentence).not.toMatch(/[\r\n]|hanako\.sato@/);
  });
  await fc.assert(check, { numRuns: rounds(2000, 10_000) });
  expect(longest).toBeLessThan(500);
});

test('of a stranger, damaged in any way, it is about no letter', () => {
  const theirs = makeSecrets('another secret of 32 letters and more');
  const check = fc.property(anyCase, broken, fc.boolean(), (one, mutate, isOurs) => {
    // They may know the id of a letter, but not its proof.
    const forged = idOf(isOurs ? OUTBOX_ID : newId(), theirs);
    expect(owned(mutate(rawOf(one, letterOf(forged))))).toEqual([]);
  });
  fc.assert(check, { numRuns: rounds(500, 2000) });
});

describe.each(Object.entries(GENTLE))('with %s', (_how, mutate) => {
  test('every report says what it said', async () => {
    const changed: string[] = [];
    for (const one of CORPUS) {
      const raw = mutate(rawOf(one));
      const report = await read(raw);
      const means = report.what === 'came back' ? report.kind : report.what;
      const ids = report.what === 'came back' ? owned(raw) : [OUTBOX_ID];
      if (means !== one.means || ids[0] !== OUTBOX_ID)
        changed.push(`${one.name}: ${means} ${ids.join()}`);
    }
    expect(changed).toEqual([]);
  });
});

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20261101);
const DEAR_MS = 120;
const reportOf = (fields: string): string =>
  `From: mailer-daemon@x.jp\r\nContent-Type: multipart/report; boundary=b\r\n\r\n${['delivery-status', 'disposition-notification', 'feedback-report'].map((type) => `--b\r\nContent-Type: message/${type}\r\n\r\n${fields.repeat(Math.ceil(80_000 / fields.length))}`).join('\r\n')}\r\n--b--`;

test.each([
  [
    'angle brackets',
    `From: mailer-daemon@x.jp\r\nContent-Type: text/html\r\n\r\n${'<'.repeat(250_000)}`,
  ],
  ['one long word', `From: mailer-daemon@x.jp\r\n\r\n${'a'.repeat(250_000)}`],
  ['ids without end', `From: mailer-daemon@x.jp\r\n\r\n${`${'a'.repeat(39)} `.repeat(6000)}`],
  [
    'words that almost say it',
    `From: mailer-daemon@x.jp\r\n\r\n${'user user mailbox account '.repeat(9000)}`,
  ],
  [
    'fields without end',
    `Content-Type: message/delivery-status\r\n\r\n${'Action: failed\r\n'.repeat(16_000)}`,
  ],
  ['spaces', `From: mailer-daemon@x.jp\r\n\r\n${' '.repeat(250_000)}--`],
  [
    'parts without end',
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(30_000)}`,
  ],
  ['headers without end', `${'X: y\r\n'.repeat(40_000)}\r\n`],
  ['encoded words', `Subject: ${'=?utf-8?B?44GC?= '.repeat(14_000)}\r\n\r\n`],
  ['lines of a field', reportOf('disposition:\r\n')],
  ['line feeds', `From: mailer-daemon@x.jp\r\n\r\n${'\n'.repeat(250_000)}`],
  ['a subject that almost says it', `Subject: ${'deliver'.repeat(3000)}\r\n\r\nno such user`],
  ['lines of dashes', `From: mailer-daemon@x.jp\r\n\r\n${`${'-'.repeat(70)}\r\n`.repeat(3500)}`],
  [
    'long diagnostics',
    reportOf(`Action: failed\r\nDiagnostic-Code: ${'user '.repeat(900)}\r\n\r\n`),
  ],
  ['groups of addresses', `Cc: ${'mailbox: '.repeat(2500)}\r\n\r\nno such user`],
])('%s cost no more than other mails', async (_what, raw) => {
  expect(await leastCpu(() => read(raw), DEAR_MS)).toBeLessThan(DEAR_MS);
});

/** The long form is in `test:hostile`. A busy machine gets as much again as the promise (P32). */
test('nor does any mail that is made of what our expressions look for', async () => {
  const random = new Random(SEED);
  const tokens = ourTokens();
  const dear: string[] = [];
  for (let n = 0; n < rounds(100, 1000); n++) {
    const { name, raw } = drawMail(random, tokens, idOf(OUTBOX_ID));
    const ms = await leastCpu(() => (owned(raw), read(raw)), DEAR_MS);
    if (ms > DEAR_MS) dear.push(`${name}: ${Math.round(ms)} ms`);
    expect(owned(raw), name).toEqual([OUTBOX_ID]);
    const { name: said, answer } = drawAnswer(random, tokens);
    const answered = await leastCpu(() => failureFacts({ response: answer }), DEAR_MS);
    if (answered > DEAR_MS) dear.push(`${said}: ${Math.round(answered)} ms`);
  }
  expect(dear, `seed ${SEED}`).toEqual([]);
});

test('what a person writes cannot hide an id in how it is sent', () => {
  const words = `Kono tegami: ${letter.messageId}\r\n${'a='.repeat(2000)}`;
  const base64 = Buffer.from(words)
    .toString('base64')
    .replaceAll(/(.{76})/g, '$1\r\n');
  const printable = letter.messageId.replaceAll(/(.{20})/g, '$1=\r\n');
  for (const body of [base64, base64.replaceAll('\r', ''), printable, `=3D${letter.messageId}`])
    expect(owned(`Content-Type: text/plain\r\n\r\n${body}\r\n`)).toEqual([OUTBOX_ID]);
});

test('beside the server, what takes longer than it may is not understood, and the next one is', async () => {
  const raw = Buffer.from(rawOf(CORPUS[0] as (typeof CORPUS)[number]), 'latin1');
  const dear = Buffer.from(`Subject: a\r\n\r\n${'a b\r\n'.repeat(50_000)}`);
  const hasty = openReader(1);
  expect(await hasty.read(dear)).toEqual({ what: 'not understood' });
  await hasty.close();
  const reader = openReader();
  expect(await reader.read(dear)).toEqual({ what: 'not understood' });
  expect(await reader.read(raw)).toEqual(await readReport(raw));
  await reader.close();
});
