import type { Verification } from '../../commands/verify/findings.ts';
import { verifyDataFolder } from '../../commands/verify.ts';
import type { Runtime } from '#server/runtime.ts';

/** Rows against files, wherever a test keeps both. @param graceMs by default nothing is too recent */
export const verified = ({ env }: Pick<Runtime, 'env'>, graceMs?: number): Promise<Verification> =>
  verifyDataFolder(env.DATA_DIR, {
    graceMs: graceMs ?? 0,
    photoStore: env.PHOTO_STORE,
    databaseUrl: env.DATABASE_URL,
  });
