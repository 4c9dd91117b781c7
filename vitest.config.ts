import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { OF_THE_FILE } from './tests/postgres/of-the-file.ts';
import { FULL_ENV, IN_FULL, RARE_FILES } from './tests/support/in-full-files.ts';
import { findPostgres } from './tests/support/postgres-server.ts';
import { COMPILE_CACHE, testFolder } from './scripts/test-folder.ts';

process.env['TMPDIR'] = testFolder();
process.env['NODE_COMPILE_CACHE'] = COMPILE_CACHE;
process.env['QUICK_PASSWORDS'] = '1';

const UNIT = ['src/**/*.test.{ts,tsx}'];
/** Half of the time of all, for pictures, letters of all kinds, and lists of numbers and towns. */
const LONG = [
  'src/server/image/recipe.test.ts',
  'src/domains/facility/postal-files.test.ts',
  'src/domains/account/shared-device/pin.test.ts',
  'src/lib/text.test.ts',
  'src/lib/furigana/{annotate,markup}.test.ts',
];
/** A store is a module's own state, so each of these files needs its modules afresh. */
const STORES = ['src/{stores,client,page-scripts}/**'];
/** These replace modules by others, or stop every decoder of their process. */
const APART = [
  'tests/integration/accounts/password-races.test.ts',
  'tests/integration/accounts/password-turns.test.ts',
  'tests/integration/image-pool.test.ts',
];
/** What could depend on the machine's time zone runs far west and far east as well. */
const CIVIL = ['src/lib/**/*.test.ts', 'src/domains/{delivery,item,letter,people}/**/*.test.ts'];

/** As with the stories, no test is about the speed of a busy machine. */
const PATIENT = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000 } },
};

/** Loading the same modules anew for every file took longer than most tests. */
const TOGETHER = { isolate: false };

const unitIn = (name: string, timeZone: string, include: string[], except: string[] = []) => ({
  test: {
    name: `unit${name}`,
    include,
    exclude: [...STORES, ...except],
    env: { TZ: timeZone },
    ...TOGETHER,
    ...PATIENT,
  },
});

/** What differs most between the databases; `npm run test:postgres` runs all with TEST_DATABASE. */
const ON_POSTGRES = [
  'races',
  'transaction',
  'link',
  'family-link',
  'seen',
  'family-answers',
  'note',
  'delivery-settings',
  'mail-turns',
  'states-taken-back',
  'database-refuses',
  'narrowest-answer',
  'kept-totals',
].map((name) => `tests/integration/${name}.test.ts`);

const ABOUT_POSTGRES = 'tests/engines/postgres/*.test.ts';

const isAllOnPostgres = process.env['TEST_DATABASE'] === 'postgres';
/** Also of those that are named on the command line. */
const LEFT_OUT = isAllOnPostgres ? Object.keys(OF_THE_FILE) : [];

const integration = {
  globalSetup: ['tests/support/template.ts', 'tests/support/s3.ts'],
  setupFiles: 'tests/support/quiet-log.ts',
  ...PATIENT,
};

/** What forms declare is looked at without Astro. */
const WITH_FORMS = {
  alias: { 'astro:actions': path.join(import.meta.dirname, 'tests/support/astro-actions.ts') },
};

const access = {
  ...TOGETHER,
  ...WITH_FORMS,
  exclude: LEFT_OUT,
  globalSetup: 'tests/access/setup.ts',
  ...PATIENT,
};

export default defineConfig({
  test: {
    projects: [
      unitIn('', 'UTC', UNIT, LONG),
      unitIn('-long', 'UTC', LONG),
      unitIn('-new-york', 'America/New_York', CIVIL),
      unitIn('-kiritimati', 'Pacific/Kiritimati', CIVIL),
      {
        test: {
          name: 'unit-stores',
          include: ['src/{stores,client,page-scripts}/**/*.test.ts'],
          env: { TZ: 'UTC' },
          ...PATIENT,
        },
      },
      {
        test: { name: 'architecture', include: ['tests/*.test.ts'], ...WITH_FORMS, ...PATIENT },
      },
      {
        test: {
          ...integration,
          ...TOGETHER,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [...APART, ...RARE_FILES.integration, ...LEFT_OUT],
        },
      },
      { test: { ...integration, name: 'integration-apart', include: APART } },
      {
        test: {
          ...integration,
          ...TOGETHER,
          name: 'engines',
          include: [
            'tests/engines/integration/*.test.ts',
            ...(isAllOnPostgres ? [ABOUT_POSTGRES] : []),
          ],
          exclude: LEFT_OUT,
        },
      },
      {
        test: {
          ...integration,
          ...TOGETHER,
          name: 'engines-in-full',
          env: FULL_ENV,
          include: [...IN_FULL.integration, ...RARE_FILES.integration],
          exclude: LEFT_OUT,
        },
      },
      ...(findPostgres()
        ? [
            {
              test: {
                ...integration,
                ...TOGETHER,
                name: 'postgres',
                globalSetup: ['tests/support/template-postgres.ts', 'tests/support/s3.ts'],
                include: [...ON_POSTGRES, ABOUT_POSTGRES],
              },
            },
          ]
        : []),
      {
        test: {
          ...access,
          name: 'access',
          include: ['tests/access/**/*.test.ts'],
          exclude: [...RARE_FILES.access, ...LEFT_OUT],
        },
      },
      { test: { ...access, name: 'engines-access', include: ['tests/engines/access/*.test.ts'] } },
      {
        test: {
          ...access,
          name: 'engines-access-in-full',
          env: FULL_ENV,
          include: [...IN_FULL.access, ...RARE_FILES.access],
        },
      },
    ],
  },
});
