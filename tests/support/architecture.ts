import path from 'node:path';

/** What a folder must not import (the table of docs/architecture.md). */
export interface Rule {
  room: string;
  files: RegExp;
  /** Matched against paths such as `src/server/env.ts` and packages such as `kysely`. */
  never: RegExp[];
  says: string;
  mayBeEmpty?: boolean;
}

/** What a person would name, in an order: each imports only those before it. */
export const DOMAINS = [
  'audit',
  'facility',
  'mail',
  'account',
  'photo',
  'people',
  'item',
  'letter',
  'line',
  'delivery',
  'paper',
  'dashboard',
  'operator',
];

/** The HTTP side of use cases; the browser imports their types only. */
const CALLS = /\.calls\.ts$/;
const DATABASE = /^(kysely|better-sqlite3)(\/|$)/;
const ASTRO = /^astro(:|\/|$)/;
const REACT = /^(react|react-dom|@nanostores\/react|@uppy\/)/;
const SERVER = /^src\/server\//;
const DB = /^db\//;
const COMMANDS = /^commands\//;
const DEMO = /^demo\//;

/** The only files that import lucia and oslo (decision 22). */
const ACCOUNT_LIBRARIES = [
  'server/secrets.ts',
  'domains/account/password/password.ts',
  'domains/account/second-step/app-codes.ts',
  'domains/account/second-step/enrol.ts',
  'domains/account/session/session-rows.ts',
  'domains/account/session/session-lifecycle.ts',
  'domains/account/session/tokens.ts',
];

export const RULES: Rule[] = [
  {
    room: 'all but a few files of accounts',
    files: new RegExp(`^src/(?!(?:${ACCOUNT_LIBRARIES.join('|')})$)`),
    never: [/^(lucia|oslo)(\/|$)/],
    says: 'lucia or oslo',
  },
  {
    room: 'pages, actions and middleware',
    files: /^src\/(pages|actions|middleware)\//,
    never: [DATABASE, DB],
    says: 'kysely, better-sqlite3 or db',
  },
  {
    room: 'domains',
    files: /^src\/domains\//,
    never: [
      ASTRO,
      REACT,
      /^better-sqlite3/,
      /^src\/server\/main\.ts$/,
      /^src\/(pages|actions|middleware|components|layouts|islands|stores|client|entry)\//,
    ],
    says: 'astro, React, an engine, or what shows them',
  },
  {
    room: 'calls',
    files: CALLS,
    never: [DATABASE, DB],
    says: 'the database',
  },
  {
    room: 'what runs in the browser',
    files: /^src\/(islands|stores|client|page-scripts)\//,
    never: [CALLS, SERVER, DB, DATABASE, ASTRO, /^node:/],
    says: 'calls, server or db',
    mayBeEmpty: true,
  },
  {
    room: 'components',
    files: /^src\/components\//,
    never: [/^src\/(layouts|pages)\//, /^src\/server\/(runtime|database)\.ts$/],
    says: 'a layout, a page, or what asks the database: data comes by props',
  },
  {
    room: 'components and layouts',
    files: /^src\/(components|layouts)\//,
    never: [DATABASE, DB],
    says: 'the database',
  },
  {
    room: 'server',
    files: /^src\/server\//,
    never: [/^src\/(?!server\/|lib\/)/, COMMANDS, DEMO],
    says: 'anything of src but lib, commands or the demo',
  },
  {
    room: 'all but the server',
    files: /^src\/(?!server\/)/,
    never: [/^src\/server\/(s3|blobs)\//],
    says: 'a store of photos, which is behind server/blob-store.ts',
  },
  {
    room: 'what the server loads',
    files: /^src\//,
    never: [/^node:https?2?$/],
    says: 'node:http as a module, which loads fetch, TLS and HTTP/2 too (server/http/node-http.ts)',
  },
  {
    room: 'lib',
    files: /^src\/lib\//,
    never: [/^src\/(?!lib\/)/, DB, DATABASE, ASTRO, REACT, /^node:/],
    says: 'anything of src, or I/O',
  },
  {
    room: 'what an operator runs',
    files: /^(src|db|commands)\//,
    never: [DEMO, /^tests\//],
    says: 'the demo, which is not in the image',
  },
  {
    room: 'database',
    files: /^db\//,
    never: [/^src\/(?!lib\/)/, COMMANDS],
    says: 'anything of src but lib, or commands',
  },
  {
    room: 'migrations',
    files: /^db\/migrations\//,
    never: [/^src\//],
    says: 'src: they are frozen, and src is not',
  },
];

/** Only types may be imported from these, and from what imports them; zod is 25 KB. */
export const SERVER_ONLY =
  /^(src\/(server|entry|actions|middleware)\/|db\/|commands\/|node:|kysely$|better-sqlite3$|sharp$|zod$)|\.calls\.ts$/;

/** What keeps rows and pictures may change; only adapters know which it is. */
export const ENGINE_NAMES =
  /sqlite|postgres|pragma|rowid|\b(?:s3|aws|buckets?)\b|AWS_|PHOTO_STORE/i;

const ALIASES: [string, string][] = [
  ['#db/', 'db/'],
  ['#', 'src/'],
];

/**
 * A file's imports: paths from the project's folder, or package names.
 * @param types whether imports of types count
 */
export function importsOf(file: string, source: string, types?: 'and types'): string[] {
  const found = source.matchAll(
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm,
  );
  const dynamic = source.matchAll(/\bimport\((\s*)'([^']+)'\s*\)/g);
  return [...[...found].filter(([, type]) => types || type === undefined), ...dynamic].map(
    ([, , target = '']) => resolve(file, target.split('?', 1)[0] ?? ''),
  );
}

/** A path from the project's folder, or a package's name. */
export function resolve(file: string, target: string): string {
  if (target.startsWith('.')) return path.join(path.dirname(file), target);
  const alias = ALIASES.find(([prefix]) => target.startsWith(prefix));
  return alias ? alias[1] + target.slice(alias[0].length) : target;
}

/** `item` of `src/domains/item/held.ts`; undefined elsewhere. */
export const domainOf = (file: string): string | undefined =>
  /^src\/domains\/([^/]+)\//.exec(file)?.[1];
