import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DRAINING } from './lifecycle.ts';

/** More than everyone at a large facility at once; each takes some 20 KB. */
const MOST_CONNECTIONS = 2000;
const LEAST_CONNECTIONS = 32;
const FILES_FOR_OTHERS = 200;
const FILES_EACH = 2;
/** For one address: a facility, or a mobile carrier's proxy. */
const SHARE = 1 / 4;
/** A busy server accepts many connections before it reads what the first of them asks. */
const FRESH_MS = 1000;
const UNUSED_MS = 200;

/** The number of connections for which file descriptors never run out. */
export const connectionLimit = (openFiles: number): number =>
  Math.min(
    MOST_CONNECTIONS,
    Math.max(LEAST_CONNECTIONS, Math.floor((openFiles - FILES_FOR_OTHERS) / FILES_EACH)),
  );

/** The process's limit of open files; Node has already raised it to the hard limit. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity; // not Linux
  }
}

interface Held {
  socket: Socket;
  res: ServerResponse | null;
  address: string;
  /** A counter rather than a time: the smallest has been in its state longest. */
  since: number;
  /** Until when its first request may still be unread, `performance.now()`. */
  freshUntil: number;
  /** Bytes sent at the last sweep. */
  sent: number;
  /** The round in which its last response ended. */
  idleFrom: number;
}

/** True while the body is incomplete or the response is being read. */
const waitsForClient = (res: ServerResponse): boolean => !res.req.complete || res.headersSent;

const NOTHING_SENT = -1;

/** For new connections, which Node watches. */
const NEVER = Infinity;
/** An idle connection is kept at least its time, and at most a tenth longer. */
const ROUNDS = 10;

/**
 * Limits connections and requests per address. When full, a new connection replaces the one idle
 * longest, or else the slowest client's; those waiting for us are kept (P13), and so are new ones,
 * unless they are many.
 */
export class Connections {
  readonly #held = new Set<Held>();
  readonly #ofSocket = new WeakMap<Socket, Held>();
  readonly #limit: number;
  readonly #share: number;
  #busy = 0;
  #clock = 0;
  #isDraining = false;
  /** Counts tenths of the time for which an idle connection is kept. */
  #round = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#share = Math.ceil(limit * SHARE);
  }

  /**
   * @param sweepMs in which a client must read at least one chunk of a long response
   * @param idleMs for which an idle connection is kept; Node would set and clear a timer each time
   */
  watch(server: Server, sweepMs: number, idleMs: number): void {
    server.on('connection', (socket: Socket) => this.#open(socket));
    const timers = [
      setInterval(() => this.#sweep(), sweepMs).unref(),
      setInterval(() => this.#dropIdle(), idleMs / ROUNDS).unref(),
    ];
    server.once('close', () => timers.forEach(clearInterval));
    server.once(DRAINING, () => this.#drain(server));
  }

  /** @returns false, uncounted, if this address has too many requests in progress */
  begin(address: string, res: ServerResponse): boolean {
    const held = this.#ofSocket.get(res.req.socket);
    if (!held || (this.#busy >= this.#share && this.#underWay(address) >= this.#share)) {
      return false;
    }
    held.res = res;
    held.address = address;
    held.since = ++this.#clock;
    held.freshUntil = 0;
    if (this.#isDraining) res.shouldKeepAlive = false;
    this.#busy++;
    return true;
  }

  end({ req: { socket } }: ServerResponse): void {
    this.#busy--;
    const held = this.#ofSocket.get(socket);
    if (!held) return;
    held.res = null;
    held.since = ++this.#clock;
    held.sent = NOTHING_SENT;
    held.idleFrom = this.#round;
  }

  /** From now on connections end with their answers. */
  #drain(server: Server): void {
    this.#isDraining = true;
    for (const { res } of this.#held) if (res) res.shouldKeepAlive = false;
    const timer = setInterval(() => this.#closeUnused(), UNUSED_MS);
    server.once('close', () => clearInterval(timer));
  }

  /** Opened in advance by a browser or proxy; node:http takes these for busy ones. */
  #closeUnused(): void {
    const now = performance.now();
    for (const { socket, freshUntil } of this.#held) {
      if (socket.bytesRead === 0 && freshUntil < now) socket.destroy();
    }
  }

  #open(socket: Socket): void {
    const held: Held = {
      socket,
      res: null,
      address: '',
      since: ++this.#clock,
      freshUntil: performance.now() + FRESH_MS,
      sent: NOTHING_SENT,
      idleFrom: NEVER,
    };
    this.#held.add(held);
    this.#ofSocket.set(socket, held);
    socket.once('close', () => this.#held.delete(held));
    if (this.#held.size <= this.#limit) return;
    const dropped = this.#mostPatient(held);
    this.#held.delete(dropped);
    dropped.socket.destroy();
  }

  #underWay(address: string): number {
    let count = 0;
    for (const held of this.#held) if (held.res && held.address === address) count++;
    return count;
  }

  #mostPatient(newest: Held): Held {
    const now = performance.now();
    let idle: Held | undefined;
    let fresh: Held | undefined;
    let waiting: Held | undefined;
    let count = 0;
    for (const held of this.#held) {
      if (held === newest) continue;
      if (held.res) {
        if (waitsForClient(held.res)) waiting = longer(waiting, held);
      } else if (held.freshUntil > now) {
        fresh = longer(fresh, held);
        count++;
      } else idle = longer(idle, held);
    }
    if (idle) return idle;
    return (count > this.#share ? fresh : waiting) ?? fresh ?? newest;
  }

  #dropIdle(): void {
    this.#round++;
    for (const { socket, res, idleFrom } of this.#held) {
      if (!res && this.#round - idleFrom > ROUNDS) socket.destroy();
    }
  }

  /** Closes connections that read nothing since the last sweep; Node would wait forever. */
  #sweep(): void {
    for (const held of this.#held) {
      if (!held.res?.headersSent) continue;
      if (held.sent === held.socket.bytesWritten) held.socket.destroy();
      else held.sent = held.socket.bytesWritten;
    }
  }
}

const longer = (known: Held | undefined, other: Held): Held =>
  known && known.since < other.since ? known : other;
