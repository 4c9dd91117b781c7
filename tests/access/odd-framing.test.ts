import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { askRaw, sendRaw } from '../support/raw-request.ts';
import { useSite } from './site.ts';

/** Node's parser rejects most of these requests, in its own words, and ours the rest. */
const site = useSite();
const host = (): string => `Host: ${new URL(site().server.url).host}\r\n`;

const WRONG: [string, number, () => string | Buffer][] = [
  ['no request at all', 400, () => 'GARBAGE\r\n\r\n'],
  ['a TLS handshake', 400, () => Buffer.from('16030102000100', 'hex')],
  ['HTTP/2', 400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown method', 400, () => `FOO / HTTP/1.1\r\n${host()}\r\n`],
  ['a path without its slash', 400, () => `GET privacy HTTP/1.1\r\n${host()}\r\n`],
  ['raw bytes in a path', 400, () => `GET /あ HTTP/1.1\r\n${host()}\r\n`],
  ['raw bytes in a query', 400, () => `GET /?あ HTTP/1.1\r\n${host()}\r\n`],
  ['a control character in a path', 400, () => `GET /\u0001 HTTP/1.1\r\n${host()}\r\n`],
  ['a header without a name', 400, () => `GET / HTTP/1.1\r\n${host()}: x\r\n\r\n`],
  ['a folded header', 400, () => `GET / HTTP/1.1\r\n${host()}X: a\r\n b\r\n\u0000: c\r\n\r\n`],
  [
    'a Content-Length and chunks',
    400,
    () => post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n'),
  ],
  ['two Content-Lengths', 400, () => post('Content-Length: 5\r\nContent-Length: 6\r\n')],
  ['a length that is not a number', 400, () => post('Content-Length: x\r\n')],
  ['an invalid chunk', 400, () => `${post('Transfer-Encoding: chunked\r\n')}zz\r\n`],
  [
    'headers that are too long',
    431,
    () => `GET / HTTP/1.1\r\n${host()}X: ${'a'.repeat(20_000)}\r\n\r\n`,
  ],
  [
    'a chunk with too much after its length',
    413,
    () => `${post('Transfer-Encoding: chunked\r\n')}1;${'a'.repeat(20_000)}\r\n`,
  ],
  ['two Hosts', 400, () => `GET / HTTP/1.1\r\n${host()}${host()}\r\n`],
  [
    'a second Host, empty',
    400,
    () => `GET / HTTP/1.1\r\n${host()}hOST:\r\nConnection: close\r\n\r\n`,
  ],
  ['two Hosts before a letter', 400, () => `GET /letters HTTP/1.1\r\n${host()}${host()}\r\n`],
  ['a folded Host', 400, () => `GET / HTTP/1.1\r\nHost:\r\n ${host().slice(6)}\r\n`],
  ['a folded length', 400, () => post('Content-Length:\r\n 5\r\n')],
  ['the same length twice', 400, () => post('Content-Length: 5\r\nContent-Length: 5\r\n')],
  ['a list of lengths', 400, () => post('Content-Length: 5, 5\r\n')],
  ['a length with a sign', 400, () => post('Content-Length: +5\r\n')],
  ['a blank before a colon', 400, () => post('Content-Length : 5\r\n')],
  ...[
    ...['identity', 'identity, chunked', 'gzip, chunked', 'chunked, chunked', 'chunked, identity'],
    ...['xchunked', 'chunked;q=1', '"chunked"', ',chunked', 'chunked,', '\u000bchunked', ''],
  ].map((coding): (typeof WRONG)[number] => [
    `the coding ${JSON.stringify(coding)}`,
    400,
    () => `${post(`Transfer-Encoding: ${coding}\r\n`)}0\r\n\r\n`,
  ]),
  [
    'two codings',
    400,
    () => `${post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n')}0\r\n\r\n`,
  ],
  ['a folded coding', 400, () => `${post('Transfer-Encoding:\r\n chunked\r\n')}0\r\n\r\n`],
  [
    'chunks in an old version',
    400,
    () => `POST / HTTP/1.0\r\n${host()}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['no Host', 421, () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['an empty Host', 421, () => 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ['no Host and an old version', 421, () => 'GET / HTTP/1.0\r\n\r\n'],
];
const post = (headers: string): string => `POST / HTTP/1.1\r\n${host()}${headers}\r\n`;

test.each(WRONG)('%s: %i, and the connection ends', async (_name, status, bytes) => {
  const answer = await sendRaw(site().server.url, bytes());
  expect(answer).toMatchObject({ status, headers: { connection: 'close' } });
  expect(answer.text).not.toMatch(/HPE_|at .*:\d+/);
});

test('nobody gets a tunnel', async () => {
  const { port, host: name } = new URL(site().server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.end(`CONNECT ${name} HTTP/1.1\r\nHost: ${name}\r\n\r\nGET / HTTP/1.1\r\n\r\n`);
  expect(await text(socket)).toBe('');
});

describe('bad input after a valid request on the same connection', () => {
  test('is answered after it, not within it', async () => {
    const good = `GET /healthz HTTP/1.1\r\n${host()}\r\n`;
    const { status, headers, text } = await sendRaw(site().server.url, `${good}GARBAGE\r\n\r\n`);
    expect([200, 400]).toContain(status);
    if (status === 200)
      expect(text.slice(0, Number(headers['content-length'] ?? 15))).not.toContain('HTTP/1.1');
  });
});

test('an upgrade and an unknown Expect are ignored', async () => {
  const expecting = { Expect: 'the-unexpected', Connection: 'close' };
  expect((await askRaw(site().server.url, '/healthz', expecting)).status).toBe(200);
  for (const Upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
    const answer = await askRaw(site().server.url, '/healthz', {
      Upgrade,
      Connection: 'Upgrade, close',
    });
    expect([answer.status, answer.headers['upgrade']]).toEqual([200, undefined]);
  }
});
