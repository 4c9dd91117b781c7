import type { KyselyPlugin, RawNode } from 'kysely';

/**
 * Migrations are written once, in SQLite's words. PostgreSQL gets types that hold and order the
 * same values: text by its bytes, and integers of 64 bits.
 */
const WORDS: [RegExp, string][] = [
  [/\)\s*STRICT(?:,\s*WITHOUT ROWID)?\s*$/, ')'],
  [/\bTEXT\b/g, 'text COLLATE "C"'],
  [/\bINTEGER\b/g, 'bigint'],
  [/\bVIRTUAL\b/g, 'STORED'],
];

const DEFINES = /^\s*(?:CREATE TABLE|ALTER TABLE)\b/i;

const forPostgres = (statement: string): string =>
  DEFINES.test(statement)
    ? WORDS.reduce((text, [from, to]) => text.replace(from, to), statement)
    : statement;

/** Translates what migrations define. */
export const inPostgresWords: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind !== 'RawNode') return node;
    const raw: RawNode = node;
    return { ...raw, sqlFragments: raw.sqlFragments.map(forPostgres) };
  },
  transformResult: ({ result }) => Promise.resolve(result),
};
