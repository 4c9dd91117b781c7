import { paths } from '#lib/paths.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { makeHost, makeStaff } from '../support/factories.ts';
import { call, json } from '../support/http.ts';
import { measureCrowd } from './crowd.ts';
import { startServer } from './process.ts';
import type { Row } from './report.ts';

const TRIES = 60;
const WARM_UP = 5;
const WRONG = 'not-the-password-2026';

export const known = (n: number): string => `known${n}@example.jp`;
const unknown = (n: number): string => `unknown${n}@example.jp`;

interface Kind {
  what: string;
  path: string;
  body: (email: string) => object;
}
const KINDS: Kind[] = [
  { what: 'login', path: paths.api.login, body: (email) => ({ email, password: WRONG }) },
  { what: 'reset_passwords', path: paths.api.resetPasswords, body: (email) => ({ email }) },
  { what: 'hosts/sign_up', path: paths.api.hostSignUp, body: (email) => ({ email }) },
];

/**
 * Response times for addresses with and without an account (P11), alternating; each address once,
 * below all limits.
 */
export async function measureAccounts(dataDir: string, port: number): Promise<Row[]> {
  await makeAccounts(dataDir);
  const server = await startServer(dataDir, port, { TRUST_PROXY: '1' });
  try {
    const rows: Row[] = [];
    rows.push(...(await measureCrowd(server.url)));
    for (const kind of KINDS) rows.push(...(await compare(server.url, kind)));
    return rows;
  } finally {
    await server.stop();
  }
}

async function makeAccounts(dataDir: string): Promise<void> {
  const rt = await openRuntime(readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }));
  const host = await makeHost(rt);
  for (let n = 0; n < TRIES + WARM_UP; n++) await makeStaff(rt, host.id, { email: known(n) });
  await rt.close();
}

async function compare(url: string, { what, path, body }: Kind): Promise<Row[]> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let n = 0; n < TRIES + WARM_UP; n++) {
    const pair = [
      { to: times.known, email: known(n) },
      { to: times.unknown, email: unknown(n) },
    ];
    // The second benefits from caches that the first warmed.
    for (const { to, email } of n % 2 ? pair : pair.reverse()) {
      const ms = await timed(url, path, body(email));
      if (n >= WARM_UP) to.push(ms);
    }
  }
  return Object.entries(times).flatMap(([who, all]) => [
    { what: `${what}, ${who} address, median of ${TRIES}`, value: quantile(all, 0.5), unit: 'ms' },
    { what: `${what}, ${who} address, lower quarter`, value: quantile(all, 0.25), unit: 'ms' },
  ]);
}

async function timed(url: string, path: string, body: object): Promise<number> {
  const started = performance.now();
  const { status } = await call(url, path, json(body));
  const ms = performance.now() - started;
  if (status !== 204 && status !== 401) throw new Error(`${path} responded ${status}`);
  return ms;
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 100) / 100;
}
