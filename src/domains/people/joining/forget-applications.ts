import { DAY_MS } from '#lib/durations.ts';
import type { Runtime } from '#server/runtime.ts';
import { deleteApplicationsBefore } from './application-rows.ts';

const KEPT_DAYS = 90;

/** Refused ones, whose reason was there to read, and those that nobody took in. */
export const forgetOldApplications = ({ db, clock }: Runtime) =>
  deleteApplicationsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString());
