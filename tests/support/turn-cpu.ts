import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded before the server (NODE_OPTIONS): how long its thread worked in one turn of the event loop,
 * at most, in microseconds of its own. Other people's load on the machine does not count. SIGUSR2
 * writes it to TURN_CPU_FILE, and begins anew.
 */
const file = process.env['TURN_CPU_FILE'];

if (isMainThread && file !== undefined) {
  let worst = 0;
  let before = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(before);
    worst = Math.max(worst, user + system);
    before = process.threadCpuUsage();
    setImmediate(turn).unref();
  };
  // A timer keeps the loop turning.
  setInterval(() => undefined, 1);
  turn();
  process.on('SIGUSR2', () => {
    writeFileSync(file, String(worst));
    worst = 0;
  });
}
