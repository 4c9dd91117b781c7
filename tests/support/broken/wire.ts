import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from './exchange.ts';

/** For a busy machine; a server that has not responded by then never will. */
const PATIENCE_MS = 30_000;
const HALF_OPEN_MS = 100;
const STALL_MS = 150;

const noError = (): void => undefined;

interface Heard {
  /** Of the first response; 0 without one. */
  status: number;
  /** The server closed or responded in time. */
  isSettled: boolean;
}

/** On a new connection. */
export async function perform(port: number, exchange: Exchange): Promise<Heard> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', noError);
  let start = '';
  let closed = false;
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      if (start.length < 100) start += chunk.toString('latin1', 0, 100);
      if (finalStatus(start) > 0) resolve();
    });
    for (const event of ['end', 'close']) {
      socket.once(event, () => {
        closed = true;
        resolve();
      });
    }
  });
  await send(socket, exchange);
  await leave(socket, exchange, answered);
  const status = finalStatus(start);
  return { status, isSettled: status > 0 || closed };
}

/** Skips `100 Continue`. */
const finalStatus = (start: string): number =>
  Number(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)*HTTP\/1\.1 ([2-9]\d\d)/.exec(start)?.[1] ?? 0);

async function send(socket: Socket, { bytes, pieces }: Exchange): Promise<void> {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    if (at > 0) await sleep(1);
    socket.write(bytes.subarray(at, at + size));
  }
}

async function leave(
  socket: Socket,
  { way, after }: Exchange,
  answered: Promise<void>,
): Promise<void> {
  const waiting = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: waiting.signal }).catch(noError);
  if (way === 'read') await Promise.race([answered, wait(PATIENCE_MS)]);
  else await wait(after);
  waiting.abort();
  if (way === 'stall') await sleep(STALL_MS);
  if (way === 'half-open' || way === 'fin') socket.end();
  if (way === 'half-open') await Promise.race([answered, sleep(HALF_OPEN_MS)]);
  if (way === 'fin') socket.destroy();
  else socket.resetAndDestroy();
  if (!socket.closed) await once(socket, 'close');
}
