import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Rule } from './support/architecture.ts';
import { awaitsAtTop } from './support/top-level-await.ts';
import {
  DOMAINS,
  ENGINE_NAMES,
  RULES,
  SERVER_ONLY,
  domainOf,
  importsOf,
} from './support/architecture.ts';
import { all, isTest, read } from './support/sources.ts';

const LOOK_AGAIN = 250;
const MAX_LINES = 400;

/** A file's forbidden imports. */
const forbidden = (file: string, { never }: Rule): string[] =>
  importsOf(file, read(file)).filter((target) => never.some((pattern) => pattern.test(target)));

describe.each(RULES)('$room', (rule) => {
  const files = all.filter((file) => rule.files.test(file) && !isTest(file));

  test('has files, so that the rule applies to something', () => {
    expect(rule.mayBeEmpty === true || files.length > 0).toBe(true);
  });

  test(`never imports ${rule.says}`, () => {
    const found = files.flatMap((file) =>
      forbidden(file, rule).map((target) => `${file} → ${target}`),
    );
    expect(found).toEqual([]);
  });
});

/** One capability each, looked at again. */
const LONG: Record<string, string> = {
  'src/components/legal/register.ts': 'what is kept of whom, as the privacy page tells it',
  'src/domains/photo/take-in-photo.ts': 'a stored photo, from its slot to its removal',
  'src/domains/dashboard/history/care-words.ts': 'a sentence for each thing that is done',
  'db/migrations/0064_obey_waiting_answers.ts':
    'all triggers that hide pictures, on both databases, to be compared',
  'tests/e2e/old-phones.story.ts': 'every page on each old phone, and what stands in for scripts',
  'tests/integration/audit.test.ts': 'what causes each event, in one table',
  'tests/integration/joining.test.ts': 'a sheet, an application and its end, told in one piece',
  'tests/integration/largest-size.test.ts': 'one size, made when it is first asked for',
  'tests/integration/own-address.test.ts': 'the life of a button, and all that ends it',
  'tests/integration/query-plans.test.ts':
    'the queries of every use case, whose plans are judged together',
  'tests/integration/transfer.test.ts':
    'a facility and its copy on another server, compared in every way',
  'tests/support/answers-walk.ts': 'one walk: all ways to answer, and the rules of what waits',
  'tests/support/hidden-model.ts': 'one model of who may see what, to be read as a whole',
  'tests/support/hidden-walk.ts': 'one walk: its steps and what each does',
  'tests/support/joining-walk.ts': 'one walk: its steps and the model that knows who may read what',
  'tests/support/link-walk.ts': 'one walk: its steps, and what each ends',
  'tests/support/mail-walk.ts': 'every address that is mailed or printed, and what each may open',
  'tests/support/photo-page.ts': 'all that is done on the photo page, and what each step must show',
  'tests/support/stop-walk.ts': 'one walk: its steps and the model that knows who has stopped',
  'tests/support/views/places.ts': 'what the views are opened on, made in one go',
};

test(`files over ${LOOK_AGAIN} lines have a reason, and none has more than ${MAX_LINES}`, () => {
  const linesOf = (file: string): number => read(file).split('\n').length - 1;
  const long = all.filter((file) => linesOf(file) > LOOK_AGAIN);
  expect(long).toEqual(Object.keys(LONG));
  expect(long.filter((file) => linesOf(file) > MAX_LINES)).toEqual([]);
});

test('no tests under src/pages: all of it is routed', () => {
  expect(all.filter((file) => file.startsWith('src/pages/') && isTest(file))).toEqual([]);
});

test('React is used in islands only', () => {
  const found = all.filter(
    (file) => file.startsWith('src/') && !file.startsWith('src/islands/') && file.endsWith('.tsx'),
  );
  expect(found).toEqual([]);
});

/** Import chains from a file to server-only code. */
function waysToServer(file: string, way: readonly string[], seen: Set<string>): string[] {
  if (SERVER_ONLY.test(file)) return [[...way, file].join(' → ')];
  if (seen.has(file) || !all.includes(file)) return [];
  seen.add(file);
  return importsOf(file, scriptOf(file)).flatMap((next) =>
    waysToServer(next, [...way, file], seen),
  );
}

/** Only the `<script>` of a component reaches the browser. */
const scriptOf = (file: string): string =>
  file.endsWith('.astro')
    ? [...read(file).matchAll(/<script\b[^>]*>([^]*?)<\/script>/g)]
        .map(([, text]) => text)
        .join('\n')
    : read(file);

