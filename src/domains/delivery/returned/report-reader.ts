import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '#server/root.ts';
import type { Report } from './read-report.ts';

export interface ReportReader {
  /**
   * One at a time. What cannot be read within the limits is not understood.
   * @throws Error if none can be read now
   */
  read(bytes: Uint8Array): Promise<Report>;
  close(): Promise<void>;
}

/** A hundred times what the dearest takes (P32): a busy machine gets its time. */
const PATIENCE_MS = 5000;
const MEMORY = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 2 };

/** Reads outside the server's thread, so that no mail holds it up; the first message starts it. */
export function openReader(patienceMs = PATIENCE_MS): ReportReader {
  let worker: Promise<Worker> | null = null;
  const close = async (): Promise<void> => {
    const ending = worker;
    worker = null;
    await (await ending)?.terminate();
  };
  return {
    close,
    async read(bytes) {
      const running = await (worker ??= start());
      try {
        return await readBy(running, bytes, patienceMs);
      } catch {
        await close();
        return { what: 'not understood' };
      }
    },
  };
}

async function start(): Promise<Worker> {
  const file = path.join(ROOT, 'src/domains/delivery/returned/report-worker.ts');
  const worker = new Worker(file, { execArgv: [], env: {}, resourceLimits: MEMORY });
  await once(worker, 'message');
  // What is asked of it fails by itself.
  worker.on('error', () => undefined);
  return worker;
}

async function readBy(worker: Worker, bytes: Uint8Array, patienceMs: number): Promise<Report> {
  const over = AbortSignal.timeout(patienceMs);
  const answered = once(worker, 'message', { signal: over });
  worker.postMessage(bytes);
  const [report] = (await answered) as [Report];
  return report;
}
