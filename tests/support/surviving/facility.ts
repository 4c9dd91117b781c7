import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import type { Db } from '#server/database.ts';
import { openDatabase } from '#server/sqlite/database.ts';
import type { TestServer } from '../server.ts';
import { freePort, startServer } from '../server.ts';
import type { World } from '../world.ts';
import { makeWorld } from '../world.ts';

/** A server that can be stopped and started at the same address, and what it has stored. */
export class Facility {
  readonly url: string;
  readonly world: World;
  readonly #port: string;
  readonly #db: Db;
  #server: TestServer;
  readonly #before: number;

  private constructor(world: World, server: TestServer, db: Db, before: number) {
    this.world = world;
    this.url = server.url;
    this.#port = new URL(server.url).port;
    this.#server = server;
    this.#db = db;
    this.#before = before;
  }

  static async make(): Promise<Facility> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-surviving-'));
    const world = await makeWorld(folder);
    const server = await startServer(folder, { PORT: String(await freePort()) });
    const db = openDatabase(dataPaths(folder).database);
    const { length } = await pictures(db);
    return new Facility(world, server, db, length);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async start(): Promise<void> {
    this.#server = await startServer(this.world.dataDir, { PORT: this.#port });
  }

  /** SHA-256 of the photos that were added, once for each item. */
  readonly added = async (): Promise<string[]> =>
    (await pictures(this.#db)).slice(this.#before).map(({ picture }) => picture);

  readonly addedBy = async (staffId: string): Promise<number> =>
    (await pictures(this.#db)).slice(this.#before).filter((row) => row.created_by === staffId)
      .length;

  async remove(): Promise<void> {
    await this.#db.destroy();
    await this.stop();
    await rm(this.world.dataDir, { recursive: true, force: true });
  }
}

const pictures = (db: Db) =>
  db
    .selectFrom('items')
    .select(['picture', 'created_by'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute();

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
