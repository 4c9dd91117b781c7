import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { ownTables } from '#db/own-tables.ts';
import { OF_ANY_TABLE, REGISTER } from '#db/register.ts';
import { FAMILY_FACTS } from '#domains/people/family-facts.ts';
import { RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import { dataGroups } from '#components/legal/register.ts';
import { onFreshFile, readToday, todayOfSqlite } from '../scripts/schema.ts';

type Place = string | Readonly<Record<string, string>>;
type Schema = Map<string, string[]>;

function columnsIn(file: string): Schema {
  const db = new BetterSqlite3(file, { readonly: true });
  const columnsOf = (table: string) =>
    db.prepare(`SELECT name FROM pragma_table_xinfo('${table}')`).pluck().all() as string[];
  const schema = new Map(ownTables(db).map((table) => [table, columnsOf(table)]));
  db.close();
  return schema;
}

const { schema: MIGRATED, today: TODAY } = await onFreshFile((file) => ({
  schema: columnsIn(file),
  today: todayOfSqlite(file),
}));

const listed = (columns: string): string[] => columns.split(' ');

/** What is to be done, in words for whoever has changed the schema. */
function* faultsOf(register: Record<string, Place>, schema: Schema): Iterable<string> {
  for (const [table, columns] of schema) {
    const place = register[table];
    if (place === undefined) {
      yield `table ${table} is not in the register: say in db/register.ts what it holds of whom, or why it holds nothing of a person`;
    } else if (typeof place !== 'string') yield* columnFaults(table, columns, place);
  }
  for (const table of Object.keys(register)) {
    if (!schema.has(table)) yield `table ${table} of db/register.ts does not exist`;
  }
}

function* columnFaults(
  table: string,
  columns: readonly string[],
  place: Readonly<Record<string, string>>,
): Iterable<string> {
  const said = Object.values(place).flatMap(listed);
  const general = listed(OF_ANY_TABLE);
  for (const column of columns) {
    if (!said.includes(column) && !general.includes(column)) {
      yield `column ${table}.${column} is not in the register: say in db/register.ts to which entry of the privacy page it belongs, or put it under "none"`;
    }
  }
  for (const column of said) {
    if (!columns.includes(column))
      yield `column ${table}.${column} of db/register.ts does not exist`;
    if (said.indexOf(column) !== said.lastIndexOf(column))
      yield `${table}.${column} is there twice`;
  }
}

/** With the facts that say it themselves. */
const register: Record<string, Place> = { ...REGISTER };
const declared = [
  ...Object.values(RESIDENT_FACTS).map(
    ({ column, entry }) => ['residents', entry, column] as const,
  ),
  ...Object.values(FAMILY_FACTS).map(({ column }) => ['families', 'family', column] as const),
];
for (const [table, entry, column] of declared) {
  const place = register[table] as Readonly<Record<string, string>>;
  register[table] = { ...place, [entry]: `${place[entry] ?? ''} ${column}`.trim() };
}

const places = Object.entries(register);
const used = new Set(
  places.flatMap(([, place]) => (typeof place === 'string' ? [] : Object.keys(place))),
);
used.delete('none');

describe('the register of data', () => {
  test('has every table, and every column of those that hold something of a person', () => {
    expect([...faultsOf(register, MIGRATED)]).toEqual([]);
  });

  test('says why where a table holds nothing of a person', () => {
    const reasons = places.map(([, place]) => place).filter((place) => typeof place === 'string');
    for (const reason of reasons) expect(reason).toMatch(/^\S+(?: \S+){3}/);
  });

  test('has words on the privacy page for every entry, and none without data', () => {
    const words = dataGroups({ hasLine: true, sendsMail: true }).flatMap(({ ids }) => ids);
    expect([...used].filter((id) => !words.includes(id))).toEqual([]);
    expect(words.filter((id) => !used.has(id))).toEqual([]);
  });
});

test('tells whoever adds a table or a column what to do', () => {
  const schema = new Map(MIGRATED);
  schema.set('diaries', ['id', 'body']);
  schema.set('contacts', [...(schema.get('contacts') ?? []), 'age']);
  schema.delete('handovers');
  expect([...faultsOf(register, schema)]).toEqual([
    expect.stringMatching(/^column contacts\.age is not in the register: say/),
    expect.stringMatching(/^table diaries is not in the register: say/),
    'table handovers of db/register.ts does not exist',
  ]);
});

describe('db/today', () => {
  test('tells the schema as the migrations leave it', () => {
    const kept = readToday('sqlite');
    const old = Object.keys(TODAY).filter((name) => TODAY[name] !== kept[name]);
    expect(old.map((name) => `db/today/${name} is of another day: npm run schema`)).toEqual([]);
  });

  /** Its columns are compared in full where there is PostgreSQL (tests/engines/postgres). */
  test('has the same columns for both engines, also where it was made without PostgreSQL', () => {
    const { 'postgres-schema.sql': postgres = '' } = readToday('postgres');
    const tables = new Map(
      [...postgres.matchAll(/^CREATE TABLE (\w+) \((.*?)^\);/gms)].map(
        ([, table = '', body = '']) => [
          table,
          [...body.matchAll(/^ {2}(?!CONSTRAINT )(\w+) /gm)].map(([, column = '']) => column),
        ],
      ),
    );
    const sorted = (schema: Schema) =>
      [...schema].map(([table, columns]) => `${table}: ${columns.toSorted().join(' ')}`).sort();
    expect(sorted(tables)).toEqual(sorted(MIGRATED));
  });
});
