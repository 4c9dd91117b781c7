import { EventEmitter } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connections, connectionLimit } from './connections.ts';

describe('the connection limit', () => {
  test.each([
    [1024, 412],
    [4096, 1948],
    [1_048_576, 2000],
    [Infinity, 2000],
    [100, 32],
  ])('with %i open files: %i', (openFiles, expected) => {
    expect(connectionLimit(openFiles)).toBe(expected);
  });
});

class FakeSocket extends EventEmitter {
  destroyed = false;
  bytesWritten = 0;
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

const FRESH_MS = 1000;
const SWEEP_MS = 1000;
const IDLE_MS = 60_000;
const LIMIT = 4;
let server: EventEmitter;
let connections: Connections;
beforeEach(() => {
  vi.useFakeTimers();
  server = new EventEmitter();
  connections = new Connections(LIMIT);
  connections.watch(server as unknown as Server, SWEEP_MS, IDLE_MS);
});
afterEach(() => void vi.useRealTimers());

function open(): FakeSocket {
  const socket = new FakeSocket();
  server.emit('connection', socket);
  return socket;
}

let addresses = 0;
function ask(socket: FakeSocket, { complete = true, headersSent = false, address = '' } = {}) {
  const res = { req: { socket, complete }, headersSent } as unknown as ServerResponse;
  const from = address || `10.0.0.${++addresses}`;
  const taken = connections.begin(from, res);
  return { res, taken, end: () => connections.end(res) };
}

describe('at the limit', () => {
  test('the connection idle longest is closed', () => {
    const [first, second, third, fourth] = [open(), open(), open(), open()];
    ask(first);
    vi.advanceTimersByTime(FRESH_MS);
    ask(third).end();
    const fifth = open();
    const gone = [first, second, third, fourth, fifth].map(({ destroyed }) => destroyed);
    expect(gone).toEqual([false, true, false, false, false]);
  });

  test('or else the one sending or reading longest, never one that waits for us', () => {
    const sockets = Array.from({ length: LIMIT }, open);
    const states = [{}, { headersSent: true }, { complete: false }, {}];
    sockets.forEach((socket, n) => ask(socket, states[n]));
    open();
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  test('not one that is new: its request may be unread', () => {
    const sockets = Array.from({ length: LIMIT }, open);
    sockets.slice(1).forEach((socket) => ask(socket, { complete: false }));
    open();
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  });

  test('unless the new ones are many: then the oldest of them', () => {
    const sockets = Array.from({ length: LIMIT }, open);
    sockets.slice(2).forEach((socket) => ask(socket, { complete: false }));
    open();
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  });

  test('or else the new one', () => {
    const sockets = Array.from({ length: LIMIT }, open);
    for (const socket of sockets) ask(socket);
    expect(open().destroyed).toBe(true);
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
  });

  test('and there is space again once some have closed', () => {
    const sockets = Array.from({ length: LIMIT }, open);
    const asked = sockets.map((socket) => ask(socket));
    sockets[0]?.destroy();
    asked[0]?.end();
    expect(open().destroyed).toBe(false);
  });
});

test('one address has a quarter at a time', () => {
  const address = '10.1.0.1';
  const first = ask(open(), { address });
  expect(first.taken).toBe(true);
  const other = open();
  expect(ask(other, { address }).taken).toBe(false);
  expect(ask(open(), { address: '10.1.0.2' }).taken).toBe(true);
  first.end();
  expect(ask(other, { address }).taken).toBe(true);
});

describe('a response in progress', () => {
  const sweep = () => vi.advanceTimersByTime(SWEEP_MS);

  test('is aborted if its reader takes nothing between two sweeps', () => {
    const [stalled, slow, waiting] = [open(), open(), open()];
    ask(stalled, { headersSent: true });
    ask(slow, { headersSent: true });
    ask(waiting);
    for (let n = 0; n < 3; n++) {
      slow.bytesWritten += 1;
      sweep();
    }
    expect([stalled, slow, waiting].map(({ destroyed }) => destroyed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('gets its full time on a reused connection', () => {
    const socket = open();
    const first = ask(socket, { headersSent: true });
    sweep();
    first.end();
    sweep();
    ask(socket, { headersSent: true });
    sweep();
    expect(socket.destroyed).toBe(false);
  });
});

describe('an idle connection', () => {
  test('is closed after its time, and at most a tenth later', () => {
    const [idle, busy, fresh] = [open(), open(), open()];
    ask(idle).end();
    ask(busy);
    vi.advanceTimersByTime(IDLE_MS);
    expect(idle.destroyed).toBe(false);
    vi.advanceTimersByTime(IDLE_MS / 10);
    expect([idle.destroyed, busy.destroyed, fresh.destroyed]).toEqual([true, false, false]);
  });

  test('that is used again is kept', () => {
    const socket = open();
    for (let uses = 0; uses < 3; uses++) {
      ask(socket).end();
      vi.advanceTimersByTime(IDLE_MS);
      expect(socket.destroyed).toBe(false);
    }
  });
});
