import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import path from 'node:path';
import { lowerPriority } from '#server/priority.ts';
import { ROOT } from '#server/root.ts';
import { cpuTimeOf, residentMbOf } from './process-usage.ts';
import type { ImageAnswer, ImageTask } from './task.ts';

/**
 * Limits per image (P25). On a busy machine a decoder waits for CPU, so only CPU time counts;
 * `wallMs` applies where the system does not report it.
 */
export const DECODING_LIMITS = {
  cpuMs: 10_000,
  mb: 330,
  wallMs: 15_000,
  patienceMs: 60_000,
  lookMs: 200,
};
export type DecodingLimits = typeof DECODING_LIMITS;

/** Measured: returns memory freed by sharp to the system. */
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
};

/** The environment of a decoder: were one compromised, it would find no secret. */
const HANDED_ON = ['PATH', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'MALLOC_CONF', 'TMPDIR'];
const handedOn = (): NodeJS.ProcessEnv =>
  Object.fromEntries(HANDED_ON.map((name) => [name, process.env[name]]));

const HUNG: ImageAnswer = { id: 0, refusal: 'costly', detail: 'decoder used too much CPU' };
const SWOLLEN: ImageAnswer = { id: 0, refusal: 'costly', detail: 'decoder used too much memory' };
/** Only the kernel's OOM killer ends a decoder like this. */
const OUT_OF_MEMORY: ImageAnswer = { id: 0, refusal: 'costly', detail: 'decoder was killed' };
const DIED: ImageAnswer = { id: 0, refusal: 'broken', detail: 'decoder died' };
export const STARVED: ImageAnswer = { id: 0, failure: 'decoder starved', code: 'EBUSY' };

export const failureOf = (error: unknown): ImageAnswer => ({
  id: 0,
  failure: String(error),
  code: (error as { code?: string }).code,
});

/** A child process that runs one task at a time until a task ends it. */
export class Decoder {
  readonly #child: ChildProcess;
  readonly #limits: DecodingLimits;
  readonly #ready = Promise.withResolvers<ImageAnswer | null>();
  #settle: ((answer: ImageAnswer) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 0;
  isGone = false;

  constructor(niceness: number, limits: DecodingLimits) {
    this.#limits = limits;
    this.#child = fork(path.join(ROOT, 'src/server/image/decoder-process.ts'), {
      env: { ...handedOn(), ...MALLOC },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    if (this.#child.pid) lowerPriority(this.#child.pid, niceness);
    this.#timer = setTimeout(() => this.#lose(STARVED), limits.patienceMs);
    this.#child.on('message', (message: ImageAnswer | 'ready') => {
      if (message === 'ready') this.#begin();
      else if (message.id === this.#nextId) this.#answer(message);
    });
    this.#child.on('error', (error) => this.#lose(failureOf(error)));
    this.#child.on('exit', (_code, signal) =>
      this.#lose(signal === 'SIGKILL' ? OUT_OF_MEMORY : DIED),
    );
  }

  /** @returns null once it accepts tasks, or why it failed to start */
  get ready(): Promise<ImageAnswer | null> {
    return this.#ready.promise;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** One at a time. @returns the outcome, including refusals */
  async run(task: Omit<ImageTask, 'id'>): Promise<ImageAnswer> {
    const failure = await this.#ready.promise;
    if (failure) return failure;
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#watch(performance.now(), cpuTimeOf(this.#child.pid) ?? 0);
      this.#child.send(
        { ...task, id: ++this.#nextId },
        (error) => error && this.#lose(failureOf(error)),
      );
    });
  }

  close(): void {
    this.isGone = true;
    this.#ready.resolve(null);
    clearTimeout(this.#timer);
    this.#child.kill('SIGKILL');
  }

  /** Ends a task that exceeds the limits, because of the image or a busy machine. */
  #watch(startedAt: number, cpuBefore: number): void {
    this.#timer = setTimeout(() => {
      const ms = performance.now() - startedAt;
      const cpu = cpuTimeOf(this.#child.pid);
      const isHung =
        cpu === null ? ms >= this.#limits.wallMs : cpu - cpuBefore >= this.#limits.cpuMs;
      if (isHung) this.#lose(HUNG);
      else if (residentMbOf(this.#child.pid) > this.#limits.mb) this.#lose(SWOLLEN);
      else if (ms >= this.#limits.patienceMs) this.#lose(STARVED);
      else this.#watch(startedAt, cpuBefore);
    }, this.#limits.lookMs);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#ready.resolve(null);
  }

  #answer(answer: ImageAnswer): void {
    clearTimeout(this.#timer);
    this.#settle?.(answer);
    this.#settle = undefined;
  }

  #lose(answer: ImageAnswer): void {
    if (this.isGone) return;
    this.#ready.resolve(answer);
    this.close();
    this.#answer(answer);
  }
}
