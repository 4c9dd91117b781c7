import path from 'node:path';

/** What one room of the house may not reach into (the table of docs/architecture.md). */
export interface Rule {
  room: string;
  files: RegExp;
  /** Matched against paths such as `src/server/env.ts` and packages such as `kysely`. */
  never: RegExp[];
  says: string;
  mayBeEmpty?: boolean;
}

/** Where the parts are put together: the only files of src/server that know the domain. */
export const COMPOSITION_ROOTS = [
  'main',
  'front',
  'runtime',
  'background',
  'maintenance',
  'contract',
].map((name) => `src/server/${name}.ts`);

const REPOSITORIES = /\.repository\.ts$/;
/** Conditions that several repositories share. */
const SCOPES = /\.scope\.ts$/;
const SERVICES = /\.service\.ts$/;
const DATABASE = /^(kysely|better-sqlite3)(\/|$)/;
const ASTRO = /^astro(:|\/|$)/;
const REACT = /^(react|react-dom|@nanostores\/react|@uppy\/)/;
const SERVER = /^src\/server\//;
const DB = /^db\//;

export const RULES: Rule[] = [
  {
    room: 'pages, actions and middleware',
    files: /^src\/(pages|actions|middleware)\//,
    never: [REPOSITORIES, SCOPES, DATABASE, DB],
    says: 'a repository, a scope, kysely, better-sqlite3 or db',
  },
  {
    room: 'services',
    files: /^src\/features\/.*\.service\.ts$/,
    never: [ASTRO, REACT, REPOSITORIES, SCOPES],
    says: "astro, React, a scope or another noun's repository",
  },
  {
    room: 'repositories and scopes',
    files: /^src\/features\/.*\.(repository|scope)\.ts$/,
    never: [SERVICES, REPOSITORIES, /^src\/server\/(runtime|main)\.ts$/, /^better-sqlite3/, ASTRO],
    says: 'services, other repositories or a global database handle',
  },
  {
    room: 'islands and stores',
    files: /^src\/(islands|stores)\//,
    never: [SERVICES, REPOSITORIES, SCOPES, SERVER, DB, DATABASE, ASTRO, /^node:/],
    says: 'services, repositories, server or db',
    mayBeEmpty: true,
  },
  {
    room: 'components and layouts',
    files: /^src\/(components|layouts)\//,
    never: [REPOSITORIES, SCOPES, DATABASE, DB],
    says: 'repositories or the database',
  },
  {
    room: 'server',
    files: /^src\/server\//,
    never: [/^src\/features\//, /^src\/(pages|actions|middleware|components|layouts|islands)\//],
    says: 'features or pages',
  },
  {
    room: 'lib',
    files: /^src\/lib\//,
    never: [/^src\/(?!lib\/)/, DB, DATABASE, ASTRO, REACT, /^node:/],
    says: 'anything of src, or I/O',
  },
  {
    room: 'migrations',
    files: /^db\/migrations\//,
    never: [/^src\//],
    says: 'src: they are frozen, and src is not',
  },
];

const ALIASES: [string, string][] = [
  ['#db/', 'db/'],
  ['#', 'src/'],
];

/**
 * Where a file's imports lead: paths from the project's folder, or names of packages. Types
 * alone bind nothing at run time and do not count.
 */
export function importsOf(file: string, source: string): string[] {
  const found = source.matchAll(
    /^\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm,
  );
  const dynamic = source.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g);
  return [...found, ...dynamic].map(([, target = '']) =>
    resolve(file, target.split('?', 1)[0] ?? ''),
  );
}

function resolve(file: string, target: string): string {
  if (target.startsWith('.')) return path.join(path.dirname(file), target);
  const alias = ALIASES.find(([prefix]) => target.startsWith(prefix));
  return alias ? alias[1] + target.slice(alias[0].length) : target;
}

/** `item` of `src/features/item/item.service.ts`; empty elsewhere. */
export const nounOf = (file: string): string => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? '';
