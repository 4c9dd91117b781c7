import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import type { Cast } from '../../support/cast.ts';
import { makeCast } from '../../support/cast.ts';
import { freePort, startServer } from '../../support/server.ts';

/** A server for one file of stories, with the cast on it. */
export interface OwnServer {
  url: string;
  cast: Cast;
  /** Stopped, changed, and started again. */
  restart: (change: (rt: Runtime) => Promise<unknown>) => Promise<void>;
  stop: () => Promise<void>;
}

/** @param prepare fills the database before the server starts */
export async function startOwnServer(
  settings: Record<string, string> = {},
  prepare: (rt: Runtime, cast: Cast) => Promise<unknown> = () => Promise.resolve(),
): Promise<OwnServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-own-'));
  const PORT = String(await freePort());
  // A name, since browsers make no passkeys for an address of numbers.
  const url = `http://localhost:${PORT}`;
  const open = () =>
    openRuntime(readEnv({ ...settings, DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: 'silent' }));
  const start = () => startServer(dataDir, { ...settings, PORT, PUBLIC_URL: url });
  const rt = await open();
  const cast = await makeCast(rt);
  await prepare(rt, cast);
  await rt.close();
  let server = await start();
  return {
    ...{ url, cast },
    async restart(change) {
      await server.stop();
      const stopped = await open();
      await change(stopped);
      await stopped.close();
      server = await start();
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
