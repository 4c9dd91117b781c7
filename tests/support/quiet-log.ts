import { afterEach, expect } from 'vitest';
import { closeRuntimes } from './runtime.ts';
import { takeLoggedErrors } from './log.ts';

/** A test that logs an unexpected error fails; its runtimes are closed. */
afterEach(async () => {
  await closeRuntimes();
  expect(takeLoggedErrors(), 'errors logged during the test').toEqual([]);
});
