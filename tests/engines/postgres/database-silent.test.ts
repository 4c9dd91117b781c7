import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '#server/postgres/database.ts';
import { makeRuntime } from '../../support/runtime.ts';
import { startRelay } from '../../support/tcp-relay.ts';

/** Longer than an answer on a busy machine. */
const PATIENCE_MS = 5000;

async function behindRelay() {
  const { env } = await makeRuntime();
  const url = new URL(env.DATABASE_URL ?? '');
  const relay = await startRelay(Number(url.port));
  url.port = String(relay.port);
  const db = openPostgres(url.href, { query_timeout: PATIENCE_MS });
  onTestFinished(async () => {
    relay.close();
    await db.destroy();
  });
  return { relay, db };
}

describe('a PostgreSQL that falls silent', () => {
  test('fails what was under way, and the next write has a new connection', async () => {
    const { relay, db } = await behindRelay();
    const write = () => db.deleteFrom('rate_limits').execute();
    await write();
    relay.silence();
    await expect(write()).rejects.toThrow('Query read timeout');
    await expect(write()).resolves.toBeDefined();
  });

  test('within a transaction too', async () => {
    const { relay, db } = await behindRelay();
    const broken = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('rate_limits').execute();
      relay.silence();
      await sql`SELECT 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow('Query read timeout');
    await expect(db.deleteFrom('rate_limits').execute()).resolves.toBeDefined();
  });
});
