import { existsSync } from 'node:fs';
import { systemClock } from '#server/clock.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';
import { withOperator } from '#server/with-operator.ts';
import { actAsOwner } from '#server/folder-owner.ts';
import { makeLog } from '#server/log.ts';
import { openBeside as openDatabaseBeside } from '#server/open-database.ts';
import type { Runtime } from '#server/runtime.ts';
import { makeRuntime } from '#server/runtime.ts';
import { withoutFileBackups } from '#server/shared-settings.ts';
import { Refused } from './refused.ts';

/**
 * Opens a data folder that a server may be using, without lock, migration or sweeps.
 * @throws Refused if the folder belongs to another user or another version
 */
export async function openBeside(env: Env): Promise<Runtime> {
  requireOwner(env);
  const database = await openDatabaseBeside(env);
  if (database) {
    const settings = withoutFileBackups(env);
    return {
      ...makeRuntime(await withOperator(settings), database, systemClock),
      log: makeLog('silent'),
    };
  }
  throw new Refused(
    'データベースがこのプログラムより古いままです。サーバーを再起動してから、もう一度実行してください。',
  );
}

/** The server could not change files that another user creates. */
function requireOwner({ DATA_DIR: dataDir, DATABASE_URL }: Env): void {
  const { database, photos } = dataPaths(dataDir);
  if (!existsSync(DATABASE_URL === undefined ? database : photos)) {
    throw new Refused(
      `データのフォルダー ${dataDir} がまだありません。先にサーバーを一度起動してください。`,
    );
  }
  const owner = actAsOwner(dataDir);
  if (owner === null) return;
  throw new Refused(
    `データのフォルダー ${dataDir} は別の利用者（uid ${owner}）のものです。サーバーと同じ利用者か root で実行してください。`,
  );
}
