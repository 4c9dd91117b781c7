import pg from 'pg';

export async function onPostgres<T>(url: string, run: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Number of rows in all tables of a PostgreSQL database; 0 if it has none. */
export const rowsIn = (url: string): Promise<number> =>
  onPostgres(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely%'`,
    );
    let sum = 0;
    for (const { name } of rows) {
      const counted = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${name}`);
      sum += Number(counted.rows[0]?.n);
    }
    return sum;
  });
