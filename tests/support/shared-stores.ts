import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { newId } from '#server/secrets.ts';
import { BUCKET } from './s3.ts';
import type { Ceph } from './ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from './ceph.ts';
import { cloneTemplate, dropDatabase, startTemplate } from './postgres-template.ts';
import { startSmtp } from './smtp.ts';
import { storedFiles } from './stored-files.ts';

const LOOK_MS = 300;

type Settings = Record<string, string>;

interface SharedStores {
  /** Of a server on what is still empty. */
  settings: Settings;
  stop: () => Promise<void>;
}

/** S3 for photos, for built servers whose database is a file. */
export async function startBucket(): Promise<SharedStores & { ceph: Ceph }> {
  const ceph = await startCeph();
  await makeBucket(ceph, BUCKET);
  useKeys(ceph.env);
  const settings = { ...ceph.env, PHOTO_STORE: `s3://${BUCKET}/world` };
  return {
    settings,
    ceph,
    async stop() {
      for (const name of Object.keys(ceph.env)) Reflect.deleteProperty(process.env, name);
      await ceph.stop();
    },
  };
}

/** Of a store, for this process's own look at it. */
function useKeys(settings: Settings): void {
  const keys = Object.entries(settings).filter(([name]) => name.startsWith('AWS_'));
  Object.assign(process.env, Object.fromEntries(keys));
}

/** PostgreSQL and S3, for built servers. @throws Error with one line where there is none */
export async function startStores(): Promise<SharedStores> {
  if (!hasCeph()) throw new Error(CEPH_MISSING);
  const postgres = await startTemplate();
  if (!postgres) throw new Error('no PostgreSQL here');
  const bucket = await startBucket();
  // Tests read one-time links in the outbox, which forgets them once they are sent.
  const smtp = await startSmtp(LOOK_MS);
  const settings = {
    ...bucket.settings,
    DATABASE_URL: await cloneTemplate(postgres.url('postgres')),
    APP_SECRET: newId().repeat(3),
    // Mails leave at once, as those do that a server without this writes into a folder.
    SMTP_URL: smtp.url,
  };
  return {
    settings,
    async stop() {
      await smtp.close();
      await bucket.stop();
      await postgres.stop();
    },
  };
}

/** Another database and prefix with the same content. @param from no server may have it open */
export async function copyStores(from: Settings, dataDir: string): Promise<Settings> {
  const { DATABASE_URL: url, PHOTO_STORE: store } = from;
  if (store === undefined) return {};
  const settings = { ...from, PHOTO_STORE: `s3://${BUCKET}/${path.basename(dataDir)}` };
  await copyFiles({ ...from, DATA_DIR: dataDir }, { ...settings, DATA_DIR: dataDir });
  if (url === undefined) return settings;
  // Tests that make rows behind the server's back read it there.
  await writeFile(dataPaths(dataDir).secret, from['APP_SECRET'] ?? '', { mode: 0o600 });
  const template = new URL(url).pathname.slice(1);
  return { ...settings, DATABASE_URL: await cloneTemplate(url, template) };
}

async function copyFiles(from: Settings, to: Settings): Promise<void> {
  useKeys(to);
  const [source, target] = [storedFiles(readEnv(from)), storedFiles(readEnv(to))];
  for (const folder of ['uploads', 'photos'] as const) {
    for (const name of await source.list(folder)) await target.write(name, await source.read(name));
  }
}

/** A world's photos, moved from its data folder into the bucket. */
export async function moveIntoBucket(dataDir: string, settings: Settings): Promise<void> {
  await copyFiles({ DATA_DIR: dataDir }, { ...settings, DATA_DIR: dataDir });
  const { photos, uploads } = dataPaths(dataDir);
  for (const folder of [photos, uploads]) await rm(folder, { recursive: true });
}

export const removeStores = async ({ DATABASE_URL: url }: Settings): Promise<void> =>
  url === undefined ? undefined : dropDatabase(url);
