import type { Database } from '#db/schema.ts';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Db } from '#server/database.ts';
import { OneWriterDriver } from './one-writer.ts';
import { openPool } from './pool.ts';

const CONNECTIONS = 10;

/** @param url postgres://… Opens connections when they are needed. */
export const openPostgres = (url: string): Db =>
  new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new OneWriterDriver(() => openPool(url, { max: CONNECTIONS })),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
