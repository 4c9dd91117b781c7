import { busy } from '#lib/errors.ts';
import type { DecodingLimits } from './decoder.ts';
import { Decoder, STARVED, failureOf } from './decoder.ts';
import { WaitingLines } from '#server/waiting-lines.ts';
import type { MemoryRoom } from './memory-room.ts';
import type { ImageAnswer, ImageTask, Refusal } from './task.ts';

const IDLE_MS = 10_000;
/** Beyond it uploads are asked to retry; a browser sends three at a time. */
const WAITING = { all: 64, each: 16 };
/** Priority of a decoder for an expensive image, below ordinary ones. */
const COSTLY_NICENESS = 15;

/** The image was refused; `why` gives the reason. */
export class RefusalError extends Error {
  readonly why: Refusal;
  constructor(why: Refusal, detail: string) {
    super(detail);
    this.name = 'RefusalError';
    this.why = why;
  }
}

/** A decoding task with its estimates. */
interface Order {
  task: Omit<ImageTask, 'id'>;
  hostId: string;
  /** Its share of the decoders' memory limit. */
  mb: number;
  /** Needs much memory or time: it gets a separate decoder that exits afterwards. */
  isCostly: boolean;
}

interface Waiting extends Order {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface LaneParts {
  niceness: number;
  limits: DecodingLimits;
  /** At once; a task begins only below it. */
  decoders: () => number;
  /** For the ordinary images of one facility; it has one for its costly ones. */
  each: number;
  room: MemoryRoom;
  /** Called when memory is released: another lane may be waiting for it. */
  onRoom: () => void;
}

/** Decoders of one priority, shared by facilities in turn; idle ones exit. */
export class Lane {
  readonly #parts: LaneParts;
  readonly #queue = new WaitingLines<Waiting>(WAITING);
  readonly #idle = new Map<Decoder, NodeJS.Timeout>();
  readonly #running = new Map<Waiting, Decoder>();
  #starting: Decoder | undefined;
  #isClosed = false;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  /** @throws RefusalError; AppError 503 when full */
  run(order: Order): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(busy(5));
    return new Promise((resolve, reject) => {
      const turnedAway = this.#queue.push(order.hostId, { ...order, resolve, reject });
      if (turnedAway) this.#drop(turnedAway);
      this.next();
    });
  }

  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#queue.clear()) this.#drop(waiting);
    for (const waiting of this.#running.keys()) waiting.reject(busy(5));
    for (const decoder of this.#idle.keys()) this.#end(decoder);
    for (const decoder of [...this.#running.values(), this.#starting]) decoder?.close();
    this.#running.clear();
    this.#starting = undefined;
  }

  get isIdle(): boolean {
    return this.#running.size === 0 && this.#queue.size === 0;
  }

  /** Starts tasks on free decoders, and another decoder if the limits allow. */
  next(): void {
    for (const decoder of this.#idle.keys()) {
      if (decoder.isGone) this.#idle.delete(decoder);
    }
    const most = this.#parts.decoders();
    for (const decoder of this.#idle.keys()) {
      if (this.#running.size >= most) return;
      const waiting = this.#take();
      if (!waiting) return;
      void this.#work(decoder, waiting);
    }
    const count = this.#running.size + this.#idle.size;
    if (this.#starting || count >= most || !this.#queue.has(this.#mayRun)) return;
    void this.#start();
  }

  readonly #mayRun = ({ isCostly }: Waiting, hostId: string): boolean => {
    const own = [...this.#running.keys()].filter((running) => running.hostId === hostId);
    return own.length < (isCostly ? 1 : this.#parts.each);
  };

  #take(): Waiting | undefined {
    return this.#queue.take(
      (waiting, hostId) =>
        this.#mayRun(waiting, hostId) && this.#parts.room.take(waiting, waiting.mb),
    );
  }

  async #start(): Promise<void> {
    const failure = await this.#open();
    if (failure) {
      const waiting = this.#queue.take(() => true);
      if (waiting) {
        this.#parts.room.forget(waiting);
        settle(waiting, failure);
      }
    }
    this.next();
  }

  /** @returns why no decoder could be started */
  async #open(): Promise<ImageAnswer | null> {
    try {
      const decoder = this.#make();
      this.#starting = decoder;
      const failure = await decoder.ready;
      if (this.#starting === decoder && !failure) this.#rest(decoder);
      return failure;
    } catch (error) {
      return failureOf(error);
    } finally {
      this.#starting = undefined;
    }
  }

  async #work(decoder: Decoder, waiting: Waiting): Promise<void> {
    clearTimeout(this.#idle.get(decoder));
    this.#idle.delete(decoder);
    this.#running.set(waiting, decoder);
    const answer = await this.#decode(decoder, waiting).catch(failureOf);
    this.#parts.room.giveBack(waiting.mb);
    const used = this.#running.get(waiting);
    if (used) {
      this.#running.delete(waiting);
      settle(waiting, answer);
      if (waiting.isCostly) used.close();
      else if (!used.isGone) this.#rest(used);
    }
    this.#parts.onRoom();
  }

  async #decode(decoder: Decoder, waiting: Waiting): Promise<ImageAnswer> {
    if (!waiting.isCostly) return decoder.run(waiting.task);
    decoder.close();
    const own = this.#make(COSTLY_NICENESS);
    this.#running.set(waiting, own);
    return own.run(waiting.task);
  }

  #make(niceness = 0): Decoder {
    return new Decoder(Math.max(niceness, this.#parts.niceness), this.#parts.limits);
  }

  #rest(decoder: Decoder): void {
    this.#idle.set(decoder, setTimeout(() => this.#end(decoder), IDLE_MS).unref());
  }

  #end(decoder: Decoder): void {
    clearTimeout(this.#idle.get(decoder));
    this.#idle.delete(decoder);
    decoder.close();
  }

  #drop(waiting: Waiting): void {
    this.#parts.room.forget(waiting);
    waiting.reject(busy(5));
  }
}

function settle(waiting: Waiting, answer: ImageAnswer): void {
  if ('result' in answer) waiting.resolve(answer.result);
  else waiting.reject(errorOf(answer));
}

function errorOf(answer: Exclude<ImageAnswer, { result: unknown }>): Error {
  if ('refusal' in answer) return new RefusalError(answer.refusal, answer.detail);
  if (answer === STARVED) return busy(30);
  return Object.assign(new Error(answer.failure), { code: answer.code });
}
