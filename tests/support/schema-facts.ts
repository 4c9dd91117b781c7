import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';

/** What a database's schema says, in words that both engines share. */
type Facts = Record<'columns' | 'checks' | 'references' | 'indexes', string[]>;

/** Without what each engine adds when it prints an expression. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/collate "c"|::\w+(?:\[\])?/g, '')
    .replace(/= any \(\(?array\[([^\]]*)\]\)?\)/g, 'in $1')
    .replace(/(\S+(?: % \d+)?) between (\d+) and (\d+)/g, '$1 >= $2 and $1 <= $3')
    .replace(/[()"]/g, ' ')
    .replace(/\s*,\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .trim();

const TYPES: Record<string, string> = { TEXT: 'text', INTEGER: 'bigint' };
const OURS = `name NOT LIKE 'kysely_%' AND name NOT LIKE 'sqlite_%'`;

/** The texts in `CHECK (…)`, whose parentheses may be nested. */
function checksIn(definition: string): string[] {
  return [...definition.matchAll(/\bCHECK \(/g)].map(({ index }) => {
    let depth = 0;
    const from = index + 'CHECK '.length;
    for (let at = from; at < definition.length; at++) {
      if (definition[at] === '(') depth++;
      if (definition[at] === ')' && --depth === 0) return definition.slice(from, at);
    }
    return '';
  });
}

export function factsOfFile(file: string): Facts {
  const db = new BetterSqlite3(file, { readonly: true });
  const all = <Row>(sql: string): Row[] => db.prepare(sql).all() as Row[];
  const tables = all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND ${OURS}`,
  );
  const columns = tables.flatMap(({ name }) =>
    all<{ name: string; type: string; notnull: 0 | 1; dflt_value: string | null; pk: number }>(
      `SELECT * FROM pragma_table_xinfo('${name}')`,
    ).map(
      (column) =>
        `${name}.${column.name} ${TYPES[column.type] ?? column.type}` +
        `${column.notnull === 1 || column.pk > 0 ? ' not null' : ''} ${plain(column.dflt_value ?? '')}`,
    ),
  );
  const references = tables.flatMap(({ name }) =>
    all<{ target: string; own: string; theirs: string; action: string }>(
      `SELECT "table" AS target, group_concat("from") AS own, group_concat("to") AS theirs,
        on_delete AS action FROM (SELECT * FROM pragma_foreign_key_list('${name}') ORDER BY id, seq)
        GROUP BY id`,
    ).map(({ target, own, theirs, action }) => `${name} ${own} ${target} ${theirs} ${action}`),
  );
  const uniques = tables.flatMap(({ name }) =>
    all<{ columns: string }>(
      `SELECT (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(list.name)
        ORDER BY seqno)) AS columns FROM pragma_index_list('${name}') AS list WHERE origin <> 'c'`,
    ).map((index) => `unique ${name} ${index.columns}`),
  );
  const indexes = all<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
  ).map(({ sql }) => plain(sql));
  db.close();
  const checks = tables.flatMap(({ name, sql }) =>
    checksIn(sql).map((check) => `${name} ${plain(check)}`),
  );
  return sorted({ columns, checks, references, indexes: [...uniques, ...indexes] });
}

export async function factsOfPostgres(url: string): Promise<Facts> {
  const client = new pg.Client(url);
  await client.connect();
  const all = async (sql: string): Promise<Record<string, string>[]> =>
    (await client.query(sql)).rows as Record<string, string>[];
  const columns = await all(`SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'kysely_%' AND column_name <> 'rowid'`);
  const constraints = await all(`SELECT conrelid::regclass::text AS name, contype AS kind,
      pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'kysely_%'`);
  const indexes = await all(`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    AND tablename NOT LIKE 'kysely_%'
    AND indexname NOT IN (SELECT conname FROM pg_constraint) AND indexname <> 'items_shared'`);
  await client.end();
  const of = (...kinds: string[]) => constraints.filter(({ kind = '' }) => kinds.includes(kind));
  return sorted({
    columns: columns.map(
      (column) =>
        `${column['table_name']}.${column['column_name']} ${column['data_type']}` +
        `${column['is_nullable'] === 'NO' ? ' not null' : ''} ${plain(column['column_default'] ?? '')}`,
    ),
    checks: of('c').map(
      ({ name, definition = '' }) => `${name} ${plain(definition.replace(/^CHECK/, ''))}`,
    ),
    references: of('f').map(({ name, definition = '' }) => {
      const [, own = '', target, theirs = '', action] =
        /\((.*?)\) REFERENCES (\w+)\((.*?)\)(?: ON DELETE (.*))?/.exec(definition) ?? [];
      const list = (text: string): string => text.replaceAll(' ', '');
      return `${name} ${list(own)} ${target} ${list(theirs)} ${action ?? 'NO ACTION'}`;
    }),
    indexes: [
      ...of('p', 'u').map(
        ({ name, definition = '' }) =>
          `unique ${name} ${(/\((.*)\)/.exec(definition)?.[1] ?? '').replaceAll(' ', '')}`,
      ),
      ...indexes.map(({ indexdef = '' }) =>
        plain(indexdef.replace(' USING btree', '').replace('public.', '')),
      ),
    ],
  });
}

const sorted = (facts: Facts): Facts => ({
  columns: facts.columns.map((text) => text.trim()).toSorted(),
  checks: facts.checks.toSorted(),
  references: facts.references.toSorted(),
  indexes: facts.indexes.toSorted(),
});
