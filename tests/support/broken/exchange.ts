import type { Random } from '../random.ts';
import type { Aim } from './aims.ts';

/** How the client disconnects. */
const WAYS = ['read', 'fin', 'reset', 'half-open', 'stall'] as const;

/** A request, and how it is interrupted. */
export interface Exchange {
  name: string;
  bytes: Buffer;
  /** Complete, so a response is expected. */
  isWhole: boolean;
  way: (typeof WAYS)[number];
  /** Milliseconds between the last byte and disconnecting. */
  after: number;
  /** Chunks in which the bytes are sent. */
  pieces: number;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'];
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'image/png',
  'text/plain',
  'x',
];
const RANGES = ['5-2', '0-', '-1', '99999999-', 'a-b', '0-0,5-9', '-', '0-99999999999999999999'];
const FRAMES = ['none', 'exact', 'shorter', 'longer', 'chunked', 'chunked badly', 'both'] as const;
type Frame = (typeof FRAMES)[number];

const MOST_PIPELINED = 50;

/** Damages a valid request. */
export function breakUp(aim: Aim, random: Random, address: string): Exchange {
  const method = random.chance(0.7) ? aim.method : random.pick(METHODS);
  const hasBody = aim.body.length > 0 || random.chance(0.2);
  const frame = hasBody ? random.pick(FRAMES) : 'none';
  const headers = { ...aim.headers, ...oddHeaders(random, hasBody), 'X-Forwarded-For': address };
  const one = written({ ...aim, method, headers }, frame, random);
  const count = random.chance(0.7) ? 1 : random.int(2, MOST_PIPELINED);
  const all = Buffer.concat(Array.from({ length: one.length > 10_000 ? 1 : count }, () => one));
  const cut = random.chance(0.4) ? random.int(0, all.length - 1) : all.length;
  const isWhole = cut === all.length && frame !== 'shorter' && frame !== 'chunked badly';
  const way = random.pick(WAYS);
  return {
    name: `${aim.name}: ${method} ${frame}, ${count} at once, ${cut} of ${all.length} bytes, ${way}`,
    bytes: all.subarray(0, cut),
    isWhole,
    way: way === 'read' && !isWhole ? 'reset' : way,
    after: random.pick([0, 0, 1, 5, 20, 60]),
    pieces: random.pick([1, 1, 2, 5]),
  };
}

function oddHeaders(random: Random, hasBody: boolean): Record<string, string> {
  return {
    ...(random.chance(0.3) && { Accept: 'text/html' }),
    ...(random.chance(0.3) && { 'Accept-Encoding': random.pick(['br', 'gzip', 'br;q=0', '*']) }),
    ...(random.chance(0.2) && { Range: `bytes=${random.pick(RANGES)}` }),
    ...(random.chance(0.1) && { 'If-None-Match': random.pick(['*', '"x"', 'W/"x"']) }),
    ...(random.chance(0.1) && { Connection: random.pick(['close', 'keep-alive', 'Upgrade']) }),
    ...(random.chance(0.05) && { Upgrade: 'websocket' }),
    ...(random.chance(0.05) && { Expect: random.pick(['100-continue', 'a miracle']) }),
    ...(hasBody && random.chance(0.2) && { 'Content-Type': random.pick(TYPES) }),
  };
}

function written({ method, path, headers, body }: Aim, frame: Frame, random: Random): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers, ...framing(frame, body, random) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n`),
    sent(frame, body),
  ]);
}

function framing(frame: Frame, body: Buffer, random: Random): Record<string, string> {
  const length = (bytes: number) => ({ 'Content-Length': String(Math.max(0, bytes)) });
  const chunked = { 'Transfer-Encoding': 'chunked' };
  if (frame === 'none') return {};
  if (frame === 'exact') return length(body.length);
  if (frame === 'shorter') return length(body.length + random.int(1, 100_000));
  // Announced as sent: for a photo, longer than its slot.
  if (frame === 'longer') return length(body.length + 1);
  return frame === 'both' ? { ...chunked, ...length(body.length) } : chunked;
}

function sent(frame: Frame, body: Buffer): Buffer {
  if (frame === 'none') return Buffer.alloc(0);
  if (frame === 'longer') return Buffer.concat([body, Buffer.from('x')]);
  if (frame === 'exact' || frame === 'shorter') return body;
  const half = Math.floor(body.length / 2);
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const coded = chunks.map((chunk) =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
  );
  const end = frame === 'chunked badly' ? 'zz\r\n\r\n' : '0\r\n\r\n';
  return Buffer.concat([...coded, Buffer.from(end)]);
}
