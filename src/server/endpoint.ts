import type { APIContext, APIRoute } from 'astro';
import { z } from 'zod';
import ja from 'zod/v4/locales/ja.js';
import type { FieldErrors } from '../lib/errors.ts';
import { AppError, invalid, asAppError } from '../lib/errors.ts';
import { currentRequest } from './request-context.ts';

/** Default zod messages in Japanese, like every `msg`. */
z.config(ja());

export interface Call<Actor, Query, Body> {
  actor: Actor;
  query: Query;
  body: Body;
  context: APIContext;
}

/** Who may call, for the published contract. */
export type Who = 'anyone' | 'signedIn' | 'staff' | 'admin' | 'adminOfAnyHost' | 'family';

export type Guard<Actor> = ((context: APIContext) => Actor | Promise<Actor>) & { who: Who };

/** One method of a path: guard, input and output (contract.md#conventions). */
export interface Method<Actor, Query, Body, Output> {
  /** One line for the published contract. */
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

/** The published part of a method; the handler validates with the same schemas. */
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

/** A path's route, with its published methods. */
export type Endpoint = APIRoute & { published: Partial<Record<HttpMethod, PublishedMethod>> };

/** Binds the parts of a method together for type inference. */
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

/** All methods of one path, with shared error handling. */
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

/** Maps errors to API responses. Unexpected ones are logged and not exposed. */
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

/** | @throws AppError 400, also for excessive nesting */
async function parseJson(request: Request): Promise<unknown> {
  try {
    return normalized(await request.json());
  } catch (error) {
    throw new AppError(400, '送られた内容を読み取れませんでした。', { cause: error });
  }
}

/** NFC: か + ゛ equals が. */
function normalized(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(normalized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, normalized(part)]));
}

/** Validates input. @throws AppError 422 with messages per field */
export function parseInput<Input>(schema: z.ZodType<Input>, value: unknown): Input {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  throw invalid(Object.values(errors)[0]?.[0] ?? '入力を確かめてください。', errors);
}

/** Messages by field; an unknown field is listed under its own name. */
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
