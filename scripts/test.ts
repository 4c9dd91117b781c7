/**
 * Everything that must hold before a change lands, in order. Each step runs even when one before
 * it failed, unless it needs that one; the last line counts all tests.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import type { Counts } from './test-counts.ts';
import { NO_TESTS, countsOfPlaywright, countsOfVitest, sum } from './test-counts.ts';

interface Step {
  name: string;
  command: string[];
  /** Steps without which this one says nothing. */
  needs?: string[];
  count?: (file: string) => Counts;
}

const RESULTS = 'test-results';
const resultFile = (name: string): string => `${RESULTS}/${name}.json`;

const vitest = (name: string, ...projects: string[]): Step => ({
  name,
  command: [
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile(name)}`,
  ],
  count: countsOfVitest,
});

const STEPS: Step[] = [
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  // The types that Astro generates come first: on a fresh clone lint would not know them.
  { name: 'types', command: ['astro', 'check', '--minimumFailingSeverity', 'error'] },
  { name: 'lint', command: ['eslint', '.'] },
  vitest('unit', 'unit*', 'architecture'),
  vitest('integration', 'integration'),
  { name: 'build', command: ['astro', 'build', '--silent'] },
  { ...vitest('access', 'access'), needs: ['build'] },
  { name: 'browser set-up', command: ['node', 'scripts/browser.ts'] },
  {
    name: 'browser',
    command: ['playwright', 'test', '--reporter=list,json'],
    needs: ['build', 'browser set-up'],
    count: countsOfPlaywright,
  },
];

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  counts: Counts;
}

function runStep({ name, command, count }: Step): Outcome {
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  const [program = '', ...args] = command;
  const { status } = spawnSync(program, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile(name),
    },
  });
  const ok = status === 0;
  const counts = count?.(resultFile(name)) ?? NO_TESTS;
  // A step that fails without a failed test (types, a crash of the runner) counts as one.
  const failed = ok ? counts.failed : Math.max(1, counts.failed);
  return {
    name,
    ok,
    seconds: (performance.now() - started) / 1000,
    counts: { ...counts, failed },
  };
}

const skip = (name: string): Outcome => ({ name, ok: false, seconds: 0, counts: NO_TESTS });

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const outcomes: Outcome[] = [];
for (const step of STEPS) {
  const missing = outcomes.some(({ name, ok }) => !ok && step.needs?.includes(name));
  outcomes.push(missing ? skip(step.name) : runStep(step));
}

console.log('');
for (const { name, ok, seconds, counts } of outcomes) {
  const result = ok ? 'ok    ' : seconds === 0 ? 'not run' : 'FAILED';
  const tests = counts.passed + counts.failed + counts.skipped;
  const noted = tests > 0 ? `  ${counts.passed} of ${tests} tests` : '';
  console.log(`${result}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${noted}`);
}
const { passed, failed, skipped } = sum(outcomes.map(({ counts }) => counts));
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
