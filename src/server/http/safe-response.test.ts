import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { SECOND_MS } from '#lib/durations.ts';
import { headOf } from './head.ts';
import { KEEP_ALIVE_SECONDS, SafeResponse, sendWhole } from './safe-response.ts';

const HEAD = headOf(
  { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'" },
  { 'Content-Type': 'text/plain', 'Content-Length': '5', 'Content-Security-Policy': 'sandbox' },
);
const BODY = Buffer.from('hello');

type Send = (res: SafeResponse) => void;

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** All bytes of the answers, until the connection closes. */
async function answers(requests: string, send: Send): Promise<string> {
  const server = createServer({ ServerResponse: SafeResponse }, (_req, res) => {
    res.requestId = 'abc';
    send(res);
  });
  servers.push(server);
  server.keepAliveTimeout = KEEP_ALIVE_SECONDS * SECOND_MS;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(requests);
  const bytes = Buffer.concat((await socket.toArray()) as Buffer[]).toString('latin1');
  return bytes.replaceAll(/Date: [^\r]*GMT/g, 'Date: now');
}

const ours: Send = (res) => sendWhole(res, 200, HEAD, BODY);
const nodes: Send = (res) => {
  res.writeHead(200, ['X-Request-Id', 'abc', ...HEAD.fields]);
  res.end(BODY);
};

const get = (more = '', version = '1.1') => `GET / HTTP/${version}\r\nHost: a\r\n${more}\r\n`;
const LAST = get('Connection: close\r\n');

test.each([
  ['on a connection that stays open', get() + get() + LAST, 3],
  ['that closes', LAST, 1],
  ['as HTTP/1.0', get('', '1.0'), 1],
  ['as HTTP/1.0, kept open', get('Connection: keep-alive\r\n', '1.0') + LAST, 2],
  ['to HEAD', get().replace('GET', 'HEAD') + LAST, 2],
  ['that expects 100', get('Expect: 100-continue\r\n') + LAST, 2],
])("a whole answer %s has the bytes of Node's", async (_name, requests, count) => {
  const bytes = await answers(requests, ours);
  expect(bytes).toBe(await answers(requests, nodes));
  expect(bytes.split('Date: now')).toHaveLength(count + 1);
});

test('headers that were set before are sent as well', async () => {
  const bytes = await answers(get() + get(), (res) => {
    res.setHeader('Connection', 'close');
    ours(res);
  });
  expect(bytes).toContain('Connection: close\r\n');
  expect(bytes).not.toContain('keep-alive');
});

test('a value that would end its field is refused', () => {
  expect(() => headOf({}, { ETag: 'a\r\nX-More: b' })).toThrow(TypeError);
});
