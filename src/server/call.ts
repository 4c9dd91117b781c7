import type { APIContext } from 'astro';
import type { z } from 'zod';
import type { Runtime } from './runtime.ts';

/** The request behind a call, whether it came by the API or by a form. */
export type CallContext = Pick<APIContext, 'cookies' | 'locals' | 'request' | 'url'>;

/** Whom a guard lets through, as the published contract says it. */
export type Who = 'anyone' | 'signedIn' | 'staff' | 'admin' | 'adminOfAnyHost' | 'family';

export type Guard<Actor> = ((context: CallContext) => Actor | Promise<Actor>) & { who: Who };

type NoInput = z.ZodObject;

/** What a call is run with. */
export interface Asked<Actor, Input> {
  rt: Runtime;
  /** What the guard proved. */
  actor: Actor;
  input: Input;
  /** What the path names: the id of an object, or a month. Empty where it names nothing. */
  id: string;
  context: CallContext;
}

/** Who may ask for what, what comes in and goes out (contract.md#conventions). */
export interface Call<Actor, Schema extends z.ZodType, Output> {
  /** What the call does, in one line of the published contract. */
  summary: string;
  guard: Guard<Actor>;
  /** The query of a GET, the JSON body of other methods. */
  input?: Schema;
  /** Other methods than GET that read the query all the same. */
  inputFrom?: 'query';
  /** null: 204 without a body. */
  output: z.ZodType<Output> | null;
  status?: 201;
  run: (asked: Asked<Actor, z.output<Schema>>) => Promise<Output> | Output;
}

/** A call of any types: `defineCall` has seen that its parts fit. */
export interface AnyCall {
  summary: string;
  guard: Guard<unknown>;
  input?: z.ZodType;
  inputFrom?: 'query';
  output: z.ZodType | null;
  status?: 201;
  run: (asked: never) => unknown;
}

/** Binds the parts of a call together. An endpoint and a form action are made of the result. */
export const defineCall = <Actor, Output, Schema extends z.ZodType = NoInput>(
  call: Call<Actor, Schema, Output>,
): Call<Actor, Schema, Output> => call;

/** What a client sends. */
export type InputOf<C extends AnyCall> = z.input<NonNullable<C['input']>>;

/** What a client gets. */
export type OutputOf<C extends AnyCall> = Awaited<ReturnType<C['run']>>;
