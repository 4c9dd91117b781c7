import { readFileSync } from 'node:fs';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** More than all staff and families of a large facility at once; each takes some 20 KB. */
const MOST_CONNECTIONS = 2000;
const LEAST_CONNECTIONS = 32;
/** For the database, decoders, mails, a backup. */
const FILES_FOR_OTHERS = 200;
/** Its socket, and the file that is read or written for it. */
const FILES_EACH = 2;
/** Of all connections, for requests of one address: a facility, a proxy of a phone company. */
const SHARE = 1 / 4;

/** So many connections that their files never run out. */
export const connectionLimit = (openFiles: number): number =>
  Math.min(
    MOST_CONNECTIONS,
    Math.max(LEAST_CONNECTIONS, Math.floor((openFiles - FILES_FOR_OTHERS) / FILES_EACH)),
  );

/** What the operating system lets this process open; Node has raised it as far as it may. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity; // not Linux
  }
}

/** One connection, and what it has under way. */
interface Held {
  socket: Socket;
  res: ServerResponse | null;
  address: string;
  /** Counts up with whatever begins or ends; the smallest has been as it is for longest. */
  since: number;
  /** Bytes sent at the last sweep, while an answer was on its way. */
  sent: number;
}

/** Not for us: its body is not here yet, or its answer is being read. */
const waitsForClient = (res: ServerResponse): boolean => !res.req.complete || res.headersSent;

const NOTHING_SENT = -1;

/**
 * Knows the connections and what each address has under way. Where there is no room, a new one
 * pushes out the one that has been idle longest, or else the one that has been sending or reading
 * longest; whoever waits for an answer keeps theirs (P13).
 *
 * A request costs it two assignments; it counts and searches only where room is short.
 */
export class Connections {
  readonly #held = new Set<Held>();
  readonly #ofSocket = new WeakMap<Socket, Held>();
  readonly #limit: number;
  readonly #share: number;
  #busy = 0;
  #clock = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#share = Math.ceil(limit * SHARE);
  }

  /** @param sweepMs in which a reader takes at least one piece of a long answer. */
  watch(server: Server, sweepMs: number): void {
    server.on('connection', (socket: Socket) => this.#open(socket));
    const timer = setInterval(() => this.#sweep(), sweepMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** @returns false when this address has too much under way: it is not counted then. */
  begin(address: string, res: ServerResponse): boolean {
    const held = this.#ofSocket.get(res.req.socket);
    if (!held || (this.#busy >= this.#share && this.#underWay(address) >= this.#share)) {
      return false;
    }
    held.res = res;
    held.address = address;
    held.since = ++this.#clock;
    this.#busy++;
    return true;
  }

  /** Only for what has begun. */
  end({ req: { socket } }: ServerResponse): void {
    this.#busy--;
    const held = this.#ofSocket.get(socket);
    if (!held) return;
    held.res = null;
    held.since = ++this.#clock;
    held.sent = NOTHING_SENT;
  }

  #open(socket: Socket): void {
    const held = { socket, res: null, address: '', since: ++this.#clock, sent: NOTHING_SENT };
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
    let idle: Held | undefined;
    let waiting: Held | undefined;
    for (const held of this.#held) {
      if (held === newest) continue;
      if (!held.res) idle = longer(idle, held);
      else if (waitsForClient(held.res)) waiting = longer(waiting, held);
    }
    return idle ?? waiting ?? newest;
  }

  /** Gives up readers who have taken nothing since the last time: Node would wait for ever. */
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
