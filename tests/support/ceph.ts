import type { ChildProcess } from 'node:child_process';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openS3 } from '#server/s3/open-s3.ts';
import { freePort } from './server.ts';

const run = promisify(execFile);

const START_MS = 180_000;
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'ceph', 'monmaptool', 'radosgw', 'radosgw-admin'];

/** Whether Debian's ceph-mon, ceph-osd, ceph-common and radosgw are installed. */
export const hasCeph = (): boolean =>
  PROGRAMS.every((name) => spawnSync(name, ['--version']).status === 0);

export const CEPH_MISSING =
  'no Ceph here (apt-get install --no-install-recommends ceph-mon ceph-osd ceph-common radosgw)';

/** A real S3 server: a Ceph Object Gateway with one monitor and one store in memory. */
export interface Ceph {
  /** What programs need to reach it. */
  env: Record<string, string>;
  /** The gateway alone: the objects stay. */
  gateway: {
    kill: (signal?: NodeJS.Signals) => Promise<void>;
    start: () => Promise<void>;
    /** SIGSTOP and SIGCONT. */
    signal: (signal: NodeJS.Signals) => void;
  };
  /** How many objects may be kept; null for any number. Restarts the gateway, which remembers it. */
  allow: (objects: number | null) => Promise<void>;
  stop: () => Promise<void>;
}

/** A new, empty bucket. */
export async function makeBucket({ env }: Pick<Ceph, 'env'>, Bucket: string): Promise<void> {
  const { CreateBucketCommand, client } = await openS3(env);
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}

const BYTES = 2 * 1024 ** 3;

/**
 * Takes about 1 s on an idle machine.
 * @param bytes that it can hold; what it holds is in memory
 * @throws Error with its output if it does not start
 */
export async function startCeph(bytes = BYTES): Promise<Ceph> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-ceph-'));
  const port = await freePort();
  const fsid = randomUUID();
  const conf = path.join(home, 'ceph.conf');
  const monitor = `[v2:127.0.0.1:${await freePort()}/0]`;
  for (const name of ['mon', 'osd', 'rgw', 'run']) await mkdir(path.join(home, name));
  await writeFile(conf, configuration(home, fsid, monitor, port, bytes));
  const inHome = { cwd: home };
  const map = path.join(home, 'monmap');
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, map], inHome);
  await run('ceph-mon', ['-c', conf, '-i', 'a', '--mkfs', '--monmap', map], inHome);
  const start = (name: string, args: string[]): ChildProcess => {
    const log = openSync(path.join(home, 'run', `${name}.out`), 'a');
    const child = spawn(name, ['-c', conf, ...args, '-f'], {
      cwd: home,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  };
  const children = [start('ceph-mon', ['-i', 'a'])];
  const stop = async (): Promise<void> => {
    for (const child of children.toReversed()) await ended(child, 'SIGKILL');
    await rm(home, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  let gateway: ChildProcess | undefined;
  const startGateway = async (): Promise<void> => {
    gateway = start('radosgw', ['-n', 'client.rgw']);
    children.push(gateway);
    await answering(url, gateway);
  };
  const admin = async (args: string[]): Promise<void> => {
    const given = ['-c', conf, '-n', 'client.rgw', ...args];
    await run('radosgw-admin', given, { timeout: START_MS });
  };
  try {
    const osd = randomUUID();
    await run('ceph', ['-c', conf, 'osd', 'new', osd], { timeout: START_MS });
    await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', osd], inHome);
    children.push(start('ceph-osd', ['-i', '0']));
    await startGateway();
    await admin(NEW_USER);
  } catch (error) {
    const said = await readFile(path.join(home, 'run', 'radosgw.out'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`Ceph did not start: ${said}`, { cause: error });
  }
  return {
    env: { ...KEYS, AWS_ENDPOINT_URL_S3: url, AWS_REGION: 'us-east-1' },
    gateway: {
      async kill(signal = 'SIGKILL') {
        if (gateway) await ended(gateway, signal);
      },
      start: startGateway,
      signal: (signal) => void gateway?.kill(signal),
    },
    async allow(objects) {
      const quota = ['--quota-scope=user', '--uid=tests'];
      if (objects !== null) await admin(['quota', 'set', `--max-objects=${objects}`, ...quota]);
      await admin(['quota', objects === null ? 'disable' : 'enable', ...quota]);
      // Killed, it would be waited for when settings change again.
      if (gateway) await ended(gateway, 'SIGTERM');
      await startGateway();
    },
    stop,
  };
}

const KEYS = { AWS_ACCESS_KEY_ID: 'tests', AWS_SECRET_ACCESS_KEY: 'tests-secret-key' };

const NEW_USER = [
  'user',
  'create',
  '--uid=tests',
  '--display-name=tests',
  `--access-key=${KEYS.AWS_ACCESS_KEY_ID}`,
  `--secret-key=${KEYS.AWS_SECRET_ACCESS_KEY}`,
];

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('no answer');
}

/**
 * Encryption between its own parts needs keys that none of them has here. The short intervals of
 * Paxos save ten seconds, most of which it waits for more changes.
 */
const configuration = (
  home: string,
  fsid: string,
  monitor: string,
  port: number,
  bytes: number,
): string => `
[global]
fsid = ${fsid}
mon_host = ${monitor}
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_cluster_mode = crc
ms_service_mode = crc
ms_client_mode = crc
ms_mon_cluster_mode = crc
ms_mon_service_mode = crc
ms_mon_client_mode = crc
run_dir = ${home}/run
admin_socket = ${home}/run/$name.$pid.asok
log_file = ${home}/run/$name.log
pid_file =
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
[mon.a]
mon_data = ${home}/mon
[osd.0]
osd_data = ${home}/osd
osd_objectstore = memstore
memstore_device_bytes = ${bytes}
[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${port}
rgw_data = ${home}/rgw
`;
