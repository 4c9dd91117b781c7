import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { busy } from '../../lib/errors.ts';
import { ROOT } from '../root.ts';
import type { ImageAnswer, ImageRecipe, ImageTask, Preview, Refusal } from './task.ts';

const TIMEOUT_MS = 15_000;
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

/** One child that takes one task after the other, killed when it hangs, ended when idle. */
class ImageChild {
  #child: ChildProcess | undefined;
  #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 0;
  readonly #niceness: number;

  constructor(niceness: number) {
    this.#niceness = niceness;
  }

  run(task: Omit<ImageTask, 'id'>): Promise<unknown> {
    if (this.#queue.length >= MAX_WAITING) return Promise.reject(busy(5));
    return new Promise((resolve, reject) => {
      this.#queue.push({ task: { ...task, id: ++this.#nextId }, resolve, reject });
      this.#next();
    });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
  }

  #next(): void {
    if (this.#current) return;
    clearTimeout(this.#timer);
    this.#current = this.#queue.shift();
    if (!this.#current) {
      this.#timer = setTimeout(() => this.#child?.kill(), IDLE_MS).unref();
      return;
    }
    this.#child ??= this.#start();
    this.#timer = setTimeout(() => this.#child?.kill('SIGKILL'), TIMEOUT_MS);
    this.#child.send(this.#current.task);
  }

  #start(): ChildProcess {
    const child = fork(path.join(ROOT, 'src/server/image/worker.ts'), {
      env: { ...process.env, ...MALLOC },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (child.pid) os.setPriority(child.pid, this.#niceness);
    child.on('message', (answer: ImageAnswer) => {
      if (answer.id === this.#current?.task.id) this.#settle(answer);
    });
    child.on('exit', () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      // Killed or crashed by this very picture: the picture is at fault.
      if (this.#current) this.#settle({ id: 0, refusal: 'broken', detail: 'decoder died' });
    });
    return child;
  }

  #settle(answer: ImageAnswer): void {
    const done = this.#current;
    this.#current = undefined;
    if ('result' in answer) done?.resolve(answer.result);
    else done?.reject(new RefusalError(answer.refusal, answer.detail));
    this.#next();
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
export function makeImagePool(recipe: ImageRecipe): ImagePool {
  const prompt = new ImageChild(5);
  const patient = new ImageChild(19);
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
