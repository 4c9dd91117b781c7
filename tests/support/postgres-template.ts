import pg from 'pg';
import { upgradeAt } from '#server/postgres/open.ts';
import { newId } from '#server/secrets.ts';
import type { PostgresServer } from './postgres-server.ts';
import { findPostgres, startPostgres } from './postgres-server.ts';

/** Tests list their rows in the order of insertion, which every SQLite table has. */
const LISTED = ['outbox', 'audit_logs'];
const TEMPLATE = 'template_of_tests';

/** Leaves only what an upgrade makes, for a program that compares schemas or copies whole rows. */
export async function dropListing(url: string): Promise<void> {
  for (const table of LISTED) await run(url, `ALTER TABLE ${table} DROP COLUMN IF EXISTS rowid`);
}

/** Starts a server with a migrated database to clone. @returns null where none is installed */
export async function startTemplate(): Promise<PostgresServer | null> {
  const programs = findPostgres();
  if (!programs) return null;
  const server = await startPostgres(programs);
  await run(server.url('postgres'), `CREATE DATABASE ${TEMPLATE}`);
  await upgradeAt(server.url(TEMPLATE));
  for (const table of LISTED) {
    const identity = 'rowid bigint GENERATED ALWAYS AS IDENTITY';
    await run(server.url(TEMPLATE), `ALTER TABLE ${table} ADD COLUMN ${identity}`);
  }
  return server;
}

/** @param url of any database of the server. @returns the address of a migrated, empty database */
export async function cloneTemplate(url: string, template = TEMPLATE): Promise<string> {
  const name = `test_${newId().toLowerCase()}`;
  // A template must have no connection, not even one to ask for its copy.
  const postgres = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await run(postgres, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export async function dropDatabase(url: string): Promise<void> {
  const { pathname } = new URL(url);
  const other = Object.assign(new URL(url), { pathname: '/postgres' }).href;
  await run(other, `DROP DATABASE IF EXISTS ${pathname.slice(1)} WITH (FORCE)`);
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
