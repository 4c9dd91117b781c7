import { z } from 'zod';
import { migrations } from '#db/migrations/index.ts';
import { moment } from '#lib/figures.ts';
import type { Runtime } from '#server/runtime.ts';
import { VERSION } from '#server/version.ts';

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

const ANSWER_MS = 5000;
const Release = z.object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) });

/** By number, part by part. */
function isNewer(version: string, than: string): boolean {
  const parts = (text: string): number[] => text.split('.').map(Number);
  const [ours, theirs] = [parts(than), parts(version)];
  const first = theirs.findIndex((part, n) => part !== (ours[n] ?? 0));
  return first >= 0 && (theirs[first] ?? 0) > (ours[first] ?? 0);
}

/**
 * @param url of JSON with a `version`
 * @returns that version if it is newer. @throws Error without an answer that fits
 */
export async function findNewerVersion(url: string, current: string): Promise<string | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  const { version } = Release.parse(await response.json());
  return isNewer(version, current) ? version : null;
}
