import type { Foreseen } from '#domains/delivery/ending/send-news.ts';
import { foreseeTelling } from '#domains/delivery/ending/send-news.ts';
import { paragraphsOf } from '#domains/delivery/ending/telling-words.ts';
import { EndingInput } from '#domains/facility/ending/ending.ts';
import {
  findEnding,
  requirePossible,
  setEnding,
  takeBackEnding,
} from '#domains/facility/ending/set-ending.ts';
import { listFacilities } from '#domains/operator/facilities.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Command } from './command.ts';
import { plain } from './print.ts';
import { Refused } from './refused.ts';

/** The operator's own end: the same day for all facilities. */
export const endService: Command = {
  takes: '--on 年-月-日 [--short] [--words 文章] [--dry-run] | --on 年-月-日 --take-back',
  says: 'すべての施設のご利用の最後の日を決めます。--dry-run は、どなたに何をお知らせするかだけを表示します',
  async run(rt, { options: { on, words = '' }, flags }) {
    const read = EndingInput.safeParse({ endsOn: on, words, isShort: flags.short });
    if (!read.success) throw new Refused(read.error.issues[0]?.message ?? '');
    if (flags['take-back']) return takeBack(rt, read.data.endsOn, flags['dry-run']);
    return end(rt, read.data, flags['dry-run']);
  },
};

async function end(rt: Runtime, ending: EndingInput, isDry: boolean): Promise<string> {
  const { endsOn, words, isShort } = ending;
  requirePossible(endsOn, civilDateOf(rt.clock.now()), isShort);
  const lines: string[] = [];
  for (const { id: hostId, name, isBeingRemoved } of await listFacilities(rt)) {
    if (isBeingRemoved) continue;
    const before = await findEnding(rt.db, hostId);
    if (before && before.ends_on < endsOn) {
      lines.push(`「${plain(name)}」: もっと前の、${before.ends_on}に終わります。変えません。`);
      continue;
    }
    const told = await foreseeTelling(rt, hostId, endsOn);
    if (!isDry) await setEnding(rt, null, { ...ending, hostId });
    lines.push(`「${plain(name)}」: 最後の日は${endsOn}。${countsOf(told)}`, ...told.map(lineOf));
  }
  if (lines.length === 0) return '施設はまだありません。';
  return [
    isDry ? 'まだ何も変えていません。次のようになります。' : '最後の日を決めました。',
    ...lines,
    '',
    isDry
      ? 'お知らせの文章:'
      : 'お知らせは、1時間後から、9時から19時のあいだに出ます。それまでに取り消せば、どなたにも出ません。文章:',
    ...paragraphsOf({ endsOn, before: null, words }).map((text) => `  ${plain(text)}`),
  ].join('\n');
}

/** Only what was set for that day by the operator. */
async function takeBack(rt: Runtime, endsOn: string, isDry: boolean): Promise<string> {
  const lines: string[] = [];
  for (const { id: hostId, name } of await listFacilities(rt)) {
    const ending = await findEnding(rt.db, hostId);
    if (ending?.ends_on !== endsOn || ending.asked_by !== 'operator') continue;
    if (!isDry) await takeBackEnding(rt, null, { hostId });
    lines.push(`  「${plain(name)}」`);
  }
  if (lines.length === 0) return `運営者が${endsOn}に終わることにした施設はありません。`;
  const done = isDry ? '取り消しになる施設です（まだ何も変えていません）:' : '取り消しました:';
  return [
    done,
    ...lines,
    'すでにお知らせしたご家族には、取り消したことを一度お知らせします。',
  ].join('\n');
}

const WAYS = { email: 'メール', line: 'LINE', hand: '施設から手渡し' } as const;
const wayOf = ({ way }: Foreseen) => WAYS[way ?? 'hand'];

function countsOf(told: readonly Foreseen[]): string {
  if (told.length === 0) return 'お知らせするご家族はありません。';
  const by = Object.values(WAYS).flatMap((way) => {
    const count = told.filter((one) => wayOf(one) === way).length;
    return count === 0 ? [] : [`${way} ${count}件`];
  });
  return `お知らせするご家族は${told.length}件（${by.join('、')}）:`;
}

const lineOf = (one: Foreseen): string =>
  `  ${plain(one.row.name)}（${plain(one.row.residentName)}）: ${wayOf(one)}`;
