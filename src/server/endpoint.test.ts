import type { APIContext } from 'astro';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { AppError, conflict, invalid, tooMany } from '#lib/errors.ts';
import { READS, anyone, asks, defineCall } from './call.ts';
import { endpoint, errorResponse } from './endpoint.ts';
import { parseInput } from './parse-input.ts';

beforeAll(() => vi.stubGlobal('tsukidayori', Promise.resolve(null)));
afterAll(() => vi.unstubAllGlobals());

const Person = z.strictObject({
  name: z.string().trim().min(1, '名前がありません。'),
  home: z.strictObject({ city: z.string('市がありません。') }).optional(),
});
/** What a person is told who is not one. */
function refusal(value: unknown): AppError {
  try {
    parseInput(Person, value);
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error('it was taken');
}
const Answer = z.object({ name: z.string() });

const people = endpoint({
  GET: defineCall(asks.nothing(READS), {
    summary: '',
    guard: anyone,
    input: z.strictObject({ page: z.coerce.number().optional() }),
    output: Answer,
    run: () => ({ name: 'GET' }),
  }),
  POST: defineCall(asks.nothing(READS), {
    summary: '',
    guard: anyone,
    input: Person,
    output: Answer,
    status: 201,
    run: ({ input }) => ({ name: input.name }),
  }),
  DELETE: defineCall(asks.nothing(READS), {
    summary: '',
    guard: anyone,
    output: null,
    run: () => undefined,
  }),
});

async function call(init: RequestInit = {}, query = '', type = 'application/json') {
  const headers = init.body === undefined ? {} : { 'Content-Type': type };
  const request = new Request(`http://localhost/people${query}`, { headers, ...init });
  const context = { request, url: new URL(request.url), params: {} } as APIContext;
  const response = await people(context);
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, body };
}
const post = (body: unknown) => call({ method: 'POST', body: JSON.stringify(body) });

describe('an endpoint', () => {
  test('responds with uncacheable JSON and the status', async () => {
    const { status, headers, body } = await post({ name: ' ウメ ' });
    expect([status, body]).toEqual([201, { name: 'ウメ' }]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await call({ method: 'DELETE' })).toMatchObject({ status: 204, body: null });
  });

  test('refuses deeply nested JSON: 400', async () => {
    const body = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect((await call({ method: 'POST', body })).status).toBe(400);
  });

  test('takes no more values than our largest page sends: 400', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => n);
    expect((await post({ name: 'x', more: many.slice(1, -2) })).status).toBe(422);
    for (const body of [
      many,
      { more: many },
      { more: many.map((n) => [n]) },
      { ...Object.fromEntries(many.entries()), name: 'x' },
    ]) {
      expect((await post(body)).status).toBe(400);
    }
  });

  test('names the first unknown fields, cut short', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `${n}-${'x'.repeat(400)}`);
    const { status, body } = await post(Object.fromEntries(names.map((name) => [name, 1])));
    const { errors } = body as { errors: object };
    expect([status, Object.keys(errors).length]).toEqual([422, 6]);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  });

  test('lists its methods', async () => {
    const { status, headers } = await call({ method: 'PATCH' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, DELETE']);
  });

  test('treats HEAD like GET', async () => {
    expect((await call({ method: 'HEAD' })).status).toBe(200);
  });

  test('refuses a wrong query: 400', async () => {
    expect((await call({}, '?page=x')).status).toBe(400);
    expect((await call({}, '?tab=1')).status).toBe(400);
  });

  test('refuses anything but JSON: 415 by type, 400 by content', async () => {
    expect((await call({ method: 'POST', body: 'name=x' }, '', 'text/plain')).status).toBe(415);
    expect((await call({ method: 'POST', body: '{"na' })).status).toBe(400);
    expect((await call({ method: 'POST', body: '' })).status).toBe(400);
  });

  test('names each invalid field: 422', async () => {
    const { status, body } = await post({ name: '', home: {}, hostId: 'x' });
    expect(status).toBe(422);
    expect(body).toEqual({
      msg: expect.any(String) as string,
      errors: {
        name: ['名前がありません。'],
        'home.city': ['市がありません。'],
        hostId: ['使えない項目です。'],
      },
    });
  });
});

describe('errors', () => {
  const bodyOf = async (error: unknown) => {
    const response = errorResponse(error);
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as unknown,
    };
  };

  test('of ours keep status and message; only 422 has fields', async () => {
    expect(await bodyOf(conflict('登録済み'))).toMatchObject({
      status: 409,
      body: { msg: '登録済み' },
    });
    expect((await bodyOf(invalid('だめ', { name: ['x'] }))).body).toEqual({
      msg: 'だめ',
      errors: { name: ['x'] },
    });
  });

  test('with a wait include it', async () => {
    expect((await bodyOf(tooMany(90))).headers.get('retry-after')).toBe('90');
  });

  test('of a full disk are 507, everything else 500 without details', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    expect((await bodyOf(full)).status).toBe(507);
    const { status, body } = await bodyOf(new Error('secret path /data'));
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('can name fields that every object has', () => {
    const { errors } = refusal({ name: 'x', valueOf: 1, ['__proto__']: 1 });
    expect(errors?.['valueOf']).toEqual(['使えない項目です。']);
  });

  test('of a whole body are named "body"', () => {
    for (const body of ['x', null]) {
      const { status, errors } = refusal(body);
      expect([status, Object.keys(errors ?? {})]).toEqual([422, ['body']]);
    }
  });
});
