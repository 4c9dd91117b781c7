import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import type { Cast } from '../../support/cast.ts';
import { makeCast } from '../../support/cast.ts';
import { freePort, startServer } from '../../support/server.ts';

/** A server for one file of stories. */
export interface AnyServer {
  url: string;
  dataDir: string;
  /** Stopped, changed, and started again. @param more settings from then on */
  restart: (
    change?: (rt: Runtime) => Promise<unknown>,
    more?: Record<string, string>,
  ) => Promise<void>;
  stop: () => Promise<void>;
}

/** With the cast on it. */
export interface OwnServer extends AnyServer {
  cast: Cast;
}

/** @param prepare fills the database before the server starts */
export async function startOwnServer(
  settings: Record<string, string> = {},
  prepare: (rt: Runtime, cast: Cast) => Promise<unknown> = () => Promise.resolve(),
): Promise<OwnServer> {
  const made = Promise.withResolvers<Cast>();
  const server = await startEmptyServer(settings, async (rt) => {
    const cast = await makeCast(rt);
    await prepare(rt, cast);
    made.resolve(cast);
  });
  return { ...server, cast: await made.promise };
}

/** Without any facility. */
export async function startEmptyServer(
  settings: Record<string, string> = {},
  prepare: (rt: Runtime) => Promise<unknown> = () => Promise.resolve(),
): Promise<AnyServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-own-'));
  const PORT = String(await freePort());
  // A name, since browsers make no passkeys for an address of numbers.
  const url = `http://localhost:${PORT}`;
  const open = () =>
    openRuntime(readEnv({ ...settings, DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: 'silent' }));
  const start = (more = {}) =>
    startServer(dataDir, { ...settings, ...more, PORT, PUBLIC_URL: url });
  const change = async (how: (rt: Runtime) => Promise<unknown>): Promise<void> => {
    const rt = await open();
    await how(rt);
    await rt.close();
  };
  await change(prepare);
  let server = await start();
  return {
    ...{ url, dataDir },
    async restart(how, more) {
      await server.stop();
      if (how) await change(how);
      server = await start(more);
    },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
