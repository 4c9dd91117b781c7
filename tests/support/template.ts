import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import { startTemplate } from './postgres-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database file: every test starts from a copy. */
    templateFile: string;
    /** Of a PostgreSQL server whose template every test clones; null for tests on files. */
    postgres: string | null;
  }
}

/** Migrates once per run; copying a file is a hundred times faster. */
export default async function setup(
  project: TestProject,
  kind = process.env['TEST_DATABASE'],
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-template-'));
  const file = path.join(folder, 'template.sqlite');
  await upgradeDatabase(file, { copies: folder });
  project.provide('templateFile', file);
  const server = kind === 'postgres' ? await startTemplate() : null;
  project.provide('postgres', server?.url('postgres') ?? null);
  return async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
