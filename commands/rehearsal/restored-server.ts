import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Env } from '#server/env.ts';
import { readEnv } from '#server/env.ts';
import { WITHOUT_BACKGROUND } from '#server/rehearsal-folder.ts';
import { ROOT } from '#server/root.ts';

const ENTRY = path.join(ROOT, 'dist/server/entry.mjs');
/** At the lowest priority, beside a server that is busy, and with a database to upgrade. */
const START_MS = 10 * 60_000;
const STOP_MS = 60_000;
const LOOK_EVERY_MS = 200;
const KEPT_OUTPUT = 1000;
/** All else, such as where mail is sent, is not for a server that only shows what was restored. */
const INHERITED = /^(?:PATH|HOME|TZ|NODE_ENV|NODE_COMPILE_CACHE|M(?:ALLOC|IMALLOC)_\w+)$/;

/** This program on restored data, for this machine only. */
interface RestoredServer {
  env: Env;
  stop: () => Promise<void>;
}

/** @throws Error with one line */
export async function startRestored(dataDir: string, env: Env): Promise<RestoredServer> {
  if (!existsSync(ENTRY)) throw new Error('the server is not built: npm run build');
  const port = String(await freePort());
  const settings = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    BACKUP_HOUR: 'off',
    LOG_LEVEL: 'error',
    ...(env.APP_SECRET !== undefined && { APP_SECRET: env.APP_SECRET }),
  };
  const inherited = Object.entries(process.env).filter(([name]) => INHERITED.test(name));
  const args = ['--max-semi-space-size=1', '--max-old-space-size=256', ENTRY, WITHOUT_BACKGROUND];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    // It ends when its standard input does: when this process ends, however that is.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...Object.fromEntries(inherited), ...settings },
  });
  const ended = once(child, 'close');
  await answering(child, settings.PUBLIC_URL);
  return {
    env: readEnv(settings),
    async stop() {
      child.kill();
      await Promise.race([ended, setTimeout(STOP_MS, undefined, { ref: false })]);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT);
    });
  }
  const until = performance.now() + START_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await setTimeout(LOOK_EVERY_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`the server did not start on the restored data: ${output.trim()}`);
}
