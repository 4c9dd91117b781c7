import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { wholeEntries } from '#domains/operator/transfer/export-rows.ts';
import type { Line } from '#domains/operator/transfer/package.ts';
import { MANIFEST, ROWS } from '#domains/operator/transfer/package.ts';
import type { PackageSource } from '#domains/operator/transfer/read-package.ts';
import type { Runtime } from '#server/runtime.ts';
import { dropListing } from '../postgres-template.ts';

/** A row as JSON can say it, which may hold anything. */
export interface AnyLine {
  table: string;
  row: Record<string, unknown>;
}

export interface Package {
  hostId: string;
  lines: Line[];
  files: ReadonlyMap<string, Buffer>;
}

export async function exportPackage(rt: Runtime, hostId: string): Promise<Package> {
  if (rt.env.DATABASE_URL !== undefined) await dropListing(rt.env.DATABASE_URL);
  const files = new Map<string, Buffer>();
  for await (const { name, open } of wholeEntries(rt, hostId)) {
    files.set(name, await buffer(await open()));
  }
  const texts = files.get(ROWS)?.toString().trim().split('\n') ?? [];
  return { hostId, files, lines: texts.map((text) => JSON.parse(text) as Line) };
}

/** The package with other rows, and a manifest that fits them, as whoever forges one makes it. */
export function withRows({ files }: Package, lines: readonly AnyLine[]): Map<string, Buffer> {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const manifest = JSON.parse(files.get(MANIFEST)?.toString() ?? '') as object;
  const rowsSha256 = createHash('sha256').update(text).digest('hex');
  return new Map([
    ...files,
    [ROWS, Buffer.from(text)],
    [MANIFEST, Buffer.from(JSON.stringify({ ...manifest, rows: lines.length, rowsSha256 }))],
  ]);
}

/** The same with another file, whose row says its size and hash. */
export function withFile(of: Package, name: string, bytes: Buffer): Map<string, Buffer> {
  const [, , blobId, file] = name.split('/');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const lines = of.lines.map(({ table, row }) =>
    table === 'blob_files' && row['blob_id'] === blobId && row['name'] === file
      ? { table, row: { ...row, byte_size: bytes.length, sha256 } }
      : { table, row },
  );
  return new Map([...withRows(of, lines), [name, bytes]]);
}

export const sourceOf = (files: ReadonlyMap<string, Buffer>): PackageSource => ({
  open: (name) => {
    const bytes = files.get(name);
    return Promise.resolve(bytes ? Readable.from([bytes], { objectMode: false }) : null);
  },
});
