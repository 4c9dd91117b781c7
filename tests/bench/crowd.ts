import type { OutgoingHttpHeaders } from 'node:http';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { call, json } from '../support/http.ts';
import { known, quantile } from './accounts.ts';
import type { Row } from './report.ts';

const ROUNDS = 9;
const STRANGERS = 200;
/** All have arrived by then (0.7 ms each), and the queue is full. */
const HEAD_START_MS = 300;
const WRONG = 'not-the-password-2026';

const network = (n: number): string => `2001:db8:${(n + 1).toString(16)}::1`;

const logIn = (url: string, body: object, headers: OutgoingHttpHeaders) =>
  call(url, paths.api.login, { ...json(body, headers), fresh: true });

/**
 * Sign-in times, alone and during 200 failed attempts from 200 networks, on known and new devices
 * (P26).
 */
export async function measureCrowd(url: string): Promise<Row[]> {
  const times = { knownAlone: [], newAlone: [], knownCrowded: [], newCrowded: [] } as Record<
    'knownAlone' | 'newAlone' | 'knownCrowded' | 'newCrowded',
    number[]
  >;
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const email = known(round);
    const address = { 'X-Forwarded-For': `203.0.113.${round}` };
    const right = { email, password: PASSWORD };
    const first = await logIn(url, right, address);
    const device = {
      ...address,
      'Sec-Fetch-Site': 'same-origin',
      Cookie: cookiesOf(first.headers['set-cookie']),
    };
    times.knownAlone.push(await timed(url, right, device));
    times.newAlone.push(await timed(url, right, address));
    const crowd = Array.from({ length: STRANGERS }, (_, n) =>
      logIn(
        url,
        { email: `r${round}n${n}@example.jp`, password: WRONG },
        { 'X-Forwarded-For': network(n) },
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
    const [knownMs, newMs] = await Promise.all([
      timed(url, right, device),
      untilTaken(url, right, address),
    ]);
    times.knownCrowded.push(knownMs);
    times.newCrowded.push(newMs);
    refused += (await Promise.all(crowd)).filter(({ status }) => status === 503).length;
  }
  return [
    ...rowsOf('known device, alone', times.knownAlone),
    ...rowsOf(`known device, during ${STRANGERS} wrong ones`, times.knownCrowded),
    ...rowsOf('new device, alone', times.newAlone),
    ...rowsOf(`new device, during ${STRANGERS} wrong ones`, times.newCrowded),
    { what: 'failed logins refused with 503, each time', value: refused / ROUNDS, unit: '' },
  ];
}

const cookiesOf = (cookies: string[] = []): string =>
  cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ');

async function timed(url: string, body: object, headers: OutgoingHttpHeaders): Promise<number> {
  const started = performance.now();
  const { status } = await logIn(url, body, headers);
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`signing in responded ${status}`);
  return ms;
}

/** A full queue refuses a new device, whose user tries again. */
async function untilTaken(
  url: string,
  body: object,
  headers: OutgoingHttpHeaders,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { status } = await logIn(url, body, headers);
    if (status === 200) return performance.now() - started;
    if (status !== 503) throw new Error(`signing in responded ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

const rowsOf = (what: string, all: number[]): Row[] => [
  { what: `valid login, ${what}, median of ${ROUNDS}`, value: quantile(all, 0.5), unit: 'ms' },
  { what: `valid login, ${what}, slowest`, value: quantile(all, 0.999), unit: 'ms' },
];