/** With what reaches the browser, to the end of its imports. */
function walkBrowserCode(): { ways: string[]; seen: Set<string> } {
  const first = all.filter(
    (file) =>
      !isTest(file) &&
      (/^src\/(islands|stores|client|page-scripts)\//.test(file) || /^src\/.*\.astro$/.test(file)),
  );
  const seen = new Set<string>();
  return { ways: first.flatMap((file) => waysToServer(file, [], seen)), seen };
}

test('server code never reaches the browser', () => {
  const { ways, seen } = walkBrowserCode();
  expect(ways).toEqual([]);
  expect(seen.size).toBeGreaterThan(100);
});

test('no module of the browser awaits at its top level, where WebKit is faulty', () => {
  expect(
    ['await x', 'for await (const y of z);', 'const f = async () => await x'].map((code) =>
      awaitsAtTop(code),
    ),
  ).toEqual([true, true, false]);
  const { seen } = walkBrowserCode();
  expect([...seen].filter((file) => awaitsAtTop(scriptOf(file)))).toEqual([]);
});

test('each domain imports only those before it', () => {
  const files = all.filter((file) => domainOf(file) !== undefined && !isTest(file));
  expect(new Set(files.map(domainOf))).toEqual(new Set(DOMAINS));
  const back = files.flatMap((file) =>
    importsOf(file, read(file), 'and types')
      .filter((target) => DOMAINS.indexOf(domainOf(target) ?? '') > placeOf(file))
      .map((target) => `${file} → ${target}`),
  );
  expect(back).toEqual([]);
});

const placeOf = (file: string): number => DOMAINS.indexOf(domainOf(file) ?? '');

test('pages ask use cases, never the database', () => {
  const found = all.filter(
    (file) =>
      /^src\/(pages|actions|middleware|components|layouts)\//.test(file) &&
      /\bdb\b/.test(read(file).replaceAll(/^\s*(import|\/?\*).*$/gm, '')),
  );
  expect(found).toEqual([]);
});

test('no engine is named outside the server and db', () => {
  const found = all
    .filter((file) => /^src\/(?!server\/|entry\/)/.test(file) && !isTest(file))
    .filter((file) => ENGINE_NAMES.test(read(file)));
  expect(found).toEqual([]);
});

test('imports from another folder start at a root alias, not at dots', () => {
  const found = all
    .filter((file) => /^(src|db|commands)\/.*\.(ts|tsx|astro|mjs)$/.test(file) && !isTest(file))
    .flatMap((file) =>
      [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.\.\/[^']+)'/g)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => /^(src|db)\//.test(target))
        .map((target) => `${file} → ${target}`),
    );
  expect(found).toEqual([]);
});

test("no module of the server opens Intl's data when it is loaded, which takes 5 MB", () => {
  const found = all
    .filter((file) => /^src\/(server|domains|lib|entry|middleware)\//.test(file) && !isTest(file))
    .filter((file) => /^(?:export )?const [\w$]+ = new Intl\./m.test(read(file)));
  expect(found).toEqual([]);
});

test('React runs in four islands', () => {
  const islands = all
    .filter((file) => file.endsWith('.astro'))
    .flatMap((file) => [...read(file).matchAll(/<(\w+)\s[^>]*?client:/g)].map(([, name]) => name));
  const expected = ['DeadlineBar', 'ItemsList', 'SideMenu', 'UploadDropZone'];
  expect([...new Set(islands)].toSorted()).toEqual(expected);
});

test('nothing is written by REPLACE, which deletes a row without its triggers', () => {
  const found = all
    .filter((file) => /^(src|commands|demo|db)\//.test(file) && !isTest(file))
    .filter((file) =>
      /replaceInto|orReplace|OR REPLACE(?! FUNCTION)|REPLACE INTO/.test(read(file)),
    );
  expect(found).toEqual([]);
});

/** Queries and constants, which are never empty; and a list that its caller checks. */
const NEVER_EMPTY = /^(\(|\[|[A-Z_]+\)|families\)|laterMails\(|filtered\()/;
const CHECKED = /^src\/domains\/delivery\/separate-letters\.ts$/;

test('a list of a query that may be empty says so: not every database takes `in ()`', () => {
  const found = all
    .filter((file) => /^(src|commands|demo)\//.test(file) && !isTest(file))
    .flatMap((file) =>
      [...read(file).matchAll(/(^.*)'(in|not in)',\s*(.*)$/gm)]
        .filter(([, before = '', word, list = '']) =>
          word === 'in'
            ? !list.startsWith('orNone(') && !NEVER_EMPTY.test(list)
            : !before.includes('.length > 0') && !CHECKED.test(file),
        )
        .map(([line]) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
