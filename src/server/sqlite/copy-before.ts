import type BetterSqlite3 from 'better-sqlite3';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { publish } from '#server/durable-file.ts';
import { copyDatabase } from '#db/snapshot.ts';

const KEPT_COPIES = 3;
const COPY = /^before-.+\.sqlite$/;

/**
 * Copies the database before an upgrade; keeps three copies.
 * @param change the first migration
 * @returns the copy's path
 */
export async function copyBefore(
  sqlite: BetterSqlite3.Database,
  folder: string,
  change: string,
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/\.\d+|[-:]/g, '');
  const copy = path.join(folder, `before-${change}-${time}.sqlite`);
  try {
    await copyDatabase(sqlite, `${copy}.part`);
    await publish(`${copy}.part`, copy);
  } catch (error) {
    rmSync(`${copy}.part`, { force: true });
    throw error;
  }
  for (const old of copiesIn(folder).slice(KEPT_COPIES)) rmSync(path.join(folder, old));
  return copy;
}

/** Newest first: names end with the time. */
const copiesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => COPY.test(name))
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)));

const timeOf = (name: string): string => name.slice(name.lastIndexOf('-'));
