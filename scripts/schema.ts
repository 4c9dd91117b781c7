/**
 * Today's schema as the migrations leave it, for people: `npm run schema` writes `db/today`. Nothing
 * reads it but its tests.
 */
import BetterSqlite3 from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { upgradeAt } from '#server/postgres/open.ts';
import { upgradeDatabase } from '#server/sqlite/upgrade.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../tests/support/postgres-server.ts';

type Engine = 'sqlite' | 'postgres';

/** The text of each file of `db/today`, by its name. */
type Today = Record<string, string>;

const TODAY = path.resolve(import.meta.dirname, '../db/today');

const today = (engine: Engine, schema: string[][], triggers: string[][]): Today => ({
  [`${engine}-schema.sql`]: fileOf(MADE, schema),
  [`${engine}-triggers.sql`]: fileOf(ABOUT_TRIGGERS, triggers),
});

const MADE = '-- Made by `npm run schema` from db/migrations, to be read.';
const ABOUT_TRIGGERS = `${MADE}
-- Those of consent write withheld_pictures, blobs.withheld and blobs.only_for: one of three ways in
-- which "who sees a photo" is written (docs/domain.md). They follow what
-- src/domains/people/consent-records/record-consent.ts changes.`;

const fileOf = (about: string, parts: string[][]): string =>
  [about, ...parts.map((part) => part.join('\n'))].join('\n\n').concat('\n');

/** The files as they are kept. */
export const readToday = (engine: Engine): Today =>
  Object.fromEntries(
    Object.keys(today(engine, [], [])).map((name) => [
      name,
      readFileSync(path.join(TODAY, name), 'utf8'),
    ]),
  );

const WIDTH = 100;
/** Where long statements are broken. */
const CLAUSE =
  /\b(?<!DISTINCT |DELETE )(?:SELECT|FROM|WHERE|SET|JOIN|UNION|USING|GROUP BY|ON CONFLICT)\b/y;
const CONDITION = /\b(?:AND|OR|WHEN|ELSE)\b/y;

