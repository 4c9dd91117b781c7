import type { OutgoingHttpHeaders } from 'node:http';
import type { Ids } from '../support/admin-pages.ts';
import type { Call } from '../support/http.ts';
import { call } from '../support/http.ts';
import type { Sample } from './growth-table.ts';
import type { Measured } from './process.ts';
import { cpuMs } from './process.ts';

const WARM_UP = 3;
const TRIES = 15;

/** A URL with placeholders for identifiers. */
const nameOf = (page: string, ids: Ids): string =>
  Object.entries(ids).reduce((name, [key, id]) => name.replaceAll(String(id), `:${key}`), page);

/** CPU of one request. @throws Error unless the response is 200 */
export async function timed(server: Measured, page: string, options: Call = {}) {
  const before = cpuMs(server.pid);
  const { status, body } = await call(server.url, page, options);
  const ms = cpuMs(server.pid) - before;
  if (status !== 200) throw new Error(`${page} responded ${status}`);
  return { ms, bytes: body.length };
}

/** The same page again and again. */
export async function sampleOf(
  server: Measured,
  page: string,
  ids: Ids,
  headers: OutgoingHttpHeaders,
): Promise<Sample> {
  const what = nameOf(page, ids).replace(/page=\d{2,}/, 'page=last');
  const sample: Sample = { what, ms: [], answer: 0 };
  for (let n = 0; n < WARM_UP + TRIES; n++) {
    const { ms, bytes } = await timed(server, page, { headers });
    if (n >= WARM_UP) sample.ms.push(ms);
    sample.answer = bytes;
  }
  return sample;
}
