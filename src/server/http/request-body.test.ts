import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchBody } from './request-body.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KIB = 1024;
const MINUTE = 60_000;

function receive({ length = 25 * KIB * KIB } = {}) {
  const socket = Object.assign(new EventEmitter(), { bytesRead: 500 });
  const parts = { socket, complete: false, headers: { 'content-length': String(length) } };
  const req = Object.assign(new EventEmitter(), parts);
  const giveUp = vi.fn();
  watchBody(req as unknown as IncomingMessage, giveUp);
  const during = (ms: number, bytesPerSecond: number): void => {
    for (let at = 0; at < ms; at += 1000) {
      socket.bytesRead += bytesPerSecond;
      vi.advanceTimersByTime(1000);
    }
  };
  return { req, socket, giveUp, during };
}

test('25 MB at 20 KB/s may take all of 21 minutes', () => {
  const { during, giveUp } = receive();
  during(21 * MINUTE, 20 * KIB);
  expect(giveUp).not.toHaveBeenCalled();
});

test('a pause of half a minute is not a stall', () => {
  const { during, giveUp } = receive();
  for (let n = 0; n < 5; n++) {
    during(MINUTE / 2, 20 * KIB);
    during(MINUTE / 2, 0);
  }
  expect(giveUp).not.toHaveBeenCalled();
});

test('a body that stops is given up within two minutes', () => {
  const { during, giveUp } = receive();
  during(MINUTE / 2, 60 * KIB);
  during(2 * MINUTE, 0);
  expect(giveUp).toHaveBeenCalled();
});

test('a body that trickles is given up', () => {
  const { during, giveUp } = receive();
  during(MINUTE, 100);
  expect(giveUp).toHaveBeenCalledTimes(1);
});

test('complete, closed and empty bodies are not watched', () => {
  const complete = receive();
  complete.req.complete = true;
  const closed = receive();
  closed.req.emit('close');
  const gone = receive();
  gone.socket.emit('close');
  const empty = receive({ length: 0 });
  for (const { during, giveUp } of [complete, closed, gone, empty]) {
    during(3 * MINUTE, 0);
    expect(giveUp).not.toHaveBeenCalled();
  }
  expect(vi.getTimerCount()).toBe(1);
});
