import type { PoolClient } from 'pg';

const OLDEST = 15;

/** Without these, an answer would not mean that what was sent is kept (P1, P2). */
const WANTED: Record<string, (value: string) => boolean> = {
  fsync: (value) => value === 'on',
  synchronous_commit: (value) => value !== 'off',
  server_encoding: (value) => value === 'UTF8',
  transaction_read_only: (value) => value === 'off',
};

/** @throws Error with one line if the server is too old, or a setting is not as it must be */
export async function assertServer(on: Pick<PoolClient, 'query'>): Promise<void> {
  const { rows } = await on.query(
    `SELECT name, setting FROM pg_settings
      WHERE name IN ('server_version_num', 'fsync', 'synchronous_commit', 'server_encoding',
        'transaction_read_only')`,
  );
  const settings = new Map(
    (rows as { name: string; setting: string }[]).map(({ name, setting }) => [name, setting]),
  );
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < OLDEST) throw new Error(`PostgreSQL ${version} is older than ${OLDEST}`);
  for (const [name, isRight] of Object.entries(WANTED)) {
    const value = settings.get(name) ?? 'missing';
    if (!isRight(value)) throw new Error(`PostgreSQL setting ${name} is ${value}`);
  }
}
