import type { CheckName, Facts } from '#features/operation/operation.ts';
import { countNewContacts } from '#features/contact/contact.service.ts';
import { isReady, judge } from '#features/operation/operation.ts';
import { readFacts } from '#features/operation/operation.service.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Command } from './command.ts';
import { duration, moment, size } from './print.ts';

export const status: Command = {
  takes: '',
  says: '空き容量・メール・写真の処理・バックアップの様子を表示します',
  async run(rt) {
    const facts = await readFacts(rt);
    const checks = judge(facts, rt.env.READY_FREE_MB);
    const lines = (Object.keys(LINES) as CheckName[]).map(
      (name) => `${checks[name] ? '良好  ' : '要確認'}  ${LINES[name](facts)}`,
    );
    // For scripts.
    process.exitCode = isReady(checks) ? 0 : 1;
    return [...lines, ...(await questions(rt))].join('\n');
  },
};

const QUESTIONS_DAYS = 30;

/** Without OPERATOR_EMAIL. Not a fault, so the exit code stays. */
async function questions(rt: Runtime): Promise<string[]> {
  if (rt.env.OPERATOR_EMAIL) return [];
  const count = await countNewContacts(rt, QUESTIONS_DAYS).catch(() => null);
  return [
    `ご案内  お問い合わせ: この${QUESTIONS_DAYS}日に${count ?? '？'}件。OPERATOR_EMAIL が空なので、メールは届きません。contacts で読めます`,
  ];
}

const waiting = (seconds: number | null): string =>
  seconds === null ? '' : `、いちばん古いもので${duration(seconds)}`;

const UNKNOWN = '読み取れませんでした';

const LINES: Record<CheckName, (facts: Facts) => string> = {
  storage: ({ storage }) => `データ: ${storage ? '読み書きできます' : UNKNOWN}`,
  disk: ({ freeBytes }) => `空き容量: ${freeBytes === null ? UNKNOWN : size(freeBytes)}`,
  mails: ({ mails }) =>
    `メール: ${mails ? `送信待ち${mails.queued}通${waiting(mails.oldestS)}、送れなかったもの${mails.failed}通` : UNKNOWN}`,
  jobs: ({ jobs }) =>
    `写真などの処理: ${jobs ? `順番待ち${jobs.queued}件${waiting(jobs.overdueS)}、できなかったもの${jobs.failed}件` : UNKNOWN}`,
  backup: ({ backup }) => {
    if (!backup) return `バックアップ: ${UNKNOWN}`;
    const last = backup.lastAt === null ? 'まだありません' : moment(backup.lastAt);
    return `バックアップ: 最後は ${last}${backup.isOn ? '' : '（自動では取っていません）'}`;
  },
};
