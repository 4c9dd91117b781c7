import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { openBucket } from '#server/s3/bucket.ts';
import { makeFolder } from './backups.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from './ceph.ts';
import { SSHD_MISSING, hasSshd, startSshd } from './sshd.ts';

/** A new place for copies, as its own administrator sees it. */
interface TestPlace {
  url: string;
  /** Names of all files there. */
  files: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
  write: (name: string, content: string) => Promise<void>;
}

/** A real server of one kind. */
export interface PlaceServer {
  settings: Record<string, string>;
  /** For the environment of the process. */
  env: Record<string, string>;
  fresh: () => Promise<TestPlace>;
  stop: () => Promise<void>;
}

export interface PlaceKind {
  name: string;
  /** Why it cannot be tested here. */
  missing: string | null;
  start: () => Promise<PlaceServer>;
}

let places = 0;

const inFolder = (url: string, folder: string): TestPlace => ({
  url,
  async files() {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .sort();
  },
  remove: (name) => rm(path.join(folder, name)),
  async write(name, content) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  },
});

export const startDisk = (): Promise<PlaceServer> =>
  Promise.resolve({
    settings: {},
    env: {},
    async fresh() {
      const folder = path.join(await makeFolder(), 'copies');
      return inFolder(`file://${folder}`, folder);
    },
    stop: () => Promise.resolve(),
  });

async function startSftp(): Promise<PlaceServer> {
  const { url, folder, keyFile, hostKey, stop } = await startSshd();
  return {
    settings: { BACKUP_COPY_SSH_KEY: keyFile, BACKUP_COPY_HOST_KEY: hostKey },
    env: {},
    fresh() {
      const name = `place-${++places}`;
      return Promise.resolve(inFolder(`${url}/${name}`, path.join(folder, name)));
    },
    stop,
  };
}

async function startS3(): Promise<PlaceServer> {
  const ceph = await startCeph();
  await makeBucket(ceph, 'copies');
  return {
    settings: {},
    env: ceph.env,
    async fresh() {
      const prefix = `place-${++places}`;
      const bucket = await openBucket({ bucket: 'copies', prefix: `${prefix}/` }, ceph.env);
      return {
        url: `s3://copies/${prefix}`,
        files: () =>
          Readable.from(bucket.list(''))
            .map(({ key }: { key: string }) => key)
            .toArray() as Promise<string[]>,
        remove: (name) => bucket.remove(name),
        write: (name, content) => bucket.put(name, Buffer.from(content)),
      };
    },
    stop: ceph.stop,
  };
}

export const DISK: PlaceKind = { name: 'a second disk', missing: null, start: startDisk };

export const FAR_AWAY: PlaceKind[] = [
  { name: 'SFTP', missing: hasSshd() ? null : SSHD_MISSING, start: startSftp },
  { name: 'S3', missing: hasCeph() ? null : CEPH_MISSING, start: startS3 },
];
