import { cp } from 'node:fs/promises';
import { systemClock } from '../../src/server/clock.ts';
import { dataPaths } from '../../src/server/data-folder.ts';
import { openDatabase } from '../../src/server/database.ts';
import type { Factory } from './factories.ts';
import type { Answer, Call, Signed } from './http.ts';
import { call, signIn } from './http.ts';
import type { ServerOptions, TestServer } from './server.ts';
import { startServer } from './server.ts';
import type { World } from './world.ts';

/** Who asks; each is signed in over HTTP, but for the first. */
export const CAST = ['anonymous', 'general', 'admin', 'other', 'inactive'] as const;
export type Who = (typeof CAST)[number];

/** A running server on a folder of its own, and the cast signed in on it. */
export interface Site {
  server: TestServer;
  world: World;
  dataDir: string;
  /** For rows that a call needs; the server has the file open as well. */
  factory: Factory;
  signed: Record<Exclude<Who, 'anonymous'>, Signed>;
  ask: (who: Who, path: string, options?: Call) => Promise<Answer>;
  /** @returns the exit code. */
  close: () => Promise<number | null>;
}

/** Starts a server on a copy of the world's folder. */
export async function openSite(
  world: World,
  folder: string,
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<Site> {
  await cp(world.dataDir, folder, { recursive: true });
  const server = await startServer(folder, { TRUST_PROXY: '1', ...settings }, options);
  const db = openDatabase(dataPaths(folder).database);
  const signed = await signInAll(server.url, world, settings['SITE_MODE'] === 'closed');
  return {
    server,
    world,
    dataDir: folder,
    factory: { db, clock: systemClock },
    signed,
    ask: (who, target, { headers = {}, ...rest } = {}) =>
      call(server.url, target, {
        ...rest,
        headers: { ...(who !== 'anonymous' && { Authorization: signed[who].bearer }), ...headers },
      }),
    async close() {
      await db.destroy();
      return server.stop();
    },
  };
}

const NOBODY: Signed = { cookie: '', bearer: '', refreshToken: '' };

async function signInAll(url: string, { cast }: World, closed: boolean): Promise<Site['signed']> {
  if (closed) return { general: NOBODY, admin: NOBODY, other: NOBODY, inactive: NOBODY };
  return {
    general: await signIn(url, cast.general.email),
    admin: await signIn(url, cast.admin.email),
    other: await signIn(url, cast.otherAdmin.email),
    inactive: await signIn(url, cast.inactiveAdmin.email),
  };
}
