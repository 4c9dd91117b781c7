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

const REPOSITORIES = /\.repository\.ts$/;
/** Conditions that several repositories share. */
const SCOPES = /\.scope\.ts$/;
const SERVICES = /\.service\.ts$/;
/** The browser imports their types only. */
const CALLS = /\.calls\.ts$/;
const DATABASE = /^(kysely|better-sqlite3)(\/|$)/;
const ASTRO = /^astro(:|\/|$)/;
const REACT = /^(react|react-dom|@nanostores\/react|@uppy\/)/;
const SERVER = /^src\/server\//;
const DB = /^db\//;
const COMMANDS = /^commands\//;
const DEMO = /^demo\//;

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
    room: 'calls',
    files: CALLS,
    never: [REPOSITORIES, SCOPES, DATABASE, DB, REACT, /^src\/(pages|actions)\//],
    says: 'a repository, a scope, the database or a page',
  },
  {
    room: 'repositories and scopes',
    files: /^src\/features\/.*\.(repository|scope)\.ts$/,
    never: [SERVICES, REPOSITORIES, /^src\/server\/(runtime|main)\.ts$/, /^better-sqlite3/, ASTRO],
    says: 'services, other repositories or a global database handle',
  },
  {
    room: 'what runs in the browser',
    files: /^src\/(islands|stores|client|page-scripts)\//,
    never: [CALLS, SERVICES, REPOSITORIES, SCOPES, SERVER, DB, DATABASE, ASTRO, /^node:/],
    says: 'calls, services, repositories, server or db',
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
    never: [/^src\/(?!server\/|lib\/)/, COMMANDS],
    says: 'features, pages or commands',
  },
  {
    room: 'migrations',
    files: /^db\/migrations\//,
    never: [/^src\//],
    says: 'src: they are frozen, and src is not',
  },
];

/** Only types may be imported from these. */
export const SERVER_ONLY =
  /^(src\/(server|entry|actions|middleware)\/|db\/|commands\/|node:|kysely$|better-sqlite3$|sharp$)|\.(calls|service|repository|scope|http|jobs|sender|access|server)\.ts$/;

/** Adapters, Node and the database: a file that imports them is server-only. */
export const ENGINES = /^(src\/server\/|db\/|node:|kysely$|better-sqlite3$|sharp$)/;

/** What keeps rows and pictures may change; only adapters know which it is. */
export const ENGINE_NAMES =
  /sqlite|postgres|pragma|rowid|\b(?:s3|aws|buckets?)\b|AWS_|PHOTO_STORE/i;

const ALIASES: [string, string][] = [
  ['#db/', 'db/'],
  ['#', 'src/'],
];

/**
 * A file's imports: paths from the project's folder, or package names. Type imports do not count.
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
