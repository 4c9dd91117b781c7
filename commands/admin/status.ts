import type { CheckName } from '#features/operation/operation.ts';
import { countNewContacts } from '#features/contact/contact.service.ts';
import { isReady, judge } from '#features/operation/operation.ts';
import { readFacts } from '#features/operation/operation.service.ts';
import { LINES } from '#features/operation/status-lines.ts';
import { findNewerVersion } from '#features/operation/newer-version.ts';
import { VERSION } from '#server/version.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Command } from './command.ts';

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
    const notices = [...(await questions(rt)), ...(await newerVersion(rt))];
    return [`つきだより ${VERSION}`, ...lines, ...notices].join('\n');
  },
};

/** Where RELEASE_URL is set; not a fault either. */
async function newerVersion({ env }: Runtime): Promise<string[]> {
  if (!env.RELEASE_URL) return [];
  const newer = await findNewerVersion(env.RELEASE_URL, VERSION).catch(() => undefined);
  if (newer === undefined)
    return ['ご案内  新しい版があるか、確かめられませんでした（RELEASE_URL）'];
  return newer === null ? [] : [`ご案内  新しい版 ${newer} があります`];
}

const QUESTIONS_DAYS = 30;

/** Without OPERATOR_EMAIL. Not a fault, so the exit code stays. */
async function questions(rt: Runtime): Promise<string[]> {
  if (rt.env.OPERATOR_EMAIL) return [];
  const count = await countNewContacts(rt, QUESTIONS_DAYS).catch(() => null);
  return [
    `ご案内  お問い合わせ: この${QUESTIONS_DAYS}日に${count ?? '？'}件。OPERATOR_EMAIL が空なので、メールは届きません。contacts で読めます`,
  ];
}
