import { migrations } from '#db/migrations/index.ts';
import type { Runtime } from '#server/runtime.ts';
import { VERSION } from '#server/version.ts';
import { moment } from './figures.ts';

/** Names and values, for whoever helps. */
export function readVersions({ clock }: Pick<Runtime, 'clock'>): [string, string][] {
  const startedAt = new Date(clock.now().getTime() - process.uptime() * 1000);
  return [
    ['つきだより', VERSION],
    ['データベースの形', Object.keys(migrations).at(-1)?.slice(0, 4) ?? ''],
    ['Node.js', process.versions.node],
    ['動き始めた日時', moment(startedAt.toISOString())],
  ];
}
