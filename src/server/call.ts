import type { APIContext } from 'astro';
import type { z } from 'zod';
import type { Runtime } from './runtime.ts';

/** The request behind a call, whether it came by the API or by a form. */
export type CallContext = Pick<APIContext, 'cookies' | 'locals' | 'request' | 'url'>;

/** Who may call, in the words of the published contract. */
export type Who = 'anyone' | 'signedIn' | 'staff' | 'admin' | 'adminOfAnyHost' | 'family';

type Guard<Actor> = ((context: CallContext) => Actor | Promise<Actor>) & { who: Who };

export const anyone: Guard<null> = Object.assign(() => null, { who: 'anyone' as const });

interface Sent {
  input: unknown;
  id: string;
  sessionId: string;
}

/**
 * What a call, a form or a file asks of somebody signed in, and what it leaves in the history: a
 * sign-in or a confirmation of the last quarter of an hour (contract.md#sensitive-acts) for what
 * lasts longer than the session, what keeps others out, and what carries everything away in one
 * piece. An old session in a thief's hands can do none of it (P36). So it is decided by kind: what
 * shows the links of many, or the codes by which families come in, asks, on the screen, on paper and
 * by a call, and so does what makes a new reader, who stays. One link at a time does not, nor does
 * another address of somebody who reads already: the history and mails tell of them.
 */
export interface Act {
  /** `password`: it takes the current one itself, however fresh the session is. */
  asks: 'confirmation' | 'password' | 'nothing';
  /** What the button that confirms says: 「確かめて、職員を外す」. */
  deed: string;
  /** Where only some of what it does is sensitive. */
  when: (sent: Sent) => boolean;
  /** Events; each also of several photos `_together`. */
  leaves: Leaves;
}

type EventName = keyof App.Events;
/** Why an act leaves no event. */
interface Silent {
  because: string;
}
export const silent = (because: string): Silent => ({ because });
export const READS = silent('it only reads');
type Leaves = readonly [EventName, ...EventName[]] | readonly [Silent];

const always = () => true;
export const asks = {
  nothing: (...leaves: Leaves): Act => ({ asks: 'nothing', deed: '', when: always, leaves }),
  password: (...leaves: Leaves): Act => ({ asks: 'password', deed: '', when: always, leaves }),
  confirmation: (deed: string, ...leaves: Leaves): Act => ({
    asks: 'confirmation',
    deed,
    when: always,
    leaves,
  }),
};

export const onlyWhen = (when: Act['when'], of: Act): Act => ({ ...of, when });
export const names =
  (key: string) =>
  ({ input }: Sent): boolean =>
    (input as Record<string, unknown> | null | undefined)?.[key] !== undefined;
/** Signing out here is free. */
export const isOther = ({ id, sessionId }: Sent): boolean => id !== sessionId;

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

export type AnyCall = Omit<Call<unknown, z.ZodType, unknown, unknown>, 'output' | 'run'> & {
  act: Act;
  output: z.ZodType | null;
  run: (asked: never) => unknown;
};

/** Defines a call, from which its endpoint and form action are made. */
export const defineCall = <Actor, Output, Schema extends z.ZodType = NoInput, Half = never>(
  act: Act,
  call: Call<Actor, Schema, Output, Half>,
): Call<Actor, Schema, Output, Half> & { act: Act } => ({ ...call, act });

export type InputOf<C extends AnyCall> = z.input<NonNullable<C['input']>>;

export type OutputOf<C extends AnyCall> = Exclude<Awaited<ReturnType<C['run']>>, Accepted<unknown>>;

type BodyOf<Answer> = Answer extends Accepted<infer Body> ? Body : never;

/** Of a 202. */
export type HalfOf<C extends AnyCall> = BodyOf<Awaited<ReturnType<C['run']>>>;
