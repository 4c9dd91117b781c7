import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { Contract, PublishedCall } from '../support/contract.ts';
import { bodyOf, callsOf, makeJudge } from '../support/contract.ts';
import type { Answer } from '../support/http.ts';
import { json } from '../support/http.ts';
import { columnsWithNul } from '../support/nul.ts';
import { makePayloads, readContract, tryPayloads } from '../support/payloads.ts';
import { API } from './rows.ts';
import type { Site, Who } from './site.ts';
import { CAST, useSite } from './site.ts';
import { rounds } from '../support/in-full.ts';

/** Random payloads over all calls (P8); the hostile run sends 10,000. */
const PAYLOADS = rounds(600, 2000);

const site = useSite();
let contract: Contract;
let calls: PublishedCall[];
let judge: (published: PublishedCall, answer: Answer) => string[];

beforeAll(async () => {
  contract = await readContract(site());
  calls = callsOf(contract);
  judge = makeJudge(contract);
});

const routeOf = (row: { call: string }): string => row.call.slice(row.call.indexOf(' ') + 1);
const publishedOf = (row: { call: string }): PublishedCall | undefined =>
  calls.find(
    ({ method, path }) => row.call === `${method} ${path.replaceAll(/\{(\w+)\}/g, '[$1]')}`,
  );

async function askRow(who: Who, row: (typeof API)[number], at: Site): Promise<Answer> {
  const options = typeof row.options === 'function' ? await row.options(at) : row.options;
  return at.ask(who, (await row.path?.(at)) ?? routeOf(row), options);
}

test('the contract lists exactly the calls of the access matrix', () => {
  const known = [...new Set(API.map((row) => row.call))].sort();
  const published = calls.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, '[$1]')}`,
  );
  expect(published.sort()).toEqual(known);
});

test('every call has a one-line summary', () => {
  const silent = calls.filter(
    ({ operation }) => !(operation as unknown as { summary: string }).summary,
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('missing or additional response fields would be found', () => {
  const published = publishedOf({ call: `GET ${paths.api.user}` });
  if (!published) throw new Error('not published');
  const answer = (status: number, text: string) => ({ status, text }) as Answer;
  expect(judge(published, answer(200, '{"user":{}}'))).not.toEqual([]);
  expect(judge(published, answer(401, '{"message":"x"}'))).not.toEqual([]);
  expect(judge(published, answer(418, '{"msg":"x"}'))).not.toEqual([]);
  expect(judge(published, answer(401, '{"msg":"x"}'))).toEqual([]);
});

describe.each(API)('$call responds as the contract says', (row) => {
  test.each(CAST)('%s', async (who) => {
    const published = publishedOf(row);
    if (!published) throw new Error(`${row.call} is not published`);
    expect(judge(published, await askRow(who, row, site()))).toEqual([]);
  });
});

test('every call with a body refuses unknown fields', async () => {
  const lax: string[] = [];
  for (const published of calls.filter((one) => bodyOf(one) !== undefined)) {
    const { method, path } = published;
    const address = path.replaceAll(/\{\w+\}/g, 'x');
    const answer = await site().ask('admin', address, { ...json({ nosuchfield: 1 }), method });
    const { errors } = JSON.parse(answer.text) as { errors?: Record<string, string[]> };
    if (answer.status !== 422 || !errors?.['nosuchfield'])
      lax.push(`${method} ${path}: ${answer.text}`);
  }
  expect(lax).toEqual([]);
});

test(`${PAYLOADS} random payloads cause no server error, and only responses of the contract`, async () => {
  const payloads = makePayloads(contract, PAYLOADS);
  expect(payloads.length).toBeGreaterThanOrEqual(PAYLOADS);
  expect(await tryPayloads(site(), contract, payloads)).toEqual([]);
  expect(await columnsWithNul(site().factory.db)).toEqual([]);
}, 300_000);
