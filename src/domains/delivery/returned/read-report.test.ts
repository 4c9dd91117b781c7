import { expect, test } from 'vitest';
import { makeReturnId, ownIdsIn } from '#domains/mail/return-id.ts';
import { makeSecrets } from '#server/secrets.ts';
import { CORPUS } from '../../../../tests/support/returned/corpus/all.ts';
import { letterOf } from '../../../../tests/support/returned/reports.ts';
import { readReport } from './read-report.ts';

const secrets = makeSecrets('a secret of the tests with 32 letters');
const NOW = new Date('2026-11-01T00:00:00Z');
const OUTBOX_ID = 'AbCdEfGh12345678';
const letter = letterOf(makeReturnId({ secrets }, OUTBOX_ID, NOW) ?? '');

test.each(CORPUS.map((one) => [one.name, one] as const))(
  '%s',
  async (_name, { raw, means, enhanced, says }) => {
    const bytes = Buffer.from(raw(letter));
    const report = await readReport(bytes);
    const isBack = report.what === 'came back';
    expect(isBack ? report.kind : report.what).toBe(means);
    if (!isBack) return;
    expect([...ownIdsIn({ secrets }, bytes, NOW)]).toEqual([OUTBOX_ID]);
    if (enhanced !== undefined) expect(report.enhanced).toBe(enhanced);
    if (says !== undefined) expect(report.sentence).toMatch(says);
    expect(report.sentence).toMatch(/^\S.{0,299}$/u);
    expect(report.sentence).not.toMatch(/@|hanako|10月号/);
  },
);
