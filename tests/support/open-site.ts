import { systemClock } from '#server/clock.ts';
import { openBeside } from '#server/open-database.ts';
import { readEnv } from '#server/env.ts';
import { copyWorld } from './copied-world.ts';
import type { Factory } from './factories.ts';
import type { Answer, Call, Signed } from './http.ts';
import { call, signIn } from './http.ts';
import { UNHEARD_LINE } from './line-platform.ts';
import type { ServerOptions, TestServer } from './server.ts';
import { startServer } from './server.ts';
import type { StoredFiles } from './stored-files.ts';
import { storedFiles } from './stored-files.ts';
import type { World } from './world.ts';

/** Each is signed in over HTTP, except the first. */
export const CAST = ['anonymous', 'general', 'admin', 'other', 'inactive'] as const;
export type Who = (typeof CAST)[number];

/** A server on a copy of the world, with the cast signed in. */
export interface Site {
  server: TestServer;
  world: World;
  dataDir: string;
  /** For commands on its database and photos; empty where the data folder holds them. */
  settings: Record<string, string>;
  /** For rows that a call needs; the server uses the database as well. */
  factory: Factory;
  stored: StoredFiles;
  signed: Record<Exclude<Who, 'anonymous'>, Signed>;
  ask: (who: Who, path: string, options?: Call) => Promise<Answer>;
}

export interface OpenSite extends Site {
  /** @returns the exit code */
  close: () => Promise<number | null>;
}

export async function openSite(
  world: World,
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<OpenSite> {
  const { dataDir, settings: stores, remove } = await copyWorld(world);
  const given = { TRUST_PROXY: '1', ...UNHEARD_LINE, ...stores, ...settings };
  const server = await startServer(dataDir, given, options);
  const env = readEnv({ ...stores, DATA_DIR: dataDir });
  const database = await openBeside(env);
  if (!database) throw new Error('the schema is old');
  const { db } = database;
  const signed = await signInAll(server.url, world, settings['SITE_MODE'] === 'closed');
  const ask: Site['ask'] = (who, target, { headers = {}, ...rest } = {}) =>
    call(server.url, target, {
      ...rest,
      headers: { ...(who !== 'anonymous' && { Authorization: signed[who].bearer }), ...headers },
    });
  const close = async (): Promise<number | null> => {
    await database.close();
    const exitCode = await server.stop();
    await remove();
    return exitCode;
  };
  return {
    ...{ server, world, dataDir, settings: stores, signed, ask, close },
    factory: { db, clock: systemClock },
    stored: storedFiles(env),
  };
}

const SIGNED_OUT: Signed = { cookie: '', bearer: '', refreshToken: '' };

async function signInAll(url: string, { cast }: World, closed: boolean): Promise<Site['signed']> {
  if (closed)
    return { general: SIGNED_OUT, admin: SIGNED_OUT, other: SIGNED_OUT, inactive: SIGNED_OUT };
  const { general, admin, otherAdmin, inactiveAdmin } = cast;
  const [first, second, other, inactive] = await Promise.all([
    signIn(url, general.email),
    signIn(url, admin.email),
    signIn(url, otherAdmin.email),
    signIn(url, inactiveAdmin.email),
  ]);
  return { general: first, admin: second, other, inactive };
}
