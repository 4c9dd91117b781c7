import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const filesUnder = (folder: string, pattern: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => path.join(folder, name));

const documents = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...filesUnder('docs', /\.md$/),
];
const sources = ['src', 'db', 'commands', 'demo', 'tests', 'scripts'].flatMap((folder) =>
  filesUnder(folder, /\.(ts|tsx|astro|css|mjs)$/),
);

const textOf = (file: string): string => readFileSync(file, 'utf8');
const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '');

/** As GitHub does. */
const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (file: string): string[] =>
  [...withoutCode(textOf(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading));

/** null for a valid reference. */
function problemOf(file: string, anchor: string | undefined): string | null {
  if (!existsSync(file)) return 'no such file';
  if (anchor === undefined || !file.endsWith('.md')) return null;
  return anchorsOf(file).includes(anchor) ? null : 'no such heading';
}

const listed = (pattern: RegExp, from: readonly string[]) =>
  from.flatMap((file) =>
    [...textOf(file).matchAll(pattern)].map((match) => ({ file, found: match[0], match })),
  );

test('references to documents lead to a heading', () => {
  const names = documents
    .map((file) => path.basename(file))
    .join('|')
    .replaceAll('.', '\\.');
  const references = listed(new RegExp(`\\b(${names})(?:#([\\w-]+))?`, 'g'), sources);
  expect(references.length).toBeGreaterThan(100);
  const wrong = references.filter(({ match: [, name = '', anchor] }) => {
    const homes = documents.filter((file) => path.basename(file) === name);
    return homes.every((file) => problemOf(file, anchor) !== null);
  });
  expect(wrong.map(({ file, found }) => `${file}: ${found}`)).toEqual([]);
});

test('promises and decisions named in code exist', () => {
  const promises = textOf('docs/safety.md');
  const decisions = readdirSync('docs/decisions').map((name) => Number(name.slice(0, 4)));
  const wrong = [
    ...listed(/\(P\d+(?:[,;]? (?:and )?P?\d+)*\)/g, sources).filter(({ found }) =>
      (found.match(/P\d+/g) ?? []).some(
        (name) => !new RegExp(`^\\| ${name} +\\|`, 'm').test(promises),
      ),
    ),
    ...listed(/\bdecision (\d+)\b/g, sources).filter(
      ({ match: [, number] }) => !decisions.includes(Number(number)),
    ),
  ];
  expect(wrong.map(({ file, found }) => `${file}: ${found}`)).toEqual([]);
  expect(decisions).toEqual(decisions.map((_, index) => index + 1));
});

test('the review of security names tests and places that there are', () => {
  const tests = ['src', 'tests'].flatMap((folder) => filesUnder(folder, /\.(test|story)\.tsx?$/));
  const named = new Set(tests.map((file) => path.basename(file).replace(/\.(test|story)\..*/, '')));
  const rows = textOf('docs/security.md')
    .split('\n')
    .filter((line) => /^\| V\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(15);
  const quoted = (cell = ''): string[] =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  const wrong = rows.flatMap(([, chapter = '', state, where, proof]) => {
    const names = quoted(proof);
    const isBare = state !== 'not applicable' && names.length === 0;
    const places = quoted(where).filter((name) => name.includes('/'));
    return [
      ...(isBare ? ['no test'] : []),
      ...names.filter((name) => !named.has(name)),
      ...places.filter((name) => !placeExists(name)),
    ].map((name) => `${chapter}: ${name}`);
  });
  expect(wrong).toEqual([]);
});

/** Below `src`, in a domain, or of the whole. */
const placeExists = (name: string): boolean =>
  ['src', 'src/domains', '.'].some((folder) =>
    ['', '.ts'].some((ending) => existsSync(path.join(folder, name + ending))),
  );

test('code refers only to papers in the repository', () => {
  const papers = listed(
    /\((?:spec|design|api|speed|stack|scale|house|safety)(?: \d|, ["P])/g,
    sources,
  );
  expect(papers.map(({ file, found }) => `${file}: ${found}`)).toEqual([]);
});

test('links between documents work', () => {
  const links = documents.flatMap((file) =>
    [
      ...withoutCode(textOf(file)).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ].map(([link, target = '', anchor]) => {
      const home = target === '' ? file : path.join(path.dirname(file), target);
      return { link: `${file}: ${link}`, problem: problemOf(home, anchor) };
    }),
  );
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ problem }) => problem !== null)).toEqual([]);
});
