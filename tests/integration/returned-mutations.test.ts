import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReport } from '#domains/delivery/returned/read-report.ts';
import { makeReturnId, readReturnId } from '#domains/mail/return-id.ts';
import { makeSecrets, newId } from '#server/secrets.ts';
import { rounds } from '../support/in-full.ts';
import { CORPUS } from '../support/returned/corpus/all.ts';
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
const owned = (marks: readonly string[]): string[] => [
  ...new Set(marks.flatMap((mark) => readReturnId({ secrets }, mark, NOW) ?? [])),
];

const anyCase = fc.constantFrom(...CORPUS);

test('damaged in any way: never an exception, never another letter, never for long', async () => {
  let longest = 0;
  const check = fc.asyncProperty(anyCase, broken, async (one, mutate) => {
    const raw = mutate(rawOf(one));
    const before = process.cpuUsage();
    const report = await read(raw);
    longest = Math.max(longest, process.cpuUsage(before).user / 1000);
    if (report.what !== 'came back') return;
    expect([[], [OUTBOX_ID]]).toContainEqual(owned(report.marks));
    expect(report.sentence.length).toBeLessThanOrEqual(600);
    expect(report.sentence).not.toMatch(/[\r\n]|hanako\.sato@/);
  });
  await fc.assert(check, { numRuns: rounds(2000, 10_000) });
  expect(longest).toBeLessThan(2000);
});

test('of a stranger, damaged in any way, it is about no letter', async () => {
  const theirs = makeSecrets('another secret of 32 letters and more');
  const check = fc.asyncProperty(anyCase, broken, fc.boolean(), async (one, mutate, isOurs) => {
    // They may know the id of a letter, but not its proof.
    const forged = idOf(isOurs ? OUTBOX_ID : newId(), theirs);
    const report = await read(mutate(rawOf(one, letterOf(forged))));
    if (report.what === 'came back') expect(owned(report.marks)).toEqual([]);
  });
  await fc.assert(check, { numRuns: rounds(500, 2000) });
});

describe.each(Object.entries(GENTLE))('with %s', (_how, mutate) => {
  test('every report says what it said', async () => {
    const changed: string[] = [];
    for (const one of CORPUS) {
      const report = await read(mutate(rawOf(one)));
      const means = report.what === 'came back' ? report.kind : report.what;
      const ids = report.what === 'came back' ? owned(report.marks) : [OUTBOX_ID];
      if (means !== one.means || ids[0] !== OUTBOX_ID)
        changed.push(`${one.name}: ${means} ${ids.join()}`);
    }
    expect(changed).toEqual([]);
  });
});

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
])('%s cost no more than other mails', async (_what, raw) => {
  // The work itself: a busy machine makes it wait.
  const before = process.cpuUsage();
  await read(raw);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});
