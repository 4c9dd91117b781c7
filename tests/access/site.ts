import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { dataPaths } from '../../src/server/data-folder.ts';
import type { Db } from '../../src/server/database.ts';
import { openDatabase } from '../../src/server/database.ts';
import { systemClock } from '../../src/server/clock.ts';
import type { Factory } from '../support/factories.ts';
import type { Answer, Call, Signed } from '../support/http.ts';
import { call, signIn } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';
import { startServer } from '../support/server.ts';
import type { World } from '../support/world.ts';

/** Who asks; each is signed in over HTTP, but for the first. */
export const CAST = ['anonymous', 'general', 'admin', 'other', 'inactive'] as const;
export type Who = (typeof CAST)[number];

/** A running server of this file's own, and the cast signed in on it. */
export interface Site {
  server: TestServer;
  world: World;
  dataDir: string;
  /** For rows that a call needs; the server has the file open as well. */
  factory: Factory;
  signed: Record<Exclude<Who, 'anonymous'>, Signed>;
  ask: (who: Who, path: string, options?: Call) => Promise<Answer>;
}

export function useSite(settings: Record<string, string> = {}): () => Site {
  let site: Site | undefined;
  let db: Db | undefined;
  let folder = '';
  beforeAll(async () => {
    const world = inject('world');
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-site-'));
    await cp(world.dataDir, folder, { recursive: true });
    const server = await startServer(folder, { TRUST_PROXY: '1', ...settings });
    db = openDatabase(dataPaths(folder).database);
    const signed = await signInAll(server.url, world, settings['SITE_MODE'] === 'closed');
    const ask: Site['ask'] = (who, target, { headers = {}, ...options } = {}) =>
      call(server.url, target, {
        ...options,
        headers: { ...(who !== 'anonymous' && { Authorization: signed[who].bearer }), ...headers },
      });
    site = { server, world, dataDir: folder, factory: { db, clock: systemClock }, signed, ask };
  });
  afterAll(async () => {
    await db?.destroy();
    expect(await site?.server.stop(), 'exit code').toBe(0);
    await rm(folder, { recursive: true, force: true });
    expect(site?.server.errors(), 'errors in the log').toEqual([]);
  });
  return () => {
    if (!site) throw new Error('the server has not started');
    return site;
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
