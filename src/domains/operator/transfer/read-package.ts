import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { invalid } from '#lib/errors.ts';
import { StrayReference } from './new-ids.ts';
import { Line, MANIFEST, Manifest, Named, ROWS, SHAPE } from './package.ts';

/** A folder or an archive. */
export interface PackageSource {
  /** @returns null without that file. @throws Error if it is damaged */
  open: (name: string) => Promise<Readable | null>;
}

export const damaged = (what: string) =>
  invalid(`ファイルが壊れているか、書き換えられています（${what}）。何も取り込んでいません。`, {});

/** The rows of a facility, each of which names it. @throws AppError 422 */
export async function readLines(source: PackageSource): Promise<Line[]> {
  const manifest = await readManifest(source);
  const hash = createHash('sha256');
  const rows = await textOf(source, ROWS);
  if (rows === null || hash.update(rows).digest('hex') !== manifest.rowsSha256) throw damaged('表');
  const texts = rows.split('\n').filter((line) => line !== '');
  const read = z
    .array(Line)
    .safeParse(orDamaged('表', () => texts.map((line) => JSON.parse(line) as unknown)));
  if (!read.success || texts.length !== manifest.rows) throw damaged('表');
  for (const { table, row } of read.data) {
    const isOwn = (table === 'hosts' ? row['id'] : row['host_id']) === manifest.hostId;
    if (!isOwn || !Named.safeParse(row).success) throw damaged(table);
  }
  return read.data;
}

async function readManifest(source: PackageSource): Promise<Manifest> {
  const text = await textOf(source, MANIFEST);
  if (text === null) {
    throw invalid(
      'この中には、取り込むためのデータがありません。もとのサーバーで、export-facility に --move を付けて取り直してください。',
      {},
    );
  }
  const shape = z.looseObject({ shape: z.string(), version: z.string() });
  const found = orDamaged('目次', () => shape.parse(JSON.parse(text)));
  if (found.shape !== SHAPE) {
    throw invalid(
      `もとのサーバーの版（${found.version.slice(0, 40)}）と、データの形が違います。両方を同じ版に更新してから、取り直してください。`,
      {},
    );
  }
  return orDamaged('目次', () => Manifest.parse(JSON.parse(text)));
}

export function orDamaged<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) throw damaged(what);
    if (error instanceof StrayReference) throw damaged(error.message);
    throw error;
  }
}

async function textOf(source: PackageSource, name: string): Promise<string | null> {
  const stream = await source.open(name);
  if (stream === null) return null;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
