import type { Foreseen } from '#domains/delivery/ending/send-news.ts';
import { foreseeTelling } from '#domains/delivery/ending/send-news.ts';
import { paragraphsOf } from '#domains/delivery/ending/telling-words.ts';
import { EndingInput, firstLastDay, lastLastDay } from '#domains/facility/ending/ending.ts';
import type { EndingRow } from '#domains/facility/ending/set-ending.ts';
import {
  bindEnding,
  findEnding,
  setEnding,
  takeBackEnding,
} from '#domains/facility/ending/set-ending.ts';
import { listFacilities } from '#domains/operator/facilities.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Command, Said } from './command.ts';
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

async function end(rt: Runtime, ending: EndingInput, isDry: boolean): Promise<string | Said> {
  const { endsOn, words } = ending;
  const all = (await listFacilities(rt)).filter(({ isBeingRemoved }) => !isBeingRemoved);
  const befores = new Map<string, EndingRow | undefined>();
  for (const { id } of all) befores.set(id, await findEnding(rt.db, id));
  // What is set already may be said again, also when the day has come near.
  if ([...befores.values()].some((before) => !before || before.ends_on > endsOn)) {
    requireDay(rt, ending);
  }
  const { lines, failed } = await forEach(all, async ({ id: hostId, name }) => {
    const before = befores.get(hostId);
    if (before && before.ends_on < endsOn) {
      if (!isDry) await bindEnding(rt, hostId);
      return [
        `「${plain(name)}」: もっと前の、${before.ends_on}に終わります。日は変えません。取り消せるのは運営者だけになります。`,
      ];
    }
    const told = await foreseeTelling(rt, hostId, endsOn);
    if (!isDry) await setEnding(rt, null, { ...ending, hostId });
    return [`「${plain(name)}」: 最後の日は${endsOn}。${countsOf(told)}`, ...told.map(lineOf)];
  });
  if (all.length === 0) return '施設はまだありません。';
  if (lines.length === 0) return said([], failed);
  const answer = [
    isDry ? 'まだ何も変えていません。次のようになります。' : '最後の日を決めました。',
    ...lines,
    '',
    isDry
      ? 'お知らせの文章:'
      : 'お知らせは、1時間後から、9時から19時のあいだに出ます。それまでに取り消せば、どなたにも出ません。文章:',
    ...paragraphsOf({ endsOn, before: null, words }).map((text) => `  ${plain(text)}`),
  ];
  return said(answer, failed);
}

type Facility = Awaited<ReturnType<typeof listFacilities>>[number];

/** One that it fails for keeps no other from it. */
async function forEach(facilities: readonly Facility[], act: (one: Facility) => Promise<string[]>) {
  const [lines, failed]: [string[], string[]] = [[], []];
  for (const one of facilities) {
    try {
      lines.push(...(await act(one)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      failed.push(`  「${plain(one.name)}」（${one.id}）: ${plain(reason)}`);
    }
  }
  return { lines, failed };
}

const said = (lines: readonly string[], failed: readonly string[]): string | Said => {
  if (failed.length === 0) return lines.join('\n');
  const words = '次の施設では、うまくいきませんでした。もう一度お試しください:';
  return { code: 1, out: [...lines, words, ...failed].join('\n') };
};

/** @throws Refused for a day that is too near or far for a facility without an end until then */
function requireDay({ clock }: Runtime, { endsOn, isShort }: EndingInput): void {
  const now = clock.now();
  const [first, last] = [firstLastDay(now, isShort), lastLastDay(civilDateOf(now))];
  if (endsOn > last) throw new Refused('最後の日が先すぎます。年を確かめてください。');
  if (endsOn >= first) return;
  throw new Refused(
    `最後の日は、${first}かそれよりあとの日にしてください。${isShort ? '' : 'それより前にするときは、--short を付けてください。'}`,
  );
}

/** What the operator set for that day, or bound before it. */
async function takeBack(rt: Runtime, endsOn: string, isDry: boolean): Promise<string | Said> {
  const { lines, failed } = await forEach(
    await listFacilities(rt),
    async ({ id: hostId, name }) => {
      const ending = await findEnding(rt.db, hostId);
      if (!ending || ending.asked_by !== 'operator') return [];
      const own = ending.own_ends_on;
      if (ending.ends_on !== endsOn && !(own === ending.ends_on && own < endsOn)) return [];
      if (!isDry) await takeBackEnding(rt, null, { hostId });
      return [
        `  「${plain(name)}」${own === null ? '' : `: 施設が自分で決めた${own}の終わりに戻ります`}`,
      ];
    },
  );
  if (lines.length + failed.length === 0) {
    return `運営者が${endsOn}に終わることにした施設はありません。`;
  }
  if (lines.length === 0) return said([], failed);
  const done = isDry ? '取り消しになる施設です（まだ何も変えていません）:' : '取り消しました:';
  const after = 'すでにお知らせしたご家族には、取り消したことを一度お知らせします。';
  return said([done, ...lines, after], failed);
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
