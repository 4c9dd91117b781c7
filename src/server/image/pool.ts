import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { busy } from '../../lib/errors.ts';
import { ROOT } from '../root.ts';
import { cpuTimeOf } from './cpu-time.ts';
import type { ImageAnswer, ImageRecipe, ImageTask, Preview, Refusal } from './task.ts';

/**
 * How long a picture may take (safety, "Settings"). On a busy machine a decoder waits for its
 * turn: only the CPU that it used says that the picture is at fault.
 */
export const DECODING_LIMITS = { wallMs: 15_000, cpuMs: 10_000, patienceMs: 60_000 };
const LOOK_AGAIN_MS = 1000;
const IDLE_MS = 10_000;
const MAX_WAITING = 64;
/** Measured: keeps what sharp frees from staying with the process. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** The picture was refused; `why` says what is wrong with it. */
export class RefusalError extends Error {
  readonly why: Refusal;
  constructor(why: Refusal, detail: string) {
    super(detail);
    this.why = why;
  }
}

interface Waiting {
  task: ImageTask;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** What a decoder needs to run; were one taken over by a picture, it would find no secret. */
const HANDED_ON = ['PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'MALLOC_CONF', 'TMPDIR'];
const handedOn = (): NodeJS.ProcessEnv =>
  Object.fromEntries(HANDED_ON.map((name) => [name, process.env[name]]));

/** One child that takes one task after the other, killed when it hangs, ended when idle. */
class ImageChild {
  #child: ChildProcess | undefined;
  #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 0;
  readonly #niceness: number;
  readonly #limits: typeof DECODING_LIMITS;

  constructor(niceness: number, limits: typeof DECODING_LIMITS) {
    this.#niceness = niceness;
    this.#limits = limits;
  }

  run(task: Omit<ImageTask, 'id'>): Promise<unknown> {
    if (this.#queue.length >= MAX_WAITING) return Promise.reject(busy(5));
    return new Promise((resolve, reject) => {
      this.#queue.push({ task: { ...task, id: ++this.#nextId }, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    this.#queue.splice(0).forEach(({ reject }) => reject(busy(5)));
    this.#current?.reject(busy(5));
    this.#current = undefined;
    clearTimeout(this.#timer);
    this.#release(this.#child);
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#queue.shift();
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#release(this.#child), IDLE_MS).unref();
      return;
    }
    try {
      const child = (this.#child ??= this.#start());
      this.#watch(child, performance.now(), cpuTimeOf(child.pid) ?? 0, this.#limits.wallMs);
      child.send(this.#current.task, (error) => error && this.#lose(child, failureOf(error)));
    } catch (error) {
      this.#lose(this.#child, failureOf(error));
    }
  }

  /** Ends a task that takes too long: the picture's fault, or that of a machine with much to do. */
  #watch(child: ChildProcess, startedAt: number, cpuBefore: number, inMs: number): void {
    this.#timer = setTimeout(() => {
      const used = cpuTimeOf(child.pid);
      if (used === null || used - cpuBefore >= this.#limits.cpuMs) this.#lose(child, HUNG);
      else if (performance.now() - startedAt >= this.#limits.patienceMs) this.#lose(child, STARVED);
      else this.#watch(child, startedAt, cpuBefore, Math.min(LOOK_AGAIN_MS, inMs));
    }, inMs);
  }

  #start(): ChildProcess {
    const child = fork(path.join(ROOT, 'src/server/image/worker.ts'), {
      env: { ...handedOn(), ...MALLOC },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (child.pid) lowerPriority(child.pid, this.#niceness);
    child.on('message', (answer: ImageAnswer) => {
      if (answer.id === this.#current?.task.id) this.#settle(answer);
    });
    child.on('error', (error) => this.#lose(child, failureOf(error)));
    // Crashed by this very picture: the picture is at fault.
    child.on('exit', () => this.#lose(child, DIED));
    return child;
  }

  /** Ends a child; it gets no further task, and its end is nobody's fault. */
  #release(child: ChildProcess | undefined): void {
    if (this.#child === child) this.#child = undefined;
    child?.kill('SIGKILL');
  }

  #lose(child: ChildProcess | undefined, answer: ImageAnswer): void {
    if (this.#child !== child) return;
    this.#release(child);
    if (this.#current) this.#settle(answer);
  }

  #settle(answer: ImageAnswer): void {
    const done = this.#current;
    this.#current = undefined;
    if ('result' in answer) done?.resolve(answer.result);
    else done?.reject(errorOf(answer));
    this.#next();
  }
}

const HUNG: ImageAnswer = { id: 0, refusal: 'broken', detail: 'decoder hung' };
const STARVED: ImageAnswer = { id: 0, failure: 'decoder starved', code: 'EBUSY' };
const DIED: ImageAnswer = { id: 0, refusal: 'broken', detail: 'decoder died' };

const failureOf = (error: unknown): ImageAnswer => ({
  id: 0,
  failure: String(error),
  code: (error as { code?: string }).code,
});

function errorOf(answer: Exclude<ImageAnswer, { result: unknown }>): Error {
  if ('refusal' in answer) return new RefusalError(answer.refusal, answer.detail);
  if (answer === STARVED) return busy(30);
  return Object.assign(new Error(answer.failure), { code: answer.code });
}

/** A server that is itself less important than that may not raise it; then it stays so. */
function lowerPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // the pictures are made all the same
  }
}

/** Decoding outside the server's process (safety, "Settings"; speed, "Pictures"). */
export interface ImagePool {
  /** Verifies a picture and makes its preview. @throws RefusalError */
  preview(file: string, folder: string): Promise<Preview>;
  /** Makes all other variants and the master. @throws RefusalError */
  variants(file: string, folder: string): Promise<void>;
  close(): void;
}

/** One child answers people who wait, a patient one works in the background. */
export function makeImagePool(recipe: ImageRecipe, limits = DECODING_LIMITS): ImagePool {
  const prompt = new ImageChild(5, limits);
  const patient = new ImageChild(19, limits);
  return {
    preview: (file, folder) =>
      prompt.run({ kind: 'preview', file, folder, recipe }) as Promise<Preview>,
    async variants(file, folder) {
      await patient.run({ kind: 'variants', file, folder, recipe });
    },
    close() {
      prompt.close();
      patient.close();
    },
  };
}
