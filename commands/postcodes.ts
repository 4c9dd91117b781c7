/**
 * Builds the postal code table from Japan Post's files: `npm run postcodes -- [FILE…]`. A file is
 * utf_ken_all.csv, KEN_ALL.CSV or JIGYOSYO.CSV, zipped or not, or a URL of one. A running server
 * uses the new table at once.
 */
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { countCodes, readPostalFiles } from '#domains/facility/postal-files.ts';
import { writePostalTable } from '#domains/facility/postal-table.ts';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { requireOwner } from '#server/folder-owner.ts';
import { keepFilesPrivate } from '#server/private-files.ts';

const DEFAULT_SOURCE = 'https://www.post.japanpost.jp/zipcode/dl/utf/zip/utf_ken_all.zip';
const DOWNLOAD_MS = 120_000;

const isAddress = (source: string): boolean => /^https?:\/\//.test(source);

async function download(address: string): Promise<Uint8Array> {
  const response = await fetch(address, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!response.ok) throw new Error(`${address} responded with ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** npm changes to the project folder; paths are relative to where the user is. */
const read = (source: string): Promise<Uint8Array> =>
  isAddress(source)
    ? download(source)
    : readFile(path.resolve(process.env['INIT_CWD'] ?? '', source));

/**
 * Replaces the table of a data folder.
 * @returns the report
 * @throws Error if the files do not cover all of Japan; the old table is kept
 */
export async function updatePostcodes(dataDir: string, sources: string[]): Promise<string> {
  const addresses = readPostalFiles(await Promise.all(sources.map(read)));
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { postcodes: file } = dataPaths(dataDir);
  await writePostalTable(file, addresses);
  return `${countCodes(addresses)} postal codes, ${addresses.length} addresses: ${file}`;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

if (import.meta.main) {
  keepFilesPrivate();
  const sources = process.argv.slice(2);
  try {
    const env = readEnv(process.env);
    const { DATA_DIR } = env;
    requireOwner(DATA_DIR);
    console.log(await updatePostcodes(DATA_DIR, sources.length > 0 ? sources : [DEFAULT_SOURCE]));
  } catch (error) {
    console.error(`The postal codes were not changed: ${reasonOf(error)}`);
    process.exitCode = 1;
  }
}
