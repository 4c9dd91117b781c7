import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client, SFTPWrapper } from 'ssh2';
import { codeOf } from '#lib/errors.ts';
import type { Env } from '#server/env.ts';
import { hostKeysOf } from './host-keys.ts';
import type { Place, StoredFile } from './place.ts';
import { PARTS, newPart } from './place.ts';
import type { Calls } from './sftp-calls.ts';
import { callsOf } from './sftp-calls.ts';

const CONNECT_MS = 30_000;
const ALIVE_EVERY_MS = 15_000;
const ALIVE_MISSES = 4;

/** A folder of another machine, with our key and its known host key. @throws Error with one line */
export async function openSftp(url: URL, env: Env): Promise<Place> {
  const { client, sftp } = await connect(url, env);
  const root = decodeURIComponent(url.pathname).replace(/\/$/, '');
  const at = (name: string): string => path.posix.join(root, name);
  const call = callsOf(client, sftp);
  const made = new Map<string, Promise<void>>();
  const makeFolder = (folder: string): Promise<void> => {
    const making = made.get(folder) ?? makeMissing(call, at(folder));
    made.set(folder, making);
    return making;
  };
  return {
    list: (folder) => filesBelow(call, at(folder)),
    read: async (name) => ((await call.isThere(at(name))) ? call.read(at(name)) : null),
    async send(file, name) {
      const part = `${PARTS}/${newPart()}`;
      const folders = path.posix.dirname(name).split('/');
      for (const n of folders.keys()) await makeFolder(folders.slice(0, n + 1).join('/'));
      await makeFolder(PARTS);
      await call.put(file, at(part));
      await call.sync(at(part));
      await call.rename(at(part), at(name));
    },
    remove: (name) => call.remove(at(name)),
    prepare: () => makeMissing(call, root),
    close: () => void client.end(),
  };
}

async function makeMissing(call: Calls, folder: string): Promise<void> {
  if (!(await call.isThere(folder))) await call.makeFolder(folder);
}

async function connect(url: URL, env: Env): Promise<{ client: Client; sftp: SFTPWrapper }> {
  const known = hostKeysOf(env.BACKUP_COPY_HOST_KEY ?? '');
  if (known.keys.length === 0) {
    throw new Error('BACKUP_COPY_HOST_KEY is not set: see docs/operations/backup.ja.md');
  }
  const file = env.BACKUP_COPY_SSH_KEY ?? path.join(env.DATA_DIR, 'ssh_key');
  const privateKey = await readFile(file).catch((error: unknown) => {
    throw new Error(`the key ${file} cannot be read (${String(codeOf(error))})`);
  });
  const { default: ssh2 } = await import('ssh2');
  const client = new ssh2.Client();
  let isKnown = true;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      client.destroy();
      const why = isKnown ? error.message : 'its host key is not the one in BACKUP_COPY_HOST_KEY';
      reject(new Error(`${url.host}: ${why}`, { cause: error }));
    };
    client.on('error', fail);
    client.on('ready', () => {
      client.setNoDelay(true); // or each answer waits 40 ms
      client.sftp((error, sftp) => (error ? fail(error) : resolve({ client, sftp })));
    });
    client.connect({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 22),
      username: decodeURIComponent(url.username),
      privateKey,
      readyTimeout: CONNECT_MS,
      keepaliveInterval: ALIVE_EVERY_MS,
      keepaliveCountMax: ALIVE_MISSES,
      algorithms: { serverHostKey: known.algorithms },
      hostVerifier: (key: Buffer) => (isKnown = known.keys.some((one) => one.equals(key))),
    });
  });
}

async function* filesBelow(call: Calls, root: string, below = ''): AsyncGenerator<StoredFile> {
  for (const { filename, attrs } of await call.entries(path.posix.join(root, below))) {
    if (filename === '.' || filename === '..') continue;
    const name = path.posix.join(below, filename);
    if (attrs.isDirectory()) yield* filesBelow(call, root, name);
    else yield { name, size: attrs.size };
  }
}
