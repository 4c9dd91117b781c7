import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '#server/clock.ts';
import { openBeside } from '#server/database.ts';
import { readEnv } from '#server/env.ts';
import type { Factory } from './factories.ts';
import type { Answer, Call, Signed } from './http.ts';
import { call, signIn } from './http.ts';
import type { ServerOptions, TestServer } from './server.ts';
import { startServer } from './server.ts';
import { copyStores, removeStores } from './shared-stores.ts';
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
  /** For commands beside the server. */
  settings: Record<string, string>;
  /** Photos behind its back. */
  stored: StoredFiles;
  /** For rows that a call needs; the server has the file open as well. */
  factory: Factory;
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
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-site-'));
  await cp(world.dataDir, dataDir, { recursive: true });
  const stores = await copyStores(world.settings, dataDir);
  const given = { TRUST_PROXY: '1', ...stores, ...settings };
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
    await removeStores(stores);
    await rm(dataDir, { recursive: true, force: true });
    return exitCode;
  };
  const factory = { db, clock: systemClock };
  const beside = { settings: { ...stores, DATA_DIR: dataDir }, stored: storedFiles(env) };
  return { server, world, dataDir, ...beside, factory, signed, ask, close };
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
