import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { refuseOthers } from '#db/migrate.ts';
import { doneIn } from '#db/postgres/migrate.ts';
import { BEGIN } from '#db/postgres/writers-lock.ts';
import { upgradeAt } from '#server/postgres/open.ts';
import { PROGRAM, openPool } from '#server/postgres/pool.ts';
import { assertServer } from '#server/postgres/settings.ts';
import type { Rows, Shape, Target, Value } from './rows.ts';

/** A connection that was closed just now is listed for a moment longer. */
const ENDING_MS = 10_000;
const AGAIN_MS = 100;

/** Before anything is copied. @throws Error with one line, without the address */
export const requireEmptyPostgres = (url: string): Promise<void> =>
  onConnection(url, async (client) => {
    await assertServer(client);
    await requireEmpty(client, rowsOn(client));
    await requireUnused(rowsOn(client));
  });

/**
 * Fills an empty database with our tables, in one transaction. The tables stay, empty, if that fails.
 * @throws Error with one line, without the address
 */
export const fillPostgres = (url: string, fill: (target: Target) => Promise<void>): Promise<void> =>
  onConnection(url, async (client) => {
    await upgradeAt(url);
    const rows = rowsOn(client);
    await requireUnused(rows);
    await client.query(BEGIN);
    await requireEmpty(client, rows);
    const tables = [...(await rows.tables()).keys()];
    const setTriggers = async (how: 'ENABLE' | 'DISABLE'): Promise<void> => {
      for (const table of tables) await client.query(`ALTER TABLE ${table} ${how} TRIGGER USER`);
    };
    // They would count again what is in the rows already.
    await setTriggers('DISABLE');
    await fill({ ...rows, insert: insertInto(client, await typesOf(rows)) });
    await setTriggers('ENABLE');
    await requireUnused(rows);
    await client.query('COMMIT');
    // Without it, the first questions would be answered in a slow way.
    await client.query('ANALYZE');
  });

async function onConnection<T>(url: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  let pool: Pool | undefined;
  let client: PoolClient | undefined;
  try {
    pool = await openPool(url, { max: 1, idle_in_transaction_session_timeout: 0 });
    client = await pool.connect();
    // The next query fails.
    client.on('error', () => undefined);
    return await work(client);
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL: ${message || code}`, { cause: error });
  } finally {
    // Ends its transaction too.
    client?.release(true);
    await pool?.end();
  }
}

function rowsOn(client: PoolClient): Rows {
  const query: Rows['query'] = async (sql, values = []) => {
    let n = 0;
    const text = sql.replaceAll('?', () => `$${++n}`);
    const answer = await client.query<Value[]>({ text, values: [...values], rowMode: 'array' });
    return answer.rows;
  };
  return { query, tables: () => tablesOf(query) };
}

const insertInto =
  (client: PoolClient, types: ReadonlyMap<string, string>): Target['insert'] =>
  async (table, { columns }, rows) => {
    const lists = columns.map((_, at) => rows.map((row) => row[at]));
    const casts = columns.map(
      (name, at) => `$${at + 1}::${types.get(`${table}.${name}`) ?? 'text'}[]`,
    );
    const text = `INSERT INTO ${table} (${columns.join()}) SELECT * FROM unnest(${casts.join()})`;
    await client.query(text, lists);
  };

async function requireEmpty(client: PoolClient, rows: Rows): Promise<void> {
  const done = await doneIn(client);
  refuseOthers(done);
  for (const table of (await rows.tables()).keys()) {
    const [row] = await rows.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (row === undefined && done.length > 0) continue;
    throw new Error(
      `the database is not empty (it has ${row ? 'rows in ' : 'a table '}${table}); choose an empty one`,
    );
  }
}

/** Our own connections end soon after they were closed. */
async function requireUnused({ query }: Rows): Promise<void> {
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

async function tablesOf(query: Rows['query']): Promise<Map<string, Shape>> {
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

async function typesOf({ query }: Rows): Promise<Map<string, string>> {
  const rows = await query(
    `SELECT table_name || '.' || column_name, data_type FROM information_schema.columns
      WHERE table_schema = current_schema()`,
  );
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}
