import type { Env } from './env.ts';
import { EnvError } from './env.ts';

/** Several processes have a database in common, so they must have these in common too. */
const SHARED = {
  PHOTO_STORE: 'the bucket of the photos, s3://…, since other servers do not see this folder',
  APP_SECRET: 'the same text for every server, or links of one are not valid on another',
  SMTP_URL: 'a mail server, since mails in this folder are not seen by other servers',
} as const;

type Settings = Record<string, string | undefined>;

/** Its own backups keep a database of its own; ours and their copies are of files. */
export const withoutFileBackups = (env: Env): Env =>
  env.DATABASE_URL === undefined ? env : { ...env, BACKUP_HOUR: null, BACKUP_COPY: [] };

/** What a server with DATABASE_URL needs besides. @throws EnvError naming the variable */
export function requireSharedSettings(source: Settings): void {
  if (!source['DATABASE_URL']) return;
  for (const [name, words] of Object.entries(SHARED)) {
    if (!source[name]) throw new EnvError(`${name}: with DATABASE_URL, expected ${words}`);
  }
}
