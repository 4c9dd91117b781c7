import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { Connections } from './connections.ts';
import { drain, listen } from './lifecycle.ts';

const LIMIT = 10;
const SWEEP_MS = 60_000;

/** Answers at once, except `/slow`, for which it calls `asked`. */
async function serve(asked: (answer: () => void) => void = () => undefined): Promise<Server> {
  const connections = new Connections(LIMIT);
  const server = createServer((req, res) => {
    connections.begin('', res);
    res.on('close', () => connections.end(res));
    if (req.url === '/slow') asked(() => res.end('done'));
    else res.end('done');
  });
  connections.watch(server, SWEEP_MS, 60_000);
  await listen(server, '127.0.0.1', 0);
  return server;
}

async function open(server: Server): Promise<{ socket: Socket; read: () => Promise<string> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (part: string) => (text += part));
  return {
    socket,
    async read() {
      await once(socket, 'close');
      return text;
    },
  };
}
const get = (url: string): string => `GET ${url} HTTP/1.1\r\nHost: here\r\n\r\n`;

test('connections on which nothing was ever asked do not delay shutdown', async () => {
  const server = await serve();
  const { read } = await open(server);
  // node:http would wait for its limit of headers; the test would exceed its own.
  const [, said] = await Promise.all([drain(server, 0), read()]);
  expect(said).toBe('');
});

test('a request under way is answered, and its connection ends with the answer', async () => {
  let answer: (() => void) | undefined;
  const begun = Promise.withResolvers<undefined>();
  const server = await serve((ready) => {
    answer = ready;
    begun.resolve(undefined);
  });
  const { socket, read } = await open(server);
  socket.write(get('/slow'));
  await begun.promise;
  const ended = drain(server, 0);
  answer?.();
  expect(await read()).toMatch(/^HTTP\/1.1 200 [^]*Connection: close[^]*done/);
  await ended;
});

test('in the time of grace, new connections and idle ones are still answered, once', async () => {
  const server = await serve();
  const idle = await open(server);
  idle.socket.write(get('/'));
  await once(idle.socket, 'data');
  const ended = drain(server, 3000);
  const fresh = await open(server);
  for (const { socket } of [idle, fresh]) socket.write(get('/'));
  const [kept, added] = await Promise.all([idle.read(), fresh.read()]);
  expect(kept.split('HTTP/1.1 200')).toHaveLength(3);
  for (const text of [kept, added]) expect(text).toContain('Connection: close');
  await ended;
});
