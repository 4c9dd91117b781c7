import { expect, test } from 'vitest';
import { resolve } from './support/architecture.ts';
import { all, isTest, read } from './support/sources.ts';

/** Exports for tests alone, where no door leads to what is tested. */
const FOR_TESTS: Record<string, string> = {
  'src/server/pace.ts: Pace': 'its clock is the event loop of the process',
  'src/domains/paper/year/year-page.ts: readYearPage':
    "its door takes the server's one runtime, a test has its own",
  'src/domains/people/roster/import-roster.ts: addFamilies':
    'drawn at random with ways to reach them that no file can say',
  'db/register.ts: OF_ANY_TABLE': 'compared with the schema, and with what the privacy page tells',
  'db/register.ts: REGISTER': 'the same',
};

/** Called by frameworks, by name. */
const CALLED_BY_NAME =
  /^(onRequest|server|prerender|GET|POST|PUT|PATCH|DELETE|ALL|jsxs?|ActionError|defineAction)$/;

const NAMED_IMPORT = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g;
const WHOLE_IMPORT =
  /\b(?:import\s+(?:type\s+)?\*\s+as\s+\w+\s+from|export\s+\*\s+from|import\()\s*(?:\/\*.*?\*\/\s*)?'([^']+)'/g;

/** `file#name` of each name that another file imports, and `file` of what is imported whole. */
function importedNames(files: readonly string[]): Set<string> {
  const names = new Set<string>();
  for (const file of files) {
    const text = read(file);
    for (const [, list = '', target = ''] of text.matchAll(NAMED_IMPORT)) {
      for (const part of list.split(',')) {
        const [name = ''] = part
          .trim()
          .replace(/^type\s+/, '')
          .split(' as ');
        names.add(`${resolve(file, target)}#${name.trim()}`);
      }
    }
    for (const [, target = ''] of text.matchAll(WHOLE_IMPORT)) names.add(resolve(file, target));
  }
  return names;
}

const exportsOf = (file: string): string[] =>
  [
    ...read(file).matchAll(
      /^export (?:async )?(?:const|function\*?|class|interface|type) ([\w$]+)/gm,
    ),
  ].map(([, name = '']) => name);

/** Exports that none of these users imports. */
function unusedBy(users: readonly string[], files: readonly string[]): string[] {
  const imported = importedNames(users);
  return files.flatMap((file) =>
    exportsOf(file)
      .filter((name) => !imported.has(file) && !CALLED_BY_NAME.test(name))
      .filter((name) => !imported.has(`${file}#${name}`))
      .map((name) => `${file}: ${name}`),
  );
}

const CONFIGS = ['astro.config.mjs', 'vitest.config.ts', 'playwright.config.ts'];

test('exports are used in another file', () => {
  expect(unusedBy([...all, ...CONFIGS], all)).toEqual([]);
});

const isProduct = (file: string): boolean =>
  /^(src|db|commands|demo)\//.test(file) && !isTest(file);

/** What a command does, for tests that need no process of their own. */
const isCommand = (file: string): boolean => read(file).includes('if (import.meta.main)');

test('exports of the product are used by the product: tests enter by its doors', () => {
  const users = all.filter((file) => !file.startsWith('tests/') && !isTest(file));
  const files = all.filter((file) => isProduct(file) && !isCommand(file));
  expect(unusedBy([...users, 'astro.config.mjs'], files)).toEqual(Object.keys(FOR_TESTS));
});
