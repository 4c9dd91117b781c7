import type { Env } from '#server/env.ts';
import { makeLineApi } from './api.ts';
import type { Line } from './line.ts';

/** null where LINE is not configured: no call is ever made. */
export function makeLine(env: Env, patienceMs?: number): Line | null {
  const { LINE_CHANNEL_ID: id, LINE_CHANNEL_SECRET: secret, LINE_BASIC_ID: basicId } = env;
  if (id === undefined || secret === undefined || basicId === undefined) return null;
  return makeLineApi({ id, secret, basicId, apiUrl: env.LINE_API_URL, patienceMs });
}

/** For the demo. */
export const keptLine = (): Line => ({
  kind: 'kept',
  basicId: '@tsukidayori',
  push: () => Promise.resolve(),
  reply: () => Promise.resolve(),
  readQuota: () => Promise.resolve({ limit: null, used: 0 }),
  readName: () => Promise.resolve(null),
  isSignedByLine: () => false,
  close: () => undefined,
});
