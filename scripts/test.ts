/**
 * All checks before a change lands. `--fast` runs, in less than a minute on two idle cores, those that
 * a usual change breaks: what it looks at file by file it looks at in the files that have changed.
 * `--engines` runs those that need a foreign server, a traced process or a mounted disk instead, and
 * what is rare.
 * Every step runs even if an earlier one failed, unless it needs that one; the last line counts all
 * tests.
 */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { FULL_ENV, IN_FULL } from '../tests/support/in-full-files.ts';
import { RARE } from '../tests/e2e/support/rare.ts';
import { POSTGRES_MISSING, findPostgres } from '../tests/support/postgres-server.ts';
import { changedFiles } from './changed-files.ts';
import { COMPILE_CACHE } from './test-folder.ts';
import type { Report } from './test-report.ts';
import { NO_TESTS, linesOfSkips, reportOfPlaywright, reportOfVitest, sum } from './test-report.ts';

interface Step {
  name: string;
  command: string[];
  /** Steps that come first, whatever their result. */
  after?: string[];
  /** Steps that come first, and without which this one is meaningless. */
  needs?: string[];
  report?: (file: string) => Report;
  env?: Record<string, string>;
}

const RESULTS = 'test-results';
const resultFile = (name: string): string => `${RESULTS}/${name}.json`;

