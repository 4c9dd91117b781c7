import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '../../db/migrate.ts';
import { openDatabase } from '../../src/server/database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database file: every test starts from a copy. */
    templateFile: string;
  }
}

/** Migrates once per run; copying a file is a hundred times faster. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-template-'));
  const file = path.join(folder, 'template.sqlite');
  const db = openDatabase(file);
  await migrateToLatest(db);
  await db.destroy();
  project.provide('templateFile', file);
  return () => rm(folder, { recursive: true, force: true });
}
