import { DAY_MS } from '#lib/durations.ts';
import type { Runtime } from '#server/runtime.ts';
import { APPLICATION_DAYS } from './application.ts';
import { deleteApplicationsBefore } from './application-rows.ts';

/** Refused ones, once their reason could be read, and those that nobody took in. */
export const forgetOldApplications = ({ db, clock }: Runtime) =>
  deleteApplicationsBefore(
    db,
    new Date(clock.now().getTime() - APPLICATION_DAYS * DAY_MS).toISOString(),
  );
