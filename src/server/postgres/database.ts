import type { Database } from '#db/schema.ts';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Db } from '#server/database.ts';
import type { PoolConfig } from 'pg';
import { OneWriterDriver } from './one-writer.ts';
import { ANSWERING, openPool } from './pool.ts';

const CONNECTIONS = 10;

/** @param url postgres://… Opens connections when they are needed. @param more of the library's */
export const openPostgres = (url: string, more: PoolConfig = {}): Db =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () =>
        new OneWriterDriver(() => openPool(url, { max: CONNECTIONS, ...ANSWERING, ...more })),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
