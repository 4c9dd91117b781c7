import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { invalid } from '#lib/errors.ts';
import { Line, MANIFEST, Manifest, ROWS, SHAPE } from './package.ts';

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
  const stream = await source.open(ROWS);
  if (stream === null) throw damaged('表');
  const hash = createHash('sha256');
  const lines: Line[] = [];
  for await (const text of textLines(stream, hash)) {
    if (lines.length >= manifest.rows) throw damaged('表');
    lines.push(orDamaged('表', () => Line.parse(JSON.parse(text))));
  }
  const isWhole = hash.digest('hex') === manifest.rowsSha256 && lines.length === manifest.rows;
  if (!isWhole) throw damaged('表');
  for (const { table, row } of lines) {
    if ((table === 'hosts' ? row['id'] : row['host_id']) !== manifest.hostId) throw damaged(table);
  }
  return lines;
}

/** Ten times the longest row. */
const MOST_IN_LINE = 200_000;
/** Of 100,000 photos it has 150 MB. */
const MOST_ROWS_BYTES = 500_000_000;
const MOST_MANIFEST_BYTES = 10_000;

async function* textLines(stream: Readable, hash: Hash): AsyncGenerator<string> {
  let bytes = 0;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    hash.update(chunk);
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = texts.pop() ?? '';
    if (bytes > MOST_ROWS_BYTES || rest.length > MOST_IN_LINE) throw damaged('表が長すぎます');
    yield* texts;
  }
  if (rest !== '') throw damaged('表');
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

function orDamaged<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError) throw damaged(what);
    throw error;
  }
}

async function textOf(source: PackageSource, name: string): Promise<string | null> {
  const stream = await source.open(name);
  if (stream === null) return null;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_MANIFEST_BYTES) throw damaged('目次');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