/** Two files at once: where a server stops, half of the time is waiting. */
const vitest = (name: string, ...projects: string[]): Step => ({
  name,
  command: [
    'vitest',
    'run',
    '--maxWorkers=2',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${resultFile(name)}`,
  ],
  report: reportOfVitest,
});

const UNIT: Step = vitest('unit', 'unit*', 'architecture');
/** Without what takes long and is about one thing, and other time zones. */
const SHORT_UNIT: Step = vitest('unit', 'unit', 'unit-stores', 'architecture');
/** Its cache goes by contents. */
const PRETTIER = [
  'prettier',
  '--check',
  '--log-level=warn',
  '--cache',
  '--cache-strategy=content',
  '--cache-location=node_modules/.cache/prettier/checked',
  '.',
];
const FORMAT: Step = { name: 'format', command: PRETTIER };
const FORMAT_OF_CHANGED: Step = {
  name: 'format',
  command: [...PRETTIER.slice(0, -1), '--ignore-unknown', ...(changedFiles() ?? ['.'])],
};
const TYPES_OF_PAGES: Step = {
  name: 'types of pages',
  command: [
    'astro',
    'check',
    '--tsconfig',
    'tsconfig.astro.json',
    '--minimumFailingSeverity',
    'error',
    '--noSync',
  ],
};
/** A larger young generation saves a fifth of its time. */
const TYPES_AND_LINT: Step = {
  name: 'types and lint',
  command: ['node', '--max-semi-space-size=64', 'scripts/lint.ts'],
};
const TYPES_AND_LINT_OF_CHANGED: Step = {
  ...TYPES_AND_LINT,
  command: [...TYPES_AND_LINT.command, '--changed'],
};
const SYNC: Step = { name: 'sync', command: ['astro', 'sync'] };
/** A build of the same sources and commit is kept. */
const BUILD: Step = { name: 'build', command: ['node', 'scripts/build.ts'] };
const SET_UP: Step = { name: 'browser set-up', command: ['node', 'scripts/browser.ts'] };
/** Stories, and a look at every page. */
const stories = (part: 'usual' | 'rare', env: Step['env'] = {}): Step => ({
  name: 'stories',
  command: ['playwright', 'test', '--reporter=list,json'],
  env: { E2E_PART: part, ...env },
  needs: ['build', 'browser set-up'],
  report: reportOfPlaywright,
});

const after = (step: Step, ...names: string[]): Step => ({ ...step, after: names });

/** Two at once, one per core: a third lane was slower, since low-priority decoders hardly ran. */
const LANES = 2;
/**
 * Each lane takes the first step that may start; the long ones come first, so that both end
 * together. Two browsers at once were slower than one after the other.
 */
const ALL: Step[] = [
  BUILD,
  SET_UP,
  stories('usual'),
  { ...vitest('access', 'access'), needs: ['build'] },
  after(vitest('integration', 'integration*'), 'build'),
  after(TYPES_AND_LINT, 'build'),
  after(UNIT, 'build'),
  after(TYPES_OF_PAGES, 'build'),
  FORMAT,
];

/** The first generates Astro's types, which a fresh clone lacks; `build` does so too. */
const FAST: Step[] = [
  SYNC,
  after(TYPES_OF_PAGES, 'sync'),
  after(TYPES_AND_LINT_OF_CHANGED, 'sync'),
  after(SHORT_UNIT, 'sync'),
  FORMAT_OF_CHANGED,
];

const ENGINES: Step[] = [
  BUILD,
  SET_UP,
  stories('rare', FULL_ENV),
  { ...vitest('access', 'engines-access', 'engines-access-in-full'), needs: ['build'] },
  // Both at once, since vitest refuses to run no project: there is none without PostgreSQL.
  after(vitest('integration', 'engines', 'engines-in-full', 'postgres'), 'build'),
];

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
  report: Report;
}

/** @returns success; output is printed at once at the end */
async function runCommand({ name, command: [program = '', ...args], env }: Step): Promise<boolean> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PLAYWRIGHT_JSON_OUTPUT_NAME: resultFile(name),
      ...env,
    },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => said.push(chunk));
  }
  const [status] = (await once(child, 'close')) as [number | null];
  process.stdout.write(`\n── ${name} ──\n`);
  process.stdout.write(Buffer.concat(said));
  return status === 0;
}

async function runStep(step: Step): Promise<Outcome> {
  console.log(`… ${step.name}`);
  const started = performance.now();
  const ok = await runCommand(step).catch(() => false);
  const report = step.report?.(resultFile(step.name)) ?? NO_TESTS;
  // A failure without a failed test (types, a crash) counts as one.
  const failed = ok ? report.failed : Math.max(1, report.failed);
  const seconds = (performance.now() - started) / 1000;
  return { name: step.name, ok, seconds, report: { ...report, failed } };
}

const skip = (name: string): Outcome => ({ name, ok: false, seconds: 0, report: NO_TESTS });

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const started = performance.now();
const outcomes: Outcome[] = [];
const ended = new EventEmitter();

const isEngines = process.argv.includes('--engines');
const waiting = isEngines ? ENGINES : process.argv.includes('--fast') ? FAST : ALL;
const isOver = (name: string): boolean => outcomes.some((outcome) => outcome.name === name);
const hasFailed = (name: string): boolean => outcomes.some((one) => one.name === name && !one.ok);
const mayStart = ({ after = [], needs = [] }: Step): boolean => [...after, ...needs].every(isOver);

/**
 * Runs one waiting step after another; what none may start yet, another lane leads to.
 * @returns how many seconds it ran steps
 */
async function runLane(): Promise<number> {
  let busy = 0;
  for (;;) {
    const at = waiting.findIndex(mayStart);
    const [step] = at < 0 ? [] : waiting.splice(at, 1);
    if (step) {
      const outcome = step.needs?.some(hasFailed) ? skip(step.name) : await runStep(step);
      busy += outcome.seconds;
      outcomes.push(outcome);
      ended.emit('step');
    } else if (waiting.length > 0) {
      await once(ended, 'step');
    } else return busy;
  }
}
const busy = await Promise.all(Array.from({ length: LANES }, runLane));
const elapsed = (performance.now() - started) / 1000;

console.log('');
for (const { name, ok, seconds, report } of outcomes) {
  const result = ok ? 'ok    ' : seconds === 0 ? 'not run' : 'FAILED';
  const tests = report.passed + report.failed + report.skipped;
  const noted = tests > 0 ? `  ${report.passed} of ${tests} tests` : '';
  console.log(`${result}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s${noted}`);
}
const { passed, failed, skipped, skips, failures } = sum(outcomes.map(({ report }) => report));
for (const line of linesOfSkips(skips)) console.log(line);
if (waiting === ALL) {
  console.log(`npm run test:engines has the stories tagged ${RARE.tag}, and more rounds of these:`);
  console.log(Object.values(IN_FULL).flat().join(', '));
}
if (isEngines && !findPostgres()) console.log(`skipped: ${POSTGRES_MISSING}`);
// Last, so that the end of a long log shows what broke.
for (const one of failures) console.log(`\n${one}`);
const idle = busy.map((one) => (elapsed - one).toFixed(0)).join(' and ');
console.log(`\nIn ${(elapsed / 60).toFixed(1)} minutes, lanes idle for ${idle} s:`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1;
