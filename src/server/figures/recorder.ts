import type { RequestContext } from '#server/request-context.ts';
import type { Spread } from './spread.ts';
import { addSpread, bucketOf, emptySpread } from './spread.ts';

/** What is told apart: letters, pages, calls of scripts, uploads and photos. */
export const KINDS = ['letter', 'page', 'call', 'upload', 'photo'] as const;
export type Kind = (typeof KINDS)[number];

export interface Counted {
  requests: number;
  errors: number;
  spread: Spread;
}

/** An error of which someone may have seen the number. */
export interface Numbered {
  number: string;
  at: string;
  method: string;
  /** A pattern, since a path may contain a token. */
  route: string;
  status: number;
  /** Kind of the error and where it was thrown, never its message, which may hold a name. */
  problem: string | null;
}

interface Recorded {
  counts: Map<Kind, Counted>;
  numbered: Numbered[];
}

/** As `newRequestId` makes it. */
export const ERROR_NUMBER = /^[0-9a-f]{12}$/;

/** A broken server makes thousands of errors a minute; the first ones say what is wrong. */
const MOST_NUMBERED = 100;

const WATCHERS = new Set(['/readyz', '/healthz']);

const kinds = new Map<string, Kind | null>();
/** Routes are as many as the files of pages; a bound, should one ever hold a path. */
const MOST_ROUTES = 500;

/** @returns null for the build's files and for watchers */
function kindOf(method: string, route: string): Kind | null {
  if (route === '/api/v1/direct_uploads/[slot]') return method === 'PUT' ? 'upload' : 'call';
  const known = kinds.get(route);
  if (known !== undefined) return known;
  const kind = readKind(route);
  if (kinds.size < MOST_ROUTES) kinds.set(route, kind);
  return kind;
}

function readKind(route: string): Kind | null {
  if (route === '' || WATCHERS.has(route)) return null;
  if (route.startsWith('/letters')) return route.endsWith('.zip') ? null : 'letter';
  if (route.startsWith('/photos')) return 'photo';
  return /^\/(?:api|_actions)\b/.test(route) ? 'call' : 'page';
}

let counts = new Map<Kind, Counted>();
let numbered: Numbered[] = [];

const countedOf = (kind: Kind): Counted => {
  const counted = counts.get(kind) ?? { requests: 0, errors: 0, spread: emptySpread() };
  counts.set(kind, counted);
  return counted;
};

/**
 * Counts an answer in memory; `keepFigures` writes it.
 * @param ms until its last byte was sent
 * @param isSeen whether it was a page that shows its number
 */
export function recordAnswer(
  method: string,
  { id, route, problem }: Pick<RequestContext, 'id' | 'route' | 'problem'>,
  status: number,
  ms: number,
  isSeen: boolean,
): void {
  const isError = status >= 500;
  const kind = kindOf(method, route) ?? (isError && route === '' ? 'page' : null);
  if (kind !== null) {
    const counted = countedOf(kind);
    counted.requests++;
    if (isError) counted.errors++;
    const bucket = bucketOf(ms);
    counted.spread[bucket] = (counted.spread[bucket] ?? 0) + 1;
  }
  const isNumbered = isError ? !WATCHERS.has(route) : isSeen && status >= 400 && !isUsual(status);
  if (!isNumbered || numbered.length >= MOST_NUMBERED) return;
  numbered.push({ number: id, at: new Date().toISOString(), method, route, status, problem });
}

/** A form that says what is wrong in it, and what every robot asks for. */
const isUsual = (status: number): boolean => [400, 401, 404].includes(status);

/** What was recorded since the last time. */
export function takeRecorded(): Recorded {
  const taken = { counts, numbered };
  counts = new Map();
  numbered = [];
  return taken;
}

/** For what could not be written. */
export function putBack(recorded: Recorded): void {
  for (const [kind, { requests, errors, spread }] of recorded.counts) {
    const counted = countedOf(kind);
    counted.requests += requests;
    counted.errors += errors;
    addSpread(counted.spread, spread);
  }
  numbered = [...recorded.numbered, ...numbered].slice(0, MOST_NUMBERED);
}

const FRAME = /^ +at (?:async )?(?:([\w.$<> ]{1,60}) )?.*?([\w.@-]{1,60}\.[cm]?[jt]sx?:\d+)/;

/** The first function of ours, which are no methods, before any other frame. */
function placeIn(frames: readonly string[]): string {
  const found = frames
    .filter((frame) => !frame.includes('node_modules'))
    .flatMap((frame) => {
      const [, where, file] = FRAME.exec(frame) ?? [];
      return file === undefined ? [] : [{ where, file }];
    });
  const place = found.find(({ where }) => /^\w+$/.test(where ?? '')) ?? found[0];
  if (!place) return '';
  return `${place.where === undefined ? '' : ` in ${place.where}`} (${place.file})`;
}

/** `TypeError in readLetter (letters.ts:12)`: no message, which may hold a name or an address. */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const { stack = '', message } = error;
  const isWhole = stack.includes(message);
  // A message may look like a line of a stack.
  const frames = isWhole ? stack.slice(stack.indexOf(message) + message.length) : '';
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'Error';
  return [name, /^[A-Z0-9_]{1,40}$/.test(code) ? ` ${code}` : '', placeIn(frames.split('\n'))].join(
    '',
  );
}
