import { stat } from 'node:fs/promises';
import { dataPaths } from '#server/data-folder.ts';
import type { LookupFile } from '#server/lookup-file.ts';
import { openLookupFile, writeLookupFile } from '#server/lookup-file.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Address } from './address.ts';

const COLUMNS = ['postcode', 'pref', 'city', 'town'] as const;

/** Replaces the operator's table; a running server uses it from the next lookup. */
export const writePostalTable = (file: string, addresses: readonly Address[]): Promise<void> =>
  writeLookupFile(
    file,
    COLUMNS,
    addresses.map(({ postcode, pref, city, town }) => [postcode, pref, city, town]),
  );

interface Loaded {
  version: string | null;
  /** null if the file is missing or unusable. */
  table: LookupFile | null;
}

/** Cached by file; may be dropped at any time. */
const loaded = new Map<string, Loaded>();

/**
 * Looks into the operator's table (`npm run postcodes`). An unusable one is logged once and never
 * breaks a lookup.
 * @returns null if there is no usable table
 */
export async function findInOwnTable(
  { env, log }: Pick<Runtime, 'env' | 'log'>,
  postcode: string,
): Promise<Address[] | null> {
  const file = dataPaths(env.DATA_DIR).postcodes;
  const version = await versionOf(file);
  try {
    const table = currentTable(file, version);
    return table && table.find(postcode).map((values) => toAddress(postcode, values));
  } catch (error) {
    log.warn({ err: error, file }, 'the imported postcodes are unusable; using the bundled table');
    loaded.get(file)?.table?.close();
    loaded.set(file, { version, table: null });
    return null;
  }
}

const toAddress = (postcode: string, [pref = '', city = '', town = '']: string[]): Address => ({
  postcode,
  pref,
  city,
  town,
});

/** @throws Error if a new file is unusable */
function currentTable(file: string, version: string | null): LookupFile | null {
  const known = loaded.get(file);
  if (known?.version === version) return known.table;
  known?.table?.close();
  loaded.delete(file);
  const table = version === null ? null : openLookupFile(file, COLUMNS);
  loaded.set(file, { version, table });
  return table;
}

async function versionOf(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found && `${found.ino}:${found.size}:${found.mtimeMs}`;
}
