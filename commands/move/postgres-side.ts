import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { isCurrent, refuseOthers } from '#db/migrate.ts';
import { doneIn } from '#db/postgres/migrate.ts';
import { upgradeAt } from '#server/postgres/open.ts';
import { BEGIN } from '#db/postgres/writers-lock.ts';
import { findMark, putMark } from '#server/postgres/moved-comment.ts';
import { PROGRAM, openPool } from '#server/postgres/pool.ts';
import { assertServer } from '#server/postgres/settings.ts';
import { OLDER } from './file-side.ts';
import type { Shape, Side, Target, Value } from './side.ts';

/** A connection that was closed just now is listed for a moment longer. */
const ENDING_MS = 10_000;
const AGAIN_MS = 100;

/** @throws Error with one line, without the address */
export const openPostgres = (url: string): Promise<Side> =>
  onConnection(url, async (client, side) => {
    const done = await doneIn(client);
    refuseOthers(done);
    if (!isCurrent(done)) {
      throw new Error(done.length === 0 ? 'the database is empty' : OLDER);
    }
    await side.requireUnused();
    await client.query(BEGIN);
    return side;
  });

/** Before anything is copied. @throws Error with one line if something is there */
export const requireNoTables = async (url: string): Promise<void> => {
  const side = await onConnection(url, async (client, opened) => {
    await assertServer(client);
    await requireEmpty(client, opened);
    return opened;
  });
  await side.close();
};

/**
 * Makes our tables in an empty database. They stay, empty, if nothing is moved after all.
 * @throws Error with one line, without the address
 */
export const createPostgres = (url: string): Promise<Target> =>
  onConnection(url, async (client, side) => {
    await upgradeAt(url);
    await side.requireUnused();
    await client.query(BEGIN);
    await requireEmpty(client, side);
    const tables = [...(await side.tables()).keys()];
    const setTriggers = async (how: 'ENABLE' | 'DISABLE'): Promise<void> => {
      for (const table of tables) await client.query(`ALTER TABLE ${table} ${how} TRIGGER USER`);
    };
    // They would count again what is in the rows already.
    await setTriggers('DISABLE');
    const types = await typesOf(side);
    return {
      ...side,
      async insert(table, { columns }, rows) {
        const lists = columns.map((_, at) => rows.map((row) => row[at]));
        const casts = columns.map((name, at) => {
          const type = types.get(`${table}.${name}`) ?? 'text';
          return `$${at + 1}::${type}[]`;
        });
        const text = `INSERT INTO ${table} (${columns.join()}) SELECT * FROM unnest(${casts.join()})`;
        await client.query(text, lists);
      },
      async finish(mark) {
        await setTriggers('ENABLE');
        await side.requireUnused();
        await side.writeMark(mark);
        // Without it, the first questions would be answered in a slow way.
        await client.query('ANALYZE');
        await side.close();
      },
    };
  });

type Open<T> = (client: PoolClient, side: Side) => Promise<T>;

async function onConnection<T>(url: string, open: Open<T>): Promise<T> {
  // It may wait for hours, while photos are copied.
  const pool = await openPool(url, { max: 1, idle_in_transaction_session_timeout: 0 });
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    // The next query fails.
    client.on('error', () => undefined);
    return await open(client, sideOn(client, pool));
  } catch (error) {
    client?.release(true);
    await pool.end();
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL: ${message || code}`, { cause: error });
  }
}

function sideOn(client: PoolClient, pool: Pool): Side {
  const query: Side['query'] = async (sql, values = []) => {
    let n = 0;
    const text = sql.replaceAll('?', () => `$${++n}`);
    const answer = await client.query<Value[]>({ text, values: [...values], rowMode: 'array' });
    return answer.rows;
  };
  let isOpen = true;
  return {
    query,
    tables: () => tablesOf(query),
    bytes: async () => Number((await query('SELECT pg_database_size(current_database())'))[0]?.[0]),
    requireUnused: () => requireUnused(query),
    readMark: () => findMark(client),
    async writeMark(mark) {
      await putMark(client, mark);
      await client.query('COMMIT');
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      // Ends its transaction too.
      client.release(true);
      await pool.end();
    },
  };
}

type Query = Side['query'];

async function requireEmpty(client: PoolClient, side: Side): Promise<void> {
  const done = await doneIn(client);
  refuseOthers(done);
  for (const table of (await side.tables()).keys()) {
    const [row] = await side.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (row === undefined && done.length > 0) continue;
    throw new Error(
      `the database is not empty (it has ${row ? 'rows in ' : 'a table '}${table}); if an earlier move finished, use the new settings, else choose an empty database`,
    );
  }
}

/** Our own connections end soon after they were closed. */
async function requireUnused(query: Query): Promise<void> {
  const until = Date.now() + ENDING_MS;
  for (;;) {
    const [row] = await query(
      `SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend'
          AND (application_name = '${PROGRAM}' OR usename = current_user)`,
    );
    const count = Number(row?.[0]);
    if (count === 0) return;
    if (Date.now() > until) {
      throw new Error(`${count} connections are open in it: stop all servers first`);
    }
    await sleep(AGAIN_MS);
  }
}

async function tablesOf(query: Query): Promise<Map<string, Shape>> {
  const columns = await query(
    `SELECT c.table_name, c.column_name FROM information_schema.columns AS c
      JOIN information_schema.tables AS t USING (table_schema, table_name)
      WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
        AND c.is_generated = 'NEVER' AND c.table_name NOT LIKE 'kysely%'
      ORDER BY c.table_name, c.column_name COLLATE "C"`,
  );
  const keys = await query(
    `SELECT class.relname, attribute.attname FROM pg_constraint
      JOIN pg_class AS class ON class.oid = conrelid,
        unnest(conkey) WITH ORDINALITY AS part (number, place)
      JOIN pg_attribute AS attribute ON attnum = part.number
      WHERE contype = 'p' AND attrelid = conrelid
        AND connamespace = current_schema()::regnamespace
      ORDER BY class.relname, place`,
  );
  const references = await query(
    `SELECT DISTINCT own.relname, other.relname FROM pg_constraint
      JOIN pg_class AS own ON own.oid = conrelid JOIN pg_class AS other ON other.oid = confrelid
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
  );
  const of = (rows: Value[][], table: Value): string[] =>
    rows.filter(([name]) => name === table).map(([, value]) => String(value));
  const names = new Set(columns.map(([table]) => String(table)));
  return new Map(
    [...names].map((name) => [
      name,
      { columns: of(columns, name), key: of(keys, name), references: of(references, name) },
    ]),
  );
}

async function typesOf({ query }: Side): Promise<Map<string, string>> {
  const rows = await query(
    `SELECT table_name || '.' || column_name, data_type FROM information_schema.columns
      WHERE table_schema = current_schema()`,
  );
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}
