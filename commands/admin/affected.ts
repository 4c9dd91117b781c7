import { MOST_EXPORTED } from '#domains/dashboard/history/history.ts';
import { ADDRESS_DAYS, KEPT_DAYS } from '#domains/audit/audit.ts';
import type { Window } from '#domains/operator/affected.ts';
import {
  countContactsBefore,
  listConcerned,
  readAffected,
  readOperatorEvents,
} from '#domains/operator/affected.ts';
import { listFacilities } from '#domains/operator/facilities.ts';
import { moment } from '#lib/figures.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Command } from './command.ts';
import { findFacility } from './facilities.ts';
import { refuseWords, startOf } from './logs.ts';
import { plain, table } from './print.ts';
import { Refused } from './refused.ts';

/** What no record can tell. */
const UNKNOWN = [
  'わからないこと:',
  '  お便りのリンクをひらいた人と、ひらいた回数は、どこにも残していません。リンクが知られたおそれがあるときは、そのリンクのご家族と入居者の方を、バックアップやサーバーの中を見られたおそれがあるときは、全員を数えてください。',
  '  そのあとに外した職員・ご家族・入居者の方は、人数に入っていません。記録の「外しました」「削除しました」でお確かめください。',
  '  すでに削除した施設の方は、人数にも記録にも入っていません。',
  `  記録は${KEPT_DAYS}日で消えます。接続元は、${ADDRESS_DAYS}日をすぎると一部だけになります。`,
];

const CUT_OFF = `    記録が多いため、新しいほうから${MOST_EXPORTED}件だけを出しました。それより前のものは、--until を早めてお調べください。`;

export const affected: Command = {
  takes: '--since 2026-11-01 [--until 2026-11-03T12:00] [--facility 施設の番号]',
  says: '漏えいのときに、関わった方と、関わりうる方を表示します。--facility を付けると、お一人ずつの連絡先も',
  async run(rt, { words, options: { since, until, facility } }) {
    refuseWords(words);
    const now = rt.clock.now();
    if (since === undefined) throw new Refused('--since に、いつからかを書いてください。');
    const from = startOf(since, now);
    const to = until === undefined ? now : startOf(until, now, '--until');
    if (from >= to) throw new Refused('--until は、--since より後にしてください。');
    const window = { since: from.toISOString(), until: to.toISOString() };
    const all =
      facility === undefined ? await listFacilities(rt) : [await findFacility(rt, facility)];
    const parts: string[] = [];
    for (const one of all) parts.push(await describe(rt, one, window));
    if (facility !== undefined) parts.push(await everybody(rt, facility, window));
    else parts.push(await ofOperator(rt, window));
    return [
      `${moment(window.since)} から ${moment(window.until)} まで（日本時間）`,
      ...parts,
      UNKNOWN.join('\n'),
    ].join('\n\n');
  },
};

async function describe(
  rt: Runtime,
  { id, name }: { id: string; name: string },
  window: Window,
): Promise<string> {
  const found = await readAffected(rt, id, window);
  const { residents, families, applications, staffs, photos, letters, seen, events } = found;
  return [
    `■ ${plain(name)}（${id}）`,
    `  関わりうる方: 入居者${residents}人、ご家族${families}件、お申し込み中のご家族${applications}件、職員${staffs}人、写真${photos}枚`,
    `  この間に送ったお便り: ${letters.sent}通（ご家族${letters.families}件）、「見ました」${seen}件`,
    eventsOf('ログイン、書き出し、名簿とリンクと宛先の変更', events),
  ].join('\n');
}

/** Whoever asked a question is the operator's to tell. */
async function ofOperator(rt: Runtime, window: Window): Promise<string> {
  const count = await countContactsBefore(rt, window);
  return [
    '■ 運営者',
    `  お問い合わせ: ${count}件（お名前と返信先は、contacts で表示します）`,
    eventsOf('運営者の操作とログイン', await readOperatorEvents(rt, window)),
  ].join('\n');
}

const eventsOf = (heading: string, events: string[][]): string =>
  events.length === 0
    ? `  ${heading}: 記録はありません`
    : [
        `  ${heading}:`,
        ...events.map((event) => `    ${plain(event.filter(Boolean).join('  '))}`),
        ...(events.length < MOST_EXPORTED ? [] : [CUT_OFF]),
      ].join('\n');

async function everybody(rt: Runtime, id: string, window: Window): Promise<string> {
  const rows = await listConcerned(rt, id, window);
  return table(
    ['', 'お名前', '連絡先'],
    rows.map(({ role, name, reach }) => [role, name, reach]),
  );
}
