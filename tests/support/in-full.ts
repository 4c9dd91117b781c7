import { FULL_ENV } from './in-full-files.ts';
import { needs } from './needs.ts';

/** Not in `npm test`; see `IN_FULL`. */
const isInFull = process.env['TEST_IN_FULL'] === FULL_ENV.TEST_IN_FULL;

/** How often: in `npm test`, and in full. */
export const rounds = (some: number, all: number): number => (isInFull ? all : some);

/** For a test, or a group, that is rare. */
export const onlyInFull = needs(isInFull, 'npm run test:engines runs it');
