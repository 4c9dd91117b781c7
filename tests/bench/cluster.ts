import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { openLedger } from '../crash/ledger.ts';
import type { Target } from '../crash/load.ts';
import { uploadOne } from '../crash/load.ts';
import { missing } from '../cluster/cluster.ts';
import { picturesIn } from '../cluster/load.ts';
import { makeBucket, startCeph } from '../support/ceph.ts';
import { call, signIn } from '../support/http.ts';
import { jpeg } from '../support/pictures.ts';
import { findPostgres, startPostgres } from '../support/postgres-server.ts';
import type { TestServer } from '../support/server.ts';
import { startServer } from '../support/server.ts';
import { startSmtp } from '../support/smtp.ts';
import type { World } from '../support/world.ts';
import { makeWorld } from '../support/world.ts';
import { load } from './load.ts';
import { ROOT, cpuMsWithChildren } from './process.ts';
import type { Row } from './report.ts';
import { report } from './report.ts';

const UPLOADERS = 3;
const UPLOADS_EACH = 10;

interface Arrangement {
  name: string;
  /** Where its rows and photos are; the same world for the same settings. */
  settings: Record<string, string>;
  processes: number;
}

/** `npm run bench -- cluster`: the same requests on each pair of database and store. */
export async function benchCluster(): Promise<void> {
  const why = missing();
  if (why) {
    console.log(why);
    return;
  }
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-bench-'));
  const postgres = await startPostgres(findPostgres() ?? '');
  const ceph = await startCeph();
  const smtp = await startSmtp();
  try {
    await makeBucket(ceph, 'bench');
    Object.assign(process.env, ceph.env);
    const s3 = (prefix: string) => ({ ...ceph.env, PHOTO_STORE: `s3://bench/${prefix}` });
    const shared = { APP_SECRET: 'one secret for all servers of a bench', SMTP_URL: smtp.url };
    const scaled = { ...s3('scaled'), ...shared, DATABASE_URL: postgres.url('postgres') };
    const one = await measureWorld(path.join(home, 'folder'), [
      { name: 'SQLite, folder', settings: {}, processes: 1 },
    ]);
    const two = await measureWorld(path.join(home, 'bucket'), [
      { name: 'SQLite, S3', settings: s3('alone'), processes: 1 },
    ]);
    const three = await measureWorld(path.join(home, 'scaled'), [
      { name: 'PostgreSQL, S3', settings: scaled, processes: 1 },
      { name: 'PostgreSQL, S3, two processes', settings: scaled, processes: 2 },
    ]);
    await report([...one, ...two, ...three], path.join(ROOT, 'bench-results'), 'cluster');
  } finally {
    await smtp.close();
    await ceph.stop();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

async function measureWorld(dataDir: string, arrangements: Arrangement[]): Promise<Row[]> {
  const rows: Row[] = [];
  const [first] = arrangements;
  await mkdir(dataDir);
  const world = await makeWorld(dataDir, first?.settings);
  for (const { name, settings, processes } of arrangements) {
    const servers: TestServer[] = [];
    for (let n = 0; n < processes; n++) {
      const folder = n === 0 ? dataDir : `${dataDir}-${n}`;
      await mkdir(folder, { recursive: true });
      servers.push(await startServer(folder, { ...settings, LOG_LEVEL: 'warn' }));
    }
    try {
      rows.push(...(await measure(name, servers, world)));
    } finally {
      for (const server of servers) await server.stop();
    }
  }
  return rows;
}

async function measure(name: string, servers: TestServer[], world: World): Promise<Row[]> {
  const { resident, family, general } = world.cast;
  const tokens = { residentToken: resident.token, familyToken: family.token };
  const letter = paths.letter(world.yearMonth, tokens);
  const [server] = servers as [TestServer];
  const [picture = ''] = picturesIn((await call(server.url, letter)).text);
  const { bearer } = await signIn(server.url, general.email);
  return [
    ...(await measureReads(`${name}: letters`, servers, letter)),
    ...(await measureReads(`${name}: pictures`, servers, picture)),
    ...(await measureUploads(name, servers, bearer)),
  ];
}

const asMeasured = ({ url, child: { pid = 0 } }: TestServer) => ({
  name: url,
  url,
  pid,
  stop: () => Promise.resolve(),
});

async function measureReads(what: string, servers: TestServer[], path: string): Promise<Row[]> {
  const loads = await Promise.all(servers.map((server) => load(asMeasured(server), path)));
  const perSecond = loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
  const cpu = loads.reduce((sum, { cpuPerRequest }) => sum + cpuPerRequest, 0) / loads.length;
  return [
    { what, value: perSecond, unit: '/s' },
    { what: `${what}, CPU each`, value: Math.round(cpu), unit: 'µs' },
  ];
}

/** From the slot to the item, and the CPU of servers and decoders meanwhile. */
async function measureUploads(name: string, servers: TestServer[], bearer: string): Promise<Row[]> {
  const picture = await jpeg({ width: 2000, height: 1500 });
  const ledger = openLedger();
  const targets = servers.map(({ url }): Target => ({ url, bearer, picture }));
  const usedMs = (): number =>
    servers.reduce((sum, { child: { pid = 0 } }) => sum + cpuMsWithChildren(pid), 0);
  const cpuBefore = usedMs();
  const began = performance.now();
  const upload = async (n: number): Promise<void> => {
    for (let one = 0; one < UPLOADS_EACH; one++) {
      await uploadOne(targets[(n + one) % targets.length] as Target, ledger);
    }
  };
  await Promise.all(Array.from({ length: UPLOADERS }, (_, n) => upload(n)));
  const seconds = (performance.now() - began) / 1000;
  const uploads = UPLOADERS * UPLOADS_EACH;
  return [
    { what: `${name}: uploads`, value: Math.round((uploads / seconds) * 10) / 10, unit: '/s' },
    {
      what: `${name}: uploads, CPU each`,
      value: Math.round((usedMs() - cpuBefore) / uploads),
      unit: 'ms',
    },
  ];
}
