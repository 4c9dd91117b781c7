import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from '#server/data-folder.ts';
import { readEnv } from '#server/env.ts';
import { newId } from '#server/secrets.ts';
import { BUCKET } from './s3.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from './ceph.ts';
import { cloneTemplate, dropDatabase, startTemplate } from './postgres-template.ts';
import { storedFiles } from './stored-files.ts';

type Settings = Record<string, string>;

interface SharedStores {
  /** Of a server on an empty database and bucket. */
  settings: Settings;
  stop: () => Promise<void>;
}

/** PostgreSQL and S3, for built servers. @throws Error with one line where there is none */
export async function startStores(): Promise<SharedStores> {
  if (!hasCeph()) throw new Error(CEPH_MISSING);
  const postgres = await startTemplate();
  if (!postgres) throw new Error('no PostgreSQL here');
  const ceph = await startCeph();
  await makeBucket(ceph, BUCKET);
  Object.assign(process.env, ceph.env);
  const settings = {
    ...ceph.env,
    DATABASE_URL: await cloneTemplate(postgres.url('postgres')),
    PHOTO_STORE: `s3://${BUCKET}/world`,
    APP_SECRET: newId().repeat(3),
    // Nothing answers there, so mails wait.
    SMTP_URL: 'smtp://127.0.0.1:9',
  };
  return {
    settings,
    async stop() {
      await ceph.stop();
      await postgres.stop();
    },
  };
}

/** Another database and prefix with the same content. @param from no server may have it open */
export async function copyStores(from: Settings, dataDir: string): Promise<Settings> {
  const { DATABASE_URL: url } = from;
  if (url === undefined) return {};
  Object.assign(process.env, from);
  const settings = { ...from, PHOTO_STORE: `s3://${BUCKET}/${path.basename(dataDir)}` };
  const [source, target] = [from, settings].map((given) =>
    storedFiles(readEnv({ ...given, DATA_DIR: dataDir })),
  );
  for (const folder of ['uploads', 'photos'] as const) {
    for (const name of (await source?.list(folder)) ?? []) {
      await target?.write(name, (await source?.read(name)) ?? '');
    }
  }
  // Tests that make rows behind the server's back read it there.
  await writeFile(dataPaths(dataDir).secret, from['APP_SECRET'] ?? '', { mode: 0o600 });
  const template = new URL(url).pathname.slice(1);
  return { ...settings, DATABASE_URL: await cloneTemplate(url, template) };
}

export const removeStores = async ({ DATABASE_URL: url }: Settings): Promise<void> =>
  url === undefined ? undefined : dropDatabase(url);
