import type { ChildProcess } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataPaths } from '#server/data-folder.ts';
import { call } from '../http.ts';
import type { Site } from '../open-site.ts';
import { countOpenFiles } from './open-files.ts';

/** Until the server notices that all clients are gone. */
const SETTLE_MS = 60_000;
const MOST_MORE_FILES = 10;
/** Kept connections to PostgreSQL and to the bucket; one that hangs would block good clients. */
const POOLED = 70;

interface ServerState {
  pid: number;
  openFiles: number;
  residentMb: number;
}

/** Zeros for a server that has exited, which `leftBehind` reports. */
export async function stateOf({ server: { child }, settings }: Site): Promise<ServerState> {
  const proc = `/proc/${child.pid}`;
  if (hasEnded(child)) return { pid: 0, openFiles: 0, residentMb: 0 };
  const status = await readFile(`${proc}/status`, 'utf8');
  return {
    pid: child.pid ?? 0,
    openFiles: await countOpenFiles(child.pid ?? 0, settings['AWS_ENDPOINT_URL_S3']),
    residentMb: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024),
  };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** @returns what the broken requests have left behind */
export async function leftBehind(site: Site, before: ServerState): Promise<string[]> {
  const { child, errors, output } = site.server;
  if (hasEnded(child)) {
    return [`the server ended: ${child.exitCode} ${child.signalCode}\n${output().slice(-2000)}`];
  }
  const found: string[] = [];
  const until = Date.now() + SETTLE_MS;
  const most = before.openFiles + MOST_MORE_FILES + ('DATABASE_URL' in site.settings ? POOLED : 0);
  const settle = async (): Promise<string[]> => {
    const { openFiles } = await stateOf(site);
    const temporary = await readdir(dataPaths(site.dataDir).temporary);
    return [
      ...(openFiles > most ? [`open files: ${before.openFiles} before, ${openFiles} after`] : []),
      ...(temporary.length > 0 ? [`in tmp: ${temporary.join(' ')}`] : []),
    ];
  };
  let unsettled = await settle();
  while (unsettled.length > 0 && Date.now() < until) {
    await sleep(100);
    unsettled = await settle();
  }
  found.push(...unsettled, ...(await wrongUploads(site)));
  const health = await call(site.server.url, '/healthz', { fresh: true });
  if (health.status !== 200) found.push(`healthz responds ${health.status}`);
  found.push(...errors().map((line) => `log: ${line}`));
  const { family, resident } = site.world.cast;
  for (const { token } of [family, resident]) {
    if (output().includes(token)) found.push('a token in the log');
  }
  return found;
}

/** Only complete photos with a row may exist. */
async function wrongUploads({ stored, factory: { db } }: Site): Promise<string[]> {
  const found: string[] = [];
  for (const file of await stored.list('uploads')) {
    const id = path.basename(file);
    const size = (await stored.read(file)).length;
    const row = await db
      .selectFrom('blobs')
      .select(['state', 'byte_size'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (row?.byte_size !== size || row.state === 'awaiting') {
      found.push(`${file}: ${size} bytes, but its row is ${JSON.stringify(row)}`);
    }
  }
  return found;
}
