import type { APIContext, APIRoute } from 'astro';
import { z } from 'zod';
import ja from 'zod/v4/locales/ja.js';
import type { FieldErrors } from '../lib/errors.ts';
import { AppError, invalid, asAppError } from '../lib/errors.ts';
import { currentRequest } from './request-context.ts';

/** Where a schema has no words of its own, zod has some: Japanese ones, as every `msg`. */
z.config(ja());

export interface Call<Actor, Query, Body> {
  actor: Actor;
  query: Query;
  body: Body;
  context: APIContext;
}

/** Whom a guard lets through, as the published contract says it. */
export type Who = 'anyone' | 'signedIn' | 'staff' | 'admin' | 'adminOfAnyHost' | 'family';

export type Guard<Actor> = ((context: APIContext) => Actor | Promise<Actor>) & { who: Who };

/** One method of one path: who may, what comes in, what goes out (contract.md#conventions). */
export interface Method<Actor, Query, Body, Output> {
  /** What the call does, in one line of the published contract. */
  summary: string;
  guard: Guard<Actor>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** null: 204 without a body. */
  output: z.ZodType<Output> | null;
  status?: 200 | 201;
  run: (call: Call<Actor, Query, Body>) => Promise<Output> | Output;
}

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** What is published of a method; the handler validates with these very schemas. */
export interface PublishedMethod {
  summary: string;
  who: Who;
  query: z.ZodType | null;
  body: z.ZodType | null;
  output: z.ZodType | null;
  status: number;
}

interface AnyMethod {
  published: PublishedMethod;
  handle: (context: APIContext) => Promise<Response>;
}

/** A path's route, which also tells what it takes. */
export type Endpoint = APIRoute & { published: Partial<Record<HttpMethod, PublishedMethod>> };

/** Binds a method's parts together, so that each sees the others' types. */
export const method = <Actor, Query, Body, Output>(
  definition: Method<Actor, Query, Body, Output>,
): AnyMethod => ({
  published: {
    summary: definition.summary,
    who: definition.guard.who,
    query: definition.query ?? null,
    body: definition.body ?? null,
    output: definition.output,
    status: definition.output === null ? 204 : (definition.status ?? 200),
  },
  async handle(context) {
    const actor = await definition.guard(context);
    const query = readQuery(definition.query, context.url.searchParams);
    const body = await readBody(definition.body, context.request);
    const result = await definition.run({ actor, query, body, context });
    return definition.output === null
      ? new Response(null, { status: 204, headers: NO_STORE })
      : json(definition.status ?? 200, result);
  },
});

/** All methods of one path, with one way to fail. */
export function endpoint(methods: Partial<Record<HttpMethod, AnyMethod>>): Endpoint {
  const route: APIRoute = async (context) => {
    const name = context.request.method === 'HEAD' ? 'GET' : context.request.method;
    const chosen = methods[name as HttpMethod];
    try {
      if (!chosen) return methodNotAllowed(Object.keys(methods));
      return await chosen.handle(context);
    } catch (error) {
      return errorResponse(error);
    }
  };
  const published = Object.entries(methods).map(([name, { published }]) => [name, published]);
  return Object.assign(route, {
    published: Object.fromEntries(published) as Endpoint['published'],
  });
}

/** The `id` of a path such as `/items/{id}`. */
export const idOf = ({ params }: APIContext): string => params['id'] ?? '';

const NO_STORE = { 'Cache-Control': 'no-store' };

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers: { ...NO_STORE, ...headers } });

const methodNotAllowed = (allowed: string[]): Response =>
  json(405, { msg: 'この操作はできません。' }, { Allow: allowed.join(', ') });

interface Failure {
  status: number;
  body: { msg: string; errors?: FieldErrors | undefined };
  headers: Record<string, string>;
}

/** The one mapper from errors to API answers. What we did not expect is logged and stays inside. */
export function failureOf(thrown: unknown): Failure {
  const error = asAppError(thrown);
  if (error instanceof AppError) {
    const { status, message: msg, errors, retryAfter } = error;
    const retry = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
    const body = status === 422 ? { msg, errors } : { msg };
    return { status, body, headers: { ...NO_STORE, ...retry } };
  }
  const request = currentRequest();
  request?.log.error({ err: error }, 'unexpected error in the API');
  const id = request ? `（番号: ${request.id}）` : '';
  const msg = `システムエラーが起きました。時間をおいてお試しください。${id}`;
  return { status: 500, body: { msg }, headers: NO_STORE };
}

export function errorResponse(thrown: unknown): Response {
  const { status, body, headers } = failureOf(thrown);
  return json(status, body, headers);
}

function readQuery<Query>(schema: z.ZodType<Query> | undefined, params: URLSearchParams): Query {
  if (!schema) return undefined as Query;
  const result = schema.safeParse(Object.fromEntries(params));
  if (!result.success) throw new AppError(400, '指定の形が正しくありません。');
  return result.data;
}

async function readBody<Body>(
  schema: z.ZodType<Body> | undefined,
  request: Request,
): Promise<Body> {
  if (!schema) return undefined as Body;
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new AppError(415, 'JSON で送ってください。');
  }
  return parseInput(schema, await parseJson(request));
}

/** @throws AppError 400, also for what is nested deeper than anybody means. */
async function parseJson(request: Request): Promise<unknown> {
  try {
    return normalized(await request.json());
  } catch (error) {
    throw new AppError(400, '送られた内容を読み取れませんでした。', { cause: error });
  }
}

/** Text in one spelling: か + ゛ and が are the same. */
function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, normalized(part)]));
}

/** Validates, or says per field what is wrong. @throws AppError 422 */
export function parseInput<Input>(schema: z.ZodType<Input>, value: unknown): Input {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  throw invalid(Object.values(errors)[0]?.[0] ?? '入力を確かめてください。', errors);
}

/** Texts by field; an unknown field is named under its own name. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  // Without a prototype: a field may be called valueOf.
  const errors = Object.create(null) as FieldErrors;
  for (const issue of error.issues) {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys
        : [issue.path.map(String).join('.') || 'body'];
    const text = issue.code === 'unrecognized_keys' ? '使えない項目です。' : issue.message;
    for (const name of names) (errors[name] ??= []).push(text);
  }
  return errors;
}
