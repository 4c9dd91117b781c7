import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from './log.ts';

/** What our server knows of a request before any page sees it. */
export interface RequestContext {
  id: string;
  /** The client's address, proxies considered. */
  address: string;
  log: Log;
  /** The route's pattern for the log: a path may hold what no log may. */
  route: string;
  /** Logs what went wrong and ends this request alone, with 500 where nothing was sent yet. */
  fail(error: unknown, message?: string): void;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const runInRequest = <T>(context: RequestContext, run: () => T): T =>
  storage.run(context, run);

/** The request under way; undefined in jobs and commands. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
