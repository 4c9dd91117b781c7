import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { paths } from '#lib/paths.ts';
import type { Site } from '../open-site.ts';

const BYTE_EVERY_MS = 300;
const AGAIN_AFTER_MS = 200;
/** Between reconnections: no burst of them, even after this process stalled. */
const APART_MS = 4;
const BODY_BYTES = 200_000;

/** What a slow client sends first; what it adds byte by byte; whether it reads. */
interface Manner {
  says: string;
  adds: string;
  reads: boolean;
}

const lines = (...all: string[]): string => all.map((line) => `${line}\r\n`).join('');

/** Slow to ask, slow to send, slow to read, or idle. */
const manners = (site: Site, large: string): ((address: string) => Manner)[] => {
  const from = (address: string) => ['Host: 127.0.0.1', `X-Forwarded-For: ${address}`];
  const who = `Authorization: ${site.signed.general.bearer}`;
  const length = `Content-Length: ${BODY_BYTES}`;
  const json = 'Content-Type: application/json';
  return [
    (address) => ({ says: lines('GET / HTTP/1.1', ...from(address)), adds: 'X-A: b', reads: true }),
    (address) => ({
      says: lines(`POST ${paths.api.login} HTTP/1.1`, ...from(address), json, length, ''),
      adds: ' ',
      reads: true,
    }),
    (address) => ({
      says: lines(`PUT ${paths.api.directUpload('x.y')} HTTP/1.1`, ...from(address), length, ''),
      adds: 'x',
      reads: true,
    }),
    (address) => ({
      says: lines(`GET ${large} HTTP/1.1`, ...from(address), who, ''),
      adds: '',
      reads: false,
    }),
    (address) => ({
      says: lines(`GET ${large} HTTP/1.1`, ...from(address), who, '').repeat(20),
      adds: '',
      reads: false,
    }),
    () => ({ says: '', adds: '', reads: true }),
  ];
};

/** Admits clients one at a time. */
class Door {
  readonly #waiting: (() => void)[] = [];
  readonly #timer = setInterval(() => this.#waiting.shift()?.(), APART_MS);

  enter(come: () => void): void {
    this.#waiting.push(come);
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** A slow client that comes again whenever it is disconnected, until `stop` is called. */
class SlowClient {
  #socket: Socket | undefined;
  #again: NodeJS.Timeout | undefined;
  #stopped = false;
  returns = -1;
  readonly #port: number;
  readonly #manner: Manner;
  readonly #door: Door;

  constructor(port: number, manner: Manner, door: Door) {
    this.#port = port;
    this.#manner = manner;
    this.#door = door;
    this.#come();
  }

  #come(): void {
    if (this.#stopped) return;
    this.returns++;
    const { says, adds, reads } = this.#manner;
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    if (says !== '') socket.write(says);
    if (reads) socket.resume();
    else socket.pause();
    let sent = 0;
    const drip = setInterval(() => {
      const next = adds[sent++ % adds.length];
      if (next !== undefined && !socket.destroyed) socket.write(next);
    }, BYTE_EVERY_MS);
    socket
      .on('error', () => undefined)
      .once('close', () => {
        clearInterval(drip);
        if (this.#stopped) return;
        const enter = () => this.#door.enter(() => this.#come());
        this.#again = setTimeout(enter, AGAIN_AFTER_MS);
      });
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#again);
    this.#socket?.resetAndDestroy();
  }
}

interface Crowd {
  /** Reconnections. */
  returns: () => number;
  stop: () => void;
}

/**
 * Slow clients of every kind.
 * @param large a path whose response exceeds the socket's buffers
 * @param addresses how many addresses they use
 */
export function gather(
  site: Site,
  { count, large, addresses }: { count: number; large: string; addresses: number },
): Crowd {
  const port = Number(new URL(site.server.url).port);
  const ways = manners(site, large);
  const door = new Door();
  const clients = Array.from({ length: count }, (_, n) => {
    const from = n % addresses;
    const manner = ways[n % ways.length]?.(`198.51.${from >> 8}.${from % 256}`);
    return manner && new SlowClient(port, manner, door);
  });
  return {
    returns: () => clients.reduce((sum, client) => sum + (client?.returns ?? 0), 0),
    stop: () => {
      door.close();
      clients.forEach((client) => client?.stop());
    },
  };
}
