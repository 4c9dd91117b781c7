import type { APIContext, APIRoute } from 'astro';
import { z } from 'zod';
import type { FieldErrors } from '#lib/errors.ts';
import { AppError } from '#lib/errors.ts';
import type { AnyCall, Asked } from './call.ts';
import { Accepted } from './call.ts';
import { asAppError } from './failures.ts';
import { parseInput } from './parse-input.ts';
import { currentRequest } from './request-context.ts';
import { runtime } from './runtime.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export type PublishedMethod = ReturnType<typeof publish>;

export type Endpoint = APIRoute & { published: Partial<Record<HttpMethod, PublishedMethod>> };

/** Makes an API route of its calls, one per method. */
export function endpoint(calls: Partial<Record<HttpMethod, AnyCall>>): Endpoint {
  const route: APIRoute = async (context) => {
    const name = (context.request.method === 'HEAD' ? 'GET' : context.request.method) as HttpMethod;
    const call = calls[name];
    try {
      if (!call) return methodNotAllowed(Object.keys(calls));
      return await answer(name, call, context);
    } catch (error) {
      return errorResponse(error);
    }
  };
  const published = Object.entries(calls).map(([name, call]) => [
    name,
    publish(name as HttpMethod, call),
  ]);
  return Object.assign(route, {
    published: Object.fromEntries(published) as Endpoint['published'],
  });
}

async function answer(name: HttpMethod, call: AnyCall, context: APIContext): Promise<Response> {
  const actor = await call.guard(context);
  const ids = Object.values(context.params).map((part) => part ?? '');
  const [id = ''] = ids;
  const requireFresh = actor ? context.locals.requireFresh : undefined;
  requireFresh?.(call.act, { input: undefined, id });
  const input = await readInput(name, call, context);
  requireFresh?.(call.act, { input, id });
  const asked: Asked<unknown, unknown> = { rt: await runtime(), actor, input, id, ids, context };
  const result = await call.run(asked as never);
  if (result instanceof Accepted) return json(202, result.body);
  return call.output === null || result === undefined
    ? new Response(null, { status: 204, headers: NO_STORE })
    : json(call.status ?? 200, result);
}

async function readInput(
  name: HttpMethod,
  call: AnyCall,
  { url, request }: APIContext,
): Promise<unknown> {
  if (call.input && call.inputFrom === 'either') return readEither(call.input, url, request);
  return takesQuery(name, call)
    ? readQuery(call.input, url.searchParams)
    : readBody(call.input, request);
}

const takesQuery = (name: HttpMethod, { inputFrom }: AnyCall): boolean =>
  name === 'GET' || inputFrom === 'query';

function publish(name: HttpMethod, call: AnyCall) {
  const { act, summary, guard, input = null, output, accepted = null, status = 200 } = call;
  const isEither = call.inputFrom === 'either';
  const isQuery = takesQuery(name, call) || isEither;
  return {
    act,
    summary,
    who: guard.who,
    query: isQuery ? input : null,
    body: isQuery && !isEither ? null : input,
    isBodyOptional: isEither,
    output,
    accepted,
    status: output === null ? 204 : status,
    /** A 204 as well. */
    maySayNothing: output instanceof z.ZodOptional,
  };
}

const NO_STORE = { 'Cache-Control': 'no-store' };

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...NO_STORE, ...headers } });

const methodNotAllowed = (allowed: string[]): Response =>
  json(405, { msg: 'この操作はできません。' }, { Allow: allowed.join(', ') });

interface Failure {
  status: number;
  body: { msg: string; errors?: FieldErrors | undefined; enrol?: true; confirm?: true };
  headers: Record<string, string>;
}

/** Maps errors to API responses. Unexpected ones are logged and not exposed. */
export function failureOf(thrown: unknown): Failure {
  const error = asAppError(thrown);
  if (error instanceof AppError) {
    const { status, message: msg, errors, retryAfter, asks } = error;
    const retry = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
    const body = { msg, ...(status === 422 && { errors }), ...(asks && { [asks]: true }) };
    return { status, body, headers: { ...NO_STORE, ...retry } };
  }
  const request = currentRequest();
  request?.tell(error, 'unexpected error in the API');
  const id = request ? `（番号: ${request.id}）` : '';
  const msg = `システムエラーが起きました。時間をおいてお試しください。${id}`;
  return { status: 500, body: { msg }, headers: NO_STORE };
}

export function errorResponse(thrown: unknown): Response {
  const { status, body, headers } = failureOf(thrown);
  return json(status, body, headers);
}

function readQuery(schema: z.ZodType | undefined, params: URLSearchParams): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(Object.fromEntries(params));
  if (!result.success) throw new AppError(400, '指定の形が正しくありません。');
  return result.data;
}

async function readBody(schema: z.ZodType | undefined, request: Request): Promise<unknown> {
  if (!schema) return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError(415, 'JSON で送ってください。');
  }
  return parseInput(schema, await parseJson(request));
}

/** The query, and a body where there is one. */
async function readEither(schema: z.ZodType, url: URL, request: Request): Promise<unknown> {
  const query = Object.fromEntries(url.searchParams);
  const hasBody = (await request.clone().text()).trim() !== '';
  if (!hasBody) return parseInput(schema, query);
  const body = await readBody(z.record(z.string(), z.unknown()), request);
  return parseInput(schema, { ...query, ...(body as object) });
}

/** As of a form (posted-form.ts): each costs a check, and a message if it is refused. */
const MAX_VALUES = 1000;

/** @throws AppError 400, also for deep nesting */
async function parseJson(request: Request): Promise<unknown> {
  try {
    const value: unknown = await request.json();
    requireFew(value);
    return value;
  } catch (error) {
    throw new AppError(400, '送られた内容を読み取れませんでした。', { cause: error });
  }
}

function requireFew(body: unknown): void {
  const values = [body];
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue;
    for (const part of Object.values(value) as unknown[]) {
      if (values.push(part) > MAX_VALUES) throw new Error('too many values');
    }
  }
}
