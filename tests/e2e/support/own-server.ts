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
  const rt = await openRuntime(
    readEnv({ ...settings, DATA_DIR: dataDir, PUBLIC_URL: url, LOG_LEVEL: 'silent' }),
  );
  const cast = await makeCast(rt);
  await prepare(rt, cast);
  await rt.close();
  const server = await startServer(dataDir, { ...settings, PORT, PUBLIC_URL: url });
  return {
    ...{ url, cast },
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
