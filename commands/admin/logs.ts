import { z } from 'zod';
import { dataPaths } from '#server/data-folder.ts';
import type { Env } from '#server/env.ts';
import { readLogFiles } from '#server/log-file.ts';
import { isCivilDate } from '#lib/calendar.ts';
import { moment } from '#lib/figures.ts';
import { plain } from './print.ts';
import { Refused } from './refused.ts';

/** Lines that a person may ask for; a day of a busy server may have more. */
const MOST = 1000;
const USUAL = 50;
const Line = z.looseObject({
  level: z.number(),
  time: z.string(),
  msg: z.string().optional(),
  request: z.string().optional(),
});
type Line = z.output<typeof Line>;

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * @param since `30m`, `2h`, `3d`, or a day or minute of Japan such as `2026-11-24T09:00`
 * @throws Refused if it is none of these, or begins in the future
 */
export function startOf(since: string, now: Date, option = '--since'): Date {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(since) ?? [];
  if (count !== '') return new Date(now.getTime() - Number(count) * (UNIT_MS[unit] ?? 0));
  const [day = '', minute = '00:00', ...more] = since.split(/[T ]/);
  const from = new Date(`${day}T${minute}:00+09:00`);
  if (!isCivilDate(day) || more.length > 0 || Number.isNaN(from.getTime())) {
    throw new Refused(
      `${option} は 30m・2h・3d か、カレンダーにある日の 2026-11-24 や 2026-11-24T09:00（日本時間）です。`,
    );
  }
  if (option === '--since' && from >= now)
    throw new Refused('--since は、今より前にしてください。');
  return from;
}

/** A minute after a blank is a word of its own. @throws Refused */
export function refuseWords([word]: readonly string[]): void {
  if (word === undefined) return;
  throw new Refused(
    `「${plain(word)}」が余分です。日付と時刻は 2026-11-24T09:00 のように、続けて書いてください。`,
  );
}

/** @returns the last lines that fit, oldest first. @throws Refused */
export async function showLogs(
  env: Pick<Env, 'DATA_DIR'>,
  { since, request }: { since?: string | undefined; request?: string | undefined },
): Promise<string> {
  const from = since === undefined ? null : startOf(since, new Date()).toISOString();
  const isAsked = (line: Line): boolean =>
    (from === null || line.time >= from) && (request === undefined || line.request === request);
  const most = from === null && request === undefined ? USUAL : MOST;
  const found: string[] = [];
  for await (const text of readLogFiles(dataPaths(env.DATA_DIR).logs)) {
    const line = parse(text);
    if (line === null || !isAsked(line)) continue;
    found.push(inWords(line));
    if (found.length > most) found.shift();
  }
  return found.length > 0 ? found.join('\n') : 'その記録はありません。';
}

/** One that a full disk cut short is left out. */
function parse(text: string): Line | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const levelOf = (level: number): string => (level >= 50 ? '不具合' : level >= 40 ? '注意' : '');

function inWords({ level, time, msg = '', ...rest }: Line): string {
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return plain([moment(time), levelOf(level), msg, ...fields].filter(Boolean).join('  '));
}
