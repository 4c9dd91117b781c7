import { onTestFinished } from 'vitest';
import { openBeside } from '#server/open-database.ts';
import type { Runtime } from '#server/runtime.ts';
import { onFile } from './on-file.ts';

/**
 * The same database as another process has it. A file has one process, whose requests share a
 * connection; elsewhere the second has connections of its own.
 */
export async function secondProcess<R extends Runtime>(rt: R): Promise<R> {
  if (onFile) return { ...rt };
  const database = await openBeside(rt.env);
  if (!database) throw new Error('the schema is old');
  onTestFinished(() => database.close());
  return { ...rt, database, db: database.db, readConnection: database.readConnection };
}
