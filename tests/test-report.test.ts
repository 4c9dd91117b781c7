import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  NO_TESTS,
  linesOfSkips,
  reportOfPlaywright,
  reportOfVitest,
  sum,
} from '../scripts/test-report.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'test-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (report: unknown): string => {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(report));
  return file;
};

describe('the summary of `npm test`', () => {
  test('names a failed unit test, with the beginning of its error', () => {
    const { failed, failures } = reportOfVitest(
      written({
        numFailedTests: 1,
        testResults: [
          {
            name: 'a.test.ts',
            status: 'failed',
            assertionResults: [
              { fullName: 'adds', status: 'passed' },
              {
                fullName: 'takes away',
                status: 'failed',
                failureMessages: ['\u001b[31mexpected 8 to be null\u001b[39m\n at a.ts'],
              },
            ],
          },
        ],
      }),
    );
    expect(failed).toBe(1);
    expect(failures).toEqual(['✗ a.test.ts takes away\n    expected 8 to be null\n     at a.ts']);
  });

  test('says what was skipped, and why', () => {
    const skipped = (fullName: string, why?: string) => ({
      fullName,
      status: 'skipped',
      meta: why === undefined ? {} : { skipped: why },
    });
    const file = (name: string, ...assertionResults: object[]) => ({
      name: path.resolve(name),
      status: 'passed',
      assertionResults,
    });
    const testResults = [
      file('a.test.ts', skipped('a', 'no Ceph'), skipped('b', 'no Ceph'), { status: 'passed' }),
      file('b.test.ts', skipped('c', 'no Ceph'), skipped('d')),
    ];
    const { skips } = reportOfVitest(written({ testResults }));
    expect(linesOfSkips(skips)).toEqual([
      'skipped: 3 × no Ceph: a.test.ts, b.test.ts',
      'skipped: 1 × no reason was given: b.test.ts',
    ]);
  });

  test('names a file that could not be loaded', () => {
    const file = { name: 'b.test.ts', status: 'failed', message: 'gone', assertionResults: [] };
    expect(reportOfVitest(written({ testResults: [file] })).failures).toEqual([
      '✗ b.test.ts\n    gone',
    ]);
  });

  test('names a failed story with its groups', () => {
    const spec = (title: string, ok: boolean, errors: { message?: string }[]) => ({
      title,
      ok,
      tests: [{ results: [{ errors }] }],
    });
    const { passed, failures } = reportOfPlaywright(
      written({
        stats: { expected: 1, unexpected: 1 },
        suites: [
          {
            title: 'toast.story.ts',
            specs: [spec('comes', true, [])],
            suites: [{ title: 'a toast', specs: [spec('goes', false, [{ message: 'stayed' }])] }],
          },
        ],
      }),
    );
    expect(passed).toBe(1);
    expect(failures).toEqual(['✗ a toast › goes\n    stayed']);
  });

  test('counts a runner without a report as nothing, and sums every failure', () => {
    expect(reportOfVitest(path.join(folder, 'none.json'))).toEqual(NO_TESTS);
    const one = { passed: 2, failed: 1, skipped: 0, skips: [], failures: ['✗ one'] };
    expect(sum([one, NO_TESTS, { ...one, failures: ['✗ two'] }])).toEqual({
      passed: 4,
      failed: 2,
      skipped: 0,
      skips: [],
      failures: ['✗ one', '✗ two'],
    });
  });
});
