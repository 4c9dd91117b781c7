import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Report {
  passed: number;
  failed: number;
  skipped: number;
  /** Each skipped test's file and reason. */
  skips: { file: string; why: string }[];
  /** Full names of failed tests with the start of their errors. */
  failures: string[];
}

export const NO_TESTS: Report = { passed: 0, failed: 0, skipped: 0, skips: [], failures: [] };

/** Enough for expected and received. */
const LINES_OF_A_FAILURE = 12;

/** A runner that died has no report. */
const read = (file: string): unknown =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

const failure = (name: string, message = ''): string => {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, LINES_OF_A_FAILURE);
  return [`✗ ${name}`, ...lines.map((line) => `    ${line}`)].join('\n');
};

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: {
    fullName: string;
    status: string;
    failureMessages?: string[];
    /** Written by `needs` in tests/support. */
    meta?: { skipped?: string };
  }[];
}

function failuresOfFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const tests = assertionResults
    .filter((one) => one.status === 'failed')
    .map((one) => failure(`${name} ${one.fullName}`, one.failureMessages?.[0]));
  // A file that failed to load has no test to blame.
  return tests.length === 0 && status === 'failed' ? [failure(name, message)] : tests;
}

const skipsOfFile = ({ name, assertionResults }: VitestFile): Report['skips'] =>
  assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ meta }) => ({
      file: path.relative('', name),
      why: meta?.skipped ?? 'no reason was given',
    }));

export function reportOfVitest(file: string): Report {
  const report = read(file) as Partial<
    Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>
  > & { testResults?: VitestFile[] };
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    skips: (report.testResults ?? []).flatMap(skipsOfFile),
    failures: (report.testResults ?? []).flatMap(failuresOfFile),
  };
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { results: { errors: { message?: string }[] }[] }[];
  }[];
}

function failuresOfSuite({ title, suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((one) => one.errors));
      return failure(`${title} › ${spec.title}`, errors.map(({ message }) => message).join('\n'));
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/** Flaky counts as passed, but we configure no retries. */
export function reportOfPlaywright(file: string): Report {
  const { stats = {}, suites = [] } = read(file) as {
    stats?: Partial<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
    suites?: PlaywrightSuite[];
  };
  return {
    passed: (stats.expected ?? 0) + (stats.flaky ?? 0),
    failed: stats.unexpected ?? 0,
    skipped: stats.skipped ?? 0,
    skips: [],
    failures: suites.flatMap(failuresOfSuite),
  };
}

export const sum = (all: Report[]): Report =>
  all.reduce(
    (total, report) => ({
      passed: total.passed + report.passed,
      failed: total.failed + report.failed,
      skipped: total.skipped + report.skipped,
      skips: [...total.skips, ...report.skips],
      failures: [...total.failures, ...report.failures],
    }),
    NO_TESTS,
  );

/** A line for each reason: how many tests, and in which files. */
export function linesOfSkips(skips: Report['skips']): string[] {
  const reasons = Map.groupBy(skips, ({ why }) => why);
  return [...reasons].map(([why, tests]) => {
    const files = [...new Set(tests.map(({ file }) => file))];
    return `skipped: ${tests.length} × ${why}: ${files.join(', ')}`;
  });
}
