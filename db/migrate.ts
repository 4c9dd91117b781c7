import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Db } from '../src/server/database.ts';

/**
 * Brings a database to this program's schema.
 * @throws Error in one line when the database belongs to a newer program.
 */
export async function migrateToLatest(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  await refuseNewer(db);
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('migration failed', { cause: error });
}

async function refuseNewer(db: Db): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return;
  const done = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const unknown = done.find(({ name }) => !(name in migrations));
  if (unknown) throw new Error(`the database is of a newer program (it has ${unknown.name})`);
}
