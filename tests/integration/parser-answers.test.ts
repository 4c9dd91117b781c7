import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { inTurn } from '#server/http/in-turn.ts';
import { answerParser } from '#server/http/parser-answers.ts';
import { SafeResponse } from '#server/http/safe-response.ts';
import { sendRaw } from '../support/raw-request.ts';

let server: Server;
let url = '';

beforeEach(async () => {
  const options = { ServerResponse: SafeResponse, connectionsCheckingInterval: 20 };
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    if (req.url === '/slow') res.write('half');
    else if (req.url === '/large') res.end(Buffer.alloc(50_000_000));
    else req.resume().on('end', () => res.end('whole'));
  };
  server = createServer(options, (req, res) => inTurn(req, res, answer));
  answerParser(server, readEnv({ PUBLIC_URL: 'https://tayori.example.jp' }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('an incomplete request', () => {
  beforeEach(() => {
    server.headersTimeout = 100;
    server.requestTimeout = 200;
  });
  test.each([
    ['in its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX: '],
    ['in its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc'],
  ])('%s: 408 with every header', async (_where, bytes) => {
    const { status, headers, text } = await sendRaw(url, bytes);
    expect(status).toBe(408);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      connection: 'close',
      'content-length': String(Buffer.byteLength(text)),
    });
    expect(text).toContain('もう一度お試しください。');
  });
});

test('nothing is written into a response in progress', async () => {
  const bytes = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n';
  const { text } = await sendRaw(url, bytes);
  expect(text).not.toContain('HTTP/1.1');
});

describe('no connection stays open for a client that', () => {
  const open = (bytes: string) => {
    const { port } = new URL(url);
    const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.write(bytes);
    return socket;
  };
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));

  test('never closes', async () => {
    const socket = open('GARBAGE\r\n\r\n').resume();
    await once(socket, 'end');
    await expect.poll(connections).toBe(0);
    socket.destroy();
  });

  test('never reads', async () => {
    const socket = open('GET /large HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE\r\n\r\n').pause();
    await once(socket, 'connect');
    await once(server, 'request');
    await expect.poll(connections).toBe(0);
    socket.destroy();
  });

  test('asks for a tunnel', async () => {
    const socket = open('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n').resume();
    await once(socket, 'end');
    await expect.poll(connections).toBe(0);
    socket.destroy();
  });
});
