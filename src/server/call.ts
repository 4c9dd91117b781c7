import type { APIContext } from 'astro';
import type { z } from 'zod';
import type { Runtime } from './runtime.ts';

/** The request behind a call, whether it came by the API or by a form. */
export type CallContext = Pick<APIContext, 'cookies' | 'locals' | 'request' | 'url'>;

/** Who may call, in the words of the published contract. */
export type Who = 'anyone' | 'signedIn' | 'staff' | 'admin' | 'adminOfAnyHost' | 'family';

type Guard<Actor> = ((context: CallContext) => Actor | Promise<Actor>) & { who: Who };

export const anyone: Guard<null> = Object.assign(() => null, { who: 'anyone' as const });

type NoInput = z.ZodObject;

export interface Asked<Actor, Input> {
  rt: Runtime;
  /** What the guard returned. */
  actor: Actor;
  input: Input;
  /** Named by the path; empty if it names none. */
  id: string;
  /** All that the path names, in its order. */
  ids: readonly string[];
  context: CallContext;
}

/** Half of what was asked for: a 202 with the call's `accepted`. */
export class Accepted<Body> {
  readonly isHalf = true;
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** One call of the API: guard, schemas and use case (contract.md#conventions). */
interface Call<Actor, Schema extends z.ZodType, Output, Half> {
  summary: string;
  guard: Guard<Actor>;
  /** The query of a GET, otherwise the JSON body. */
  input?: Schema;
  /** For methods other than GET that read the query, alone or beside a body. */
  inputFrom?: 'query' | 'either';
  /** null for a 204; an optional one for a 204 where there is nothing to say. */
  output: z.ZodType<Output> | null;
  status?: 201;
  /** Of a 202. */
  accepted?: z.ZodType<Half>;
  run: (
    asked: Asked<Actor, z.output<Schema>>,
  ) => Promise<Output | Accepted<Half>> | Output | Accepted<Half>;
}

export interface AnyCall {
  summary: string;
  guard: Guard<unknown>;
  input?: z.ZodType;
  inputFrom?: 'query' | 'either';
  output: z.ZodType | null;
  status?: 201;
  accepted?: z.ZodType;
  run: (asked: never) => unknown;
}

/** Defines a call, from which its endpoint and form action are made. */
export const defineCall = <Actor, Output, Schema extends z.ZodType = NoInput, Half = never>(
  call: Call<Actor, Schema, Output, Half>,
): Call<Actor, Schema, Output, Half> => call;

export type InputOf<C extends AnyCall> = z.input<NonNullable<C['input']>>;

export type OutputOf<C extends AnyCall> = Exclude<Awaited<ReturnType<C['run']>>, Accepted<unknown>>;

type BodyOf<Answer> = Answer extends Accepted<infer Body> ? Body : never;

/** Of a 202. */
export type HalfOf<C extends AnyCall> = BodyOf<Awaited<ReturnType<C['run']>>>;
