import { createInterface } from 'node:readline/promises';
import type { Facility } from '#domains/operator/facilities.ts';
import { continueFacility, listFacilities, setPlan } from '#domains/operator/facilities.ts';
import { planOf } from '#domains/facility/plans.ts';
import { listUnnotified } from '#domains/delivery/ending/unnotified.ts';
import { EndingInput, lastDayToRead } from '#domains/facility/ending/ending.ts';
import { readEnding, setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { removeFacility } from '#domains/operator/remove-facility.ts';
import { makeSignUpLink } from '#domains/account/sign-up-host.ts';
import { EmailInput } from '#domains/account/session/session.ts';
import { TOKEN_LIFETIMES } from '#domains/account/one-time/token.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Command } from './command.ts';
import { NO_PLAN, limitsOf, planName, roomOf, stateOf } from '#domains/facility/facility-words.ts';
import { moment, size } from '#lib/figures.ts';
import { plain, table } from './print.ts';
import { Refused } from './refused.ts';

export function emailOf(word: string | undefined): string {
  const read = EmailInput.safeParse(word);
  if (!read.success) throw new Refused('メールアドレスを1件、続けて入力してください。');
  return read.data;
}

export const newFacility: Command = {
  takes: 'メールアドレス',
  says: '新しい施設を登録するためのリンクを作ります（メールの設定がなくても使えます）',
  async run(rt, { words: [word] }) {
    const link = await makeSignUpLink(rt, emailOf(word));
    return [
      `次のリンクを開いて、施設のお名前とパスワードを登録してください（${TOKEN_LIFETIMES.host_sign_up.text}、一度だけ使えます）。`,
      '',
      `  ${link}`,
    ].join('\n');
  },
};

export const facilities: Command = {
  takes: '',
  says: '施設の一覧と、それぞれの番号・人数・写真の量を表示します',
  async run(rt) {
    const { plans } = rt.env.operator;
    const all = await listFacilities(rt);
    if (all.length === 0) return '施設はまだありません。new-facility で作れます。';
    return table(
      ['番号', '施設', '状態', 'プラン', '入居者', 'ご家族', '職員', '写真', '容量', '登録日'],
      all.map((one) => [
        one.id,
        one.name,
        stateOf(one),
        planOf(plans, one.plan)?.id ?? planName(plans, one.plan, one.hasBegun ? '制限なし' : '-'),
        ...[one.residents, one.families, one.staffs, one.items].map(String),
        roomOf(plans, one),
        moment(one.createdAt).slice(0, 10),
      ]),
    );
  },
};

export async function findFacility(rt: Runtime, id: string | undefined): Promise<Facility> {
  const found = (await listFacilities(rt)).find((one) => one.id === id);
  if (!found)
    throw new Refused('この番号の施設はありません。facilities で番号をお確かめください。');
  return found;
}

function requireOffered({ env }: Runtime, plan: string, more: readonly string[]): void {
  const ids = [...env.operator.plans.map(({ id }) => id), ...more];
  if (!ids.includes(plan)) throw new Refused(`プランは ${ids.join('、')} のどれかです。`);
}

export const continuing: Command = {
  takes: '施設の番号 [--plan プラン]',
  says: 'お試し期間のあとも、その施設を使えるようにします（--plan がなければ、プランはそのまま）',
  async run(rt, { words: [id], options: { plan } }) {
    if (plan !== undefined) requireOffered(rt, plan, []);
    const done = await continueFacility(rt, (await findFacility(rt, id)).id, plan);
    return `「${plain(done.name)}」は、期限なしで使えます。${limitsOf(rt.env.operator.plans, done.plan)}`;
  },
};

export const planning: Command = {
  takes: `施設の番号 プラン|${NO_PLAN}`,
  says: '施設のプランを変えます（none は、人数と容量の制限をなくします）',
  async run(rt, { words: [id, plan = ''] }) {
    requireOffered(rt, plan, [NO_PLAN]);
    const chosen = plan === NO_PLAN ? null : plan;
    const name = await setPlan(rt, (await findFacility(rt, id)).id, chosen);
    return `「${plain(name)}」: ${limitsOf(rt.env.operator.plans, chosen)}`;
  },
};

export const ending: Command = {
  takes: '施設の番号 [--on 年-月-日 [--short] [--words 文章] | --take-back]',
  says: '施設のご利用の最後の日を決めます。取り消すときは --take-back、様子を見るときは番号だけ',
  async run(rt, { words: [id], options, flags }) {
    const { id: hostId, name } = await findFacility(rt, id);
    if (flags['take-back']) await takeBackEnding(rt, null, { hostId });
    else if (options.on !== undefined) {
      const { words = '', on: endsOn } = options;
      const read = EndingInput.safeParse({ endsOn, words, isShort: flags.short });
      if (!read.success) throw new Refused(read.error.issues[0]?.message ?? '');
      await setEnding(rt, null, { ...read.data, hostId });
    }
    return stateOfEnding(rt, hostId, plain(name));
  },
};

/** Also who stops its deletion. */
async function stateOfEnding(rt: Runtime, hostId: string, name: string): Promise<string> {
  const state = await readEnding(rt, hostId);
  if (!state) return `「${name}」は、終わる予定がありません。`;
  const unnotified = await listUnnotified(rt, hostId);
  const days = `最後の日は${state.endsOn}、ご家族が読めるのは少なくとも${lastDayToRead(state.endsOn)}まで`;
  return [
    `「${name}」: ${days}です。`,
    unnotified.length === 0
      ? 'ご家族全員へのお知らせは済んでいます。'
      : `お知らせが済んでいないご家族が${unnotified.length}件あり、済むまで削除されません:`,
    ...unnotified.map((one) => `  ${plain(one.familyName)}（${plain(one.residentName)}）`),
  ].join('\n');
}

export const removing: Command = {
  takes: '施設の番号 [--yes-remove 施設のお名前]',
  says: '施設を、入居者・ご家族・職員・写真のすべてといっしょに削除します（元に戻せません）',
  async run(rt, { words: [id], options }) {
    const one = await findFacility(rt, id);
    const holds = `入居者${one.residents}人、ご家族${one.families}件、職員${one.staffs}人、写真${one.items}枚（${size(one.storedBytes)}）`;
    const name = options['yes-remove'] ?? (await ask(one, holds));
    await removeFacility(rt, one.id, name);
    return [
      `「${plain(one.name)}」を削除しました: ${holds}。`,
      'これまでに取ったバックアップの中には、まだ残っています。いらなくなったバックアップは削除してください。',
      ...(rt.mailer.kind === 'files'
        ? [`メールの控え（${rt.env.DATA_DIR}/mail の .eml）は残っています。手で削除してください。`]
        : []),
    ].join('\n');
  },
};

async function ask({ name }: Facility, holds: string): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Refused('確認のため、--yes-remove のあとに施設のお名前を続けてください。');
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(
      `「${plain(name)}」を削除します: ${holds}。\n元には戻せません。削除するには、施設のお名前をそのまま入力してください: `,
    );
  } finally {
    lines.close();
  }
}
