import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import type { Caddy } from '../support/caddy.ts';
import { CADDY_MISSING, hasCaddy, startCaddy } from '../support/caddy.ts';
import type { Ceph } from '../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import type { PostgresServer } from '../support/postgres-server.ts';
import { POSTGRES_MISSING, findPostgres, startPostgres } from '../support/postgres-server.ts';
import type { ServerOptions, TestServer } from '../support/server.ts';
import { freePort, startServer } from '../support/server.ts';
import type { TestSmtp } from '../support/smtp.ts';
import { startSmtp } from '../support/smtp.ts';
import type { World } from '../support/world.ts';
import { makeWorld } from '../support/world.ts';

const SECRET = 'one secret for all servers of a cluster';
/** The Caddyfile's own, which tests of one server shorten. */
const WAIT = '30s';

/** Servers behind one address, on one PostgreSQL and one bucket. */
export interface Cluster {
  /** Of the proxy in front. */
  url: string;
  nodes: Node[];
  world: World;
  /** The tests' own look at database and bucket; does no background work. */
  rt: Runtime;
  postgres: PostgresServer;
  ceph: Ceph;
  smtp: TestSmtp;
  stop: () => Promise<void>;
}

/** One server with a data folder and a port of its own. */
export interface Node {
  name: string;
  /** Of its process and of commands beside it. */
  settings: Record<string, string>;
  server: TestServer;
  /** Again, as this build. */
  start: () => Promise<void>;
  /** Its log's errors since the beginning, of all its processes. */
  errors: () => string[];
}

/** What is missing here, or null. */
export function missing(): string | null {
  if (!findPostgres()) return POSTGRES_MISSING;
  if (!hasCeph()) return CEPH_MISSING;
  return hasCaddy() ? null : CADDY_MISSING;
}

/** @param root of an older build, which has prepared the database before this one sees it */
export async function startCluster(size: number, root?: string): Promise<Cluster> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-cluster-'));
  const postgres = await startPostgres(findPostgres() ?? '');
  const ceph = await startCeph();
  await makeBucket(ceph, 'photos');
  const smtp = await startSmtp();
  // For the tests' own look at the bucket.
  Object.assign(process.env, ceph.env);
  const shared = {
    ...ceph.env,
    APP_SECRET: SECRET,
    DATABASE_URL: postgres.url('postgres'),
    PHOTO_STORE: 's3://photos/cluster',
    SMTP_URL: smtp.url,
  };
  const ports = await Promise.all(Array.from({ length: size }, freePort));
  const caddy = await startProxy(ports);
  const settings = { ...shared, PUBLIC_URL: caddy.url, TRUST_PROXY: '1', LOG_LEVEL: 'warn' };
  const nodes: Node[] = [];
  for (const [n, port] of ports.entries()) {
    const dataDir = path.join(home, `${n + 1}`);
    nodes.push(await startNode(`server ${n + 1}`, dataDir, { ...settings, PORT: `${port}` }, root));
  }
  const own = path.join(home, 'tests');
  const world = await makeWorld(own, shared);
  const rt = await openRuntime(readEnv({ ...shared, DATA_DIR: own, LOG_LEVEL: 'silent' }));
  const stop = async (): Promise<void> => {
    for (const { server } of nodes) await server.stop('SIGKILL');
    await caddy.stop();
    await rt.close();
    await smtp.close();
    await ceph.stop();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  };
  return { url: caddy.url, nodes, world, rt, postgres, ceph, smtp, stop };
}

async function startNode(
  name: string,
  dataDir: string,
  settings: Record<string, string>,
  root?: string,
): Promise<Node> {
  await mkdir(dataDir);
  const run = (options: ServerOptions = {}) => startServer(dataDir, settings, options);
  const first = await run({ root });
  const servers = [first];
  const node: Node = {
    name,
    settings: { ...settings, DATA_DIR: dataDir },
    server: first,
    async start() {
      node.server = await run();
      servers.push(node.server);
    },
    errors: () => servers.flatMap((server) => server.errors()),
  };
  return node;
}

/** As operators run it: with the Caddyfile and its settings for several servers. */
function startProxy(ports: readonly number[]): Promise<Caddy> {
  const upstreams = ports.map((port) => `127.0.0.1:${port}`).join(' ');
  const settings = { APP_ADDRESS: upstreams, APP_SERVERS: 'several' };
  return startCaddy(0, (shipped) => shipped, WAIT, settings);
}
