import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runAdmin } from '../commands/admin/run.ts';

/** Documents name only what exists: whatever is renamed or removed is found here. */

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const textOf = (file: string): string => readFileSync(file, 'utf8');
/** The change log tells what was. */
const documents = tracked.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

interface Named {
  file: string;
  name: string;
  rest: string;
}

const spans = documents.flatMap((file) =>
  [...textOf(file).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => ({ file, span })),
);
const named = (pattern: RegExp): Named[] =>
  spans.flatMap(({ file, span }) => {
    const [, name, rest = ''] = pattern.exec(span) ?? [];
    return name === undefined ? [] : [{ file, name, rest }];
  });
const unknown = (found: readonly Named[], exists: (name: string, rest: string) => boolean) =>
  found
    .filter(({ name, rest }) => !exists(name, rest))
    .map(({ file, name, rest }) => `${file}: ${name} ${rest}`.trim());

const known = new Set(
  tracked.flatMap((file) => {
    const parts = file.split('/');
    return parts.flatMap((_, end) =>
      parts.slice(0, end + 1).map((__, from) => parts.slice(from, end + 1).join('/')),
    );
  }),
);
const ENDINGS = ['', '.ts', '.tsx', '.astro', '.css', '.mjs', '.test.ts', '.story.ts'];
const isKnown = (name: string): boolean =>
  ENDINGS.some((ending) => known.has(name.replace(/^\.?\/|\/$/g, '') + ending));

/** Made when something runs or is set up, or of others. */
const MADE =
  /^(\.\/|DATA_DIR\/|backups\/|bench-results\/|data\/|demo-data\/|dist\/|tmp\/|oslo\/|compose\.override\.yaml$)/;

const OF_SCRIPTS =
  /^(?:npm run |npm )?((?:test|bench|admin)(?::\w+)?|(?<=npm run )[\w:]+)(?: -- ([^…]*))?$/;
const PARTS_OF: Record<string, readonly string[]> = {
  bench: [...textOf('tests/bench/run.ts').matchAll(/part === '([^']+)'/g)].map(
    ([, part = '']) => part,
  ),
  'test:hostile': tracked
    .filter((file) => file.startsWith('tests/hostile/'))
    .flatMap((file) => /name: '([^']+)'/.exec(textOf(file))?.[1] ?? []),
};

describe('what documents name exists:', () => {
  test('files and folders', () => {
    const found = named(
      /^((?:[\w.[\]-]+\/)+[\w.[\]-]*|[\w.-]+\.(?:tsx?|astro|css|mjs|sh|md|conf|yaml))$/,
    ).filter(({ name }) => !MADE.test(name));
    expect(found.length).toBeGreaterThan(100);
    expect(unknown(found, isKnown)).toEqual([]);
  });

  test('npm scripts and their parts', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const found = named(OF_SCRIPTS);
    expect(found.length).toBeGreaterThan(40);
    const exists = (name: string, rest: string): boolean =>
      name in scripts &&
      rest
        .split(' ')
        .filter((word) => /^[a-z][a-z-]+$/.test(word))
        .every((word) => PARTS_OF[name]?.includes(word) ?? true);
    expect(unknown(found, exists)).toEqual([]);
  });

  test("the operator's commands", async () => {
    const { out } = await runAdmin(['--help'], {});
    const found = named(/^(?:.* )?admin (?:-- )?([a-z]+(?:-[a-z]+)*)(?: .*)?$/);
    expect(found.length).toBeGreaterThan(10);
    expect(unknown(found, (name) => out.includes(`  ${name}`))).toEqual([]);
  });

  test('settings', () => {
    const found = named(/^([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)(?:=.*)?$/);
    const source = tracked
      .filter((file) => /^(src|deploy|scripts|tests)\/.*\.(ts|sh|yaml)$|\.mjs$/.test(file))
      .map(textOf)
      .join('\n');
    expect(found.length).toBeGreaterThan(20);
    expect(unknown(found, (name) => new RegExp(`\\b${name}\\b`).test(source))).toEqual([]);
  });

  test('tests that prove a promise', () => {
    const rows = textOf('docs/safety.md').matchAll(/^\| P\d+ .*\| (.*?) *\|$/gm);
    const found = [...rows].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z][\w/.-]*)`/g)].map(([, name = '']) => ({
        ...{ file: 'docs/safety.md', name, rest: '' },
      })),
    );
    expect(found.length).toBeGreaterThan(100);
    expect(unknown(found, isKnown)).toEqual([]);
  });
});