/** On one line, with one spelling of spaces, so that only what a statement says counts. */
const plain = (sql: string): string =>
  sql
    .replace(/\s+/g, ' ')
    .replace(/;(?=\S)/g, '; ')
    .replace(/\( | (?=[),;])/g, (spaced) => spaced.trim())
    .replace(/"(\w+)"(?= \()/g, '$1')
    .trim();

interface Part {
  text: string;
  /** In how many parentheses it begins. */
  depth: number;
}

/** Cuts before each place that stands in no quotes and, unless said, in no parentheses. */
function cut(sql: string, before: RegExp, deep = false): Part[] {
  const parts: Part[] = [];
  let part = { from: 0, depth: 0 };
  let [depth, isQuoted] = [0, false];
  const end = (to: number): unknown =>
    parts.push({ text: sql.slice(part.from, to).trim(), depth: part.depth });
  for (let at = 0; at < sql.length; at++) {
    before.lastIndex = at;
    if (at > part.from && !isQuoted && (deep || depth === 0) && before.test(sql)) {
      end(at);
      part = { from: at, depth };
    }
    if (sql[at] === "'") isQuoted = !isQuoted;
    if (!isQuoted) depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0;
  }
  end(sql.length);
  return parts;
}

/** Over several lines, if one is too short. */
function broken(sql: string, indent = '', at = [CLAUSE, CONDITION]): string[] {
  const [before, ...rest] = at;
  if (!before || indent.length + sql.length <= WIDTH) return [indent + sql];
  return cut(sql, before, true).flatMap(({ text, depth }, n) =>
    broken(text, indent + '  '.repeat(n === 0 ? 0 : Math.max(0, depth + 1)), rest),
  );
}

const block = (body: string): string[] => [
  'BEGIN',
  ...cut(plain(body), /(?<=; )/y).flatMap(({ text }) => broken(text, '  ')),
];

/** A column or a constraint on each line. */
function tableLines(sql: string): string[] {
  const [, head = '', body = '', tail = ''] = /^(.*?\()(.*)(\).*)$/.exec(plain(sql)) ?? [];
  return [head, ...cut(body, /(?<=,)/y).map(({ text }) => `  ${text}`), `${tail};`];
}

function triggerLines(sql: string): string[] {
  const [, head = '', when, body = ''] =
    /^(.*? ON \w+)(?: WHEN (.*?))? BEGIN (.*) END$/.exec(plain(sql)) ?? [];
  return [head, ...(when ? broken(`WHEN ${when}`, '  ') : []), ...block(body), 'END;'];
}

/** `pg_get_functiondef` quotes the body alone. */
function functionLines(definition: string): string[] {
  const [head = '', body = ''] = definition.split('$function$');
  const [, statements] = /^BEGIN (.*) END$/.exec(plain(body)) ?? [];
  const lines = statements ? [...block(statements), 'END'] : [body];
  return [`${plain(head)} $$`, ...lines, '$$;'];
}

const OURS = `tbl_name NOT LIKE 'kysely_%' AND sql IS NOT NULL`;

export function todayOfSqlite(file: string): Today {
  const db = new BetterSqlite3(file, { readonly: true });
  try {
    const list = db.prepare(`SELECT tbl_name AS "table", sql FROM sqlite_schema
      WHERE type = ? AND ${OURS} ORDER BY tbl_name, name`);
    const listed = (type: string) => list.all(type) as { table: string; sql: string }[];
    const indexes = listed('index');
    const schema = listed('table').map(({ table, sql }) => [
      ...tableLines(sql),
      ...indexes.filter((index) => index.table === table).map((index) => `${plain(index.sql)};`),
    ]);
    const triggers = listed('trigger').map(({ sql }) => triggerLines(sql));
    return today('sqlite', schema, triggers);
  } finally {
    db.close();
  }
}

const COLUMNS = `SELECT attrelid::regclass::text AS name,
    attname || ' ' || format_type(atttypid, atttypmod)
    || CASE WHEN collname IS NULL OR collname = 'default' THEN '' ELSE ' COLLATE "' || collname || '"' END
    || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
    || CASE WHEN adbin IS NULL THEN ''
      WHEN attgenerated = '' THEN ' DEFAULT ' || pg_get_expr(adbin, adrelid)
      ELSE ' GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid) || ') STORED' END AS text
  FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
    LEFT JOIN pg_collation ON pg_collation.oid = attcollation
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped
    AND relname NOT LIKE 'kysely_%'
  ORDER BY relname, attnum`;
// From version 18 on, NOT NULL is one of them.
const CONSTRAINTS = `SELECT conrelid::regclass::text AS name,
    'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid, true) AS text
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
  ORDER BY strpos('pufc', contype::text), conname COLLATE "C"`;
const INDEXES = `SELECT tablename AS name, indexdef AS text FROM pg_indexes
  WHERE schemaname = 'public' AND indexname NOT IN (SELECT conname FROM pg_constraint)
  ORDER BY indexname COLLATE "C"`;
const FUNCTIONS = `SELECT proname AS name, pg_get_functiondef(oid) AS text FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace ORDER BY proname COLLATE "C"`;
const TRIGGERS = `SELECT tgrelid::regclass::text AS name, pg_get_triggerdef(oid, true) AS text
  FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text COLLATE "C", tgname COLLATE "C"`;

export async function todayOfPostgres(url: string): Promise<Today> {
  const client = new pg.Client(url);
  await client.connect();
  const list = async (sql: string) => {
    const { rows } = await client.query<{ name: string; text: string }>(sql);
    return rows.map(({ name, text }) => ({ name, text: text.replaceAll('public.', '') }));
  };
  const columns = await list(COLUMNS);
  const constraints = await list(CONSTRAINTS);
  const indexes = await list(INDEXES);
  const functions = await list(FUNCTIONS);
  const triggers = await list(TRIGGERS);
  await client.end();
  const tables = [...new Set(columns.map(({ name }) => name))];
  return today(
    'postgres',
    tables.map((table) => {
      const own = (rows: typeof columns): string[] =>
        rows.filter(({ name }) => name === table).map(({ text }) => text);
      return [
        ...tableLines(`CREATE TABLE ${table} (${own([...columns, ...constraints]).join(', ')})`),
        ...own(indexes).map((sql) => `${sql};`),
      ];
    }),
    [
      ...functions.map(({ text }) => functionLines(text)),
      ...triggers.map(({ text }) => [`${text};`.replace(/ (?=REFERENCING|FOR EACH)/, '\n  ')]),
    ],
  );
}

/** A database of a server that is started for it alone. */
async function freshOnPostgres(programs: string): Promise<Today> {
  const server = await startPostgres(programs);
  try {
    await upgradeAt(server.url('postgres'));
    return await todayOfPostgres(server.url('postgres'));
  } finally {
    await server.stop();
  }
}

/** What the migrations make, from nothing. */
export async function onFreshFile<Result>(read: (file: string) => Result): Promise<Result> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-today-'));
  try {
    const file = path.join(folder, 'today.sqlite');
    await upgradeDatabase(file, { copies: folder });
    return read(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const programs = findPostgres();
  const files = {
    ...(await onFreshFile(todayOfSqlite)),
    ...(programs && (await freshOnPostgres(programs))),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(TODAY, name), text);
  console.log(`Wrote db/today/${Object.keys(files).join(', ')}`);
  if (!programs) console.log(`PostgreSQL's stay as they were: ${POSTGRES_MISSING}`);
}
