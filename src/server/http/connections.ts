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

/** Not for us: its body is not here yet, or its answer is being read. */
const waitsForClient = (res: ServerResponse): boolean => !res.req.complete || res.headersSent;

/**
 * Counts connections and what each address has under way. Where there is no room, a new connection
 * pushes out the one that has been idle longest, or else the one that has been sending or reading
 * longest; whoever waits for an answer keeps theirs (safety, P13).
 */
export class Connections {
  readonly #idle = new Set<Socket>();
  readonly #busy = new Map<Socket, ServerResponse>();
  readonly #byAddress = new Map<string, number>();
  readonly #limit: number;
  readonly #share: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#share = Math.ceil(limit * SHARE);
  }

  /** @param stalledMs after which a reader who takes nothing more is given up. */
  watch(server: Server, stalledMs: number): void {
    server.on('connection', (socket: Socket) => this.#open(socket));
    server.timeout = stalledMs;
    server.on('timeout', (socket: Socket) => this.#expire(socket, stalledMs));
  }

  /** @returns false when this address has too much under way: it is not counted then. */
  begin(address: string, res: ServerResponse): boolean {
    const count = this.#byAddress.get(address) ?? 0;
    if (count >= this.#share) return false;
    const { socket } = res.req;
    this.#byAddress.set(address, count + 1);
    this.#idle.delete(socket);
    this.#busy.set(socket, res);
    return true;
  }

  end(address: string, { req: { socket } }: ServerResponse): void {
    const count = this.#byAddress.get(address) ?? 1;
    if (count > 1) this.#byAddress.set(address, count - 1);
    else this.#byAddress.delete(address);
    this.#busy.delete(socket);
    if (!socket.destroyed) this.#idle.add(socket);
  }

  #open(socket: Socket): void {
    this.#idle.add(socket);
    socket.once('close', () => this.#idle.delete(socket));
    if (this.#idle.size + this.#busy.size <= this.#limit) return;
    const dropped = this.#mostPatient(socket);
    this.#idle.delete(dropped);
    dropped.destroy();
  }

  #mostPatient(newest: Socket): Socket {
    for (const socket of this.#idle) if (socket !== newest) return socket;
    for (const [socket, res] of this.#busy) if (waitsForClient(res)) return socket;
    return newest;
  }

  /** Nothing moved for long. Who waits for us is not to blame; a stalled body has its own watch. */
  #expire(socket: Socket, stalledMs: number): void {
    const res = this.#busy.get(socket);
    if (res && !res.headersSent) socket.setTimeout(stalledMs);
    else socket.destroy();
  }
}
