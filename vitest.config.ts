import { defineConfig } from 'vitest/config';

const UNIT = ['src/**/*.test.{ts,tsx}'];
/** What could depend on the machine's time zone runs far west and far east as well (safety, P18). */
const CIVIL = ['src/lib/**/*.test.ts', 'src/features/{delivery,item,letter,resident}/*.test.ts'];

const unitIn = (name: string, timeZone: string, include: string[]) => ({
  test: { name: `unit${name}`, include, env: { TZ: timeZone } },
});

export default defineConfig({
  test: {
    projects: [
      unitIn('', 'UTC', UNIT),
      unitIn('-new-york', 'America/New_York', CIVIL),
      unitIn('-kiritimati', 'Pacific/Kiritimati', CIVIL),
      { test: { name: 'architecture', include: ['tests/*.test.ts'] } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: 'tests/support/template.ts',
          setupFiles: 'tests/support/quiet-log.ts',
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'access',
          include: ['tests/access/**/*.test.ts'],
          globalSetup: 'tests/access/setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
