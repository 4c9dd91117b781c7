import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './log.ts';

export interface RequestContext {
  id: string;
  /** The client's, behind trusted proxies. */
  address: string;
  userAgent: string;
  /** How the person had signed in; null for anyone else. */
  way: string | null;
  log: Log;
  route: string;
  /** What went wrong, for whoever looks the number up; no message (figures/recorder.ts). */
  problem: string | null;
  /** Logs an error that was not foreseen. */
  tell(error: unknown, message: string): void;
  /** Logs an error and ends this request, with 500 if nothing was sent yet. */
  fail(error: unknown, message?: string): void;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInRequest = <Values extends unknown[], T>(
  context: RequestContext,
  run: (...values: Values) => T,
  ...values: Values
): T => storage.run(context, run, ...values);

/** The current request; undefined in jobs and commands. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
