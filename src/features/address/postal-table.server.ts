import { readFile, stat } from 'node:fs/promises';
import { dataPaths } from '#server/data-folder.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Address } from './address.ts';
import { bundledTable } from './bundled-table.server.ts';
import { readTable } from './tsv-table.server.ts';

export interface PostalTable {
  find: (postcode: string) => Address[];
}

interface Loaded {
  version: string;
  table: Promise<PostalTable>;
}

/** Cached by file; may be dropped at any time. */
const loaded = new Map<string, Loaded>();

/**
 * The operator's table (`npm run postcodes`), or the bundled one. A newer file is used from the
 * next lookup; an unusable one is logged and never breaks a lookup.
 */
export async function postalTable({
  env,
  log,
}: Pick<Runtime, 'env' | 'log'>): Promise<PostalTable> {
  const file = dataPaths(env.DATA_DIR).postcodes;
  const version = await versionOf(file);
  if (version === null) return bundledTable();
  const known = loaded.get(file);
  if (known?.version === version) return known.table;
  const table = load(file).catch((error: unknown) => {
    log.warn({ err: error }, 'postcodes.tsv is unusable; using the bundled table');
    return bundledTable();
  });
  loaded.set(file, { version, table });
  return table;
}

async function versionOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found && `${found.ino}:${found.size}:${found.mtimeMs}`;
}

const load = async (file: string): Promise<PostalTable> => readTable(await readFile(file));
