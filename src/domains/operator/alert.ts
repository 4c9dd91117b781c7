import { failureFacts } from '#domains/mail/failure.ts';
import { writeMail } from '#domains/mail/letterhead.ts';
import type { MailContent } from '#domains/mail/mail.ts';
import { besideOutbox } from '#domains/mail/trial-mail.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { readFacts } from './read-status.ts';
import { areOperatorPagesOpen } from './operator-account.ts';
import { listTroubles, replaceTroubles } from './status-rows.ts';
import type { CheckName, Facts, Rehearsal } from './status.ts';
import { LINES, resultOf } from './status-lines.ts';
import { judge } from './status.ts';
import type { Step, Troubles } from './troubles.ts';
import { followTroubles } from './troubles.ts';

export type AlertParts = Pick<
  Runtime,
  | 'database'
  | 'db'
  | 'env'
  | 'clock'
  | 'log'
  | 'blobs'
  | 'mailer'
  | 'isDemo'
  | 'wakeMails'
  | 'wakeJobs'
>;

const ANSWER_MS = 10_000;

/**
 * @returns a function to call every few minutes: it mails the operator what is wrong, and what is no
 * longer (domain.md#the-operator-is-told). Not through the outbox, which may be what is stuck.
 */
export function makeAlerts(rt: AlertParts): () => Promise<void> {
  /** For when the database cannot be read. */
  let known: Troubles = {};
  return async () => {
    if (rt.isDemo || (!rt.env.OPERATOR_EMAIL && !rt.env.ALERT_URL)) return;
    const before = await readTroubles(rt.db).catch(() => known);
    const facts = await readFacts(rt);
    // While the data cannot be read, nothing is known of the rest.
    const checks = facts.storage ? judge(facts, rt.env.READY_FREE_MB) : { storage: false };
    const step = followTroubles(before, checks, rt.clock.now());
    const { failing, over } = step;
    if (failing.length + over.length > 0) {
      const command = rt.env.ADMIN_COMMAND;
      const content = alertMail({ failing, over, facts, command, page: await pageOf(rt) });
      if (!(await tell(rt, content))) return; // next time
    }
    known = step.next;
    if (isWorthKeeping(before, step)) await keep(rt, step.next).catch(() => undefined);
  };
}

const pageOf = async (rt: AlertParts): Promise<string | undefined> =>
  (await areOperatorPagesOpen(rt).catch(() => false))
    ? `${rt.env.PUBLIC_URL}${paths.operator}`
    : undefined;

async function readTroubles(db: Runtime['db']): Promise<Troubles> {
  const rows = await listTroubles(db);
  return Object.fromEntries(
    rows.map(({ name, since, told_at: toldAt }) => [name, { since, toldAt }]),
  );
}

const isWorthKeeping = (before: Troubles, { next }: Step): boolean =>
  JSON.stringify(before) !== JSON.stringify(next);

const keep = (rt: AlertParts, troubles: Troubles): Promise<void> =>
  inTransaction(rt, (tx) =>
    replaceTroubles(
      tx.db,
      Object.entries(troubles).map(([name, { since, toldAt }]) => ({
        name,
        since,
        told_at: toldAt,
      })),
    ),
  );

/** @returns whether it went one way at least */
export async function tell(rt: AlertParts, content: MailContent): Promise<boolean> {
  const { OPERATOR_EMAIL: to, ALERT_URL: url } = rt.env;
  const words = writeMail(null, content);
  const ways = [
    ...(to ? [rt.mailer.send(besideOutbox(rt, to, words))] : []),
    ...(url ? [post(url, `${words.subject}\n\n${words.text}`)] : []),
  ];
  const ended = await Promise.allSettled(ways);
  for (const way of ended) {
    if (way.status === 'fulfilled') continue;
    rt.log.error(failureFacts(way.reason), 'the operator could not be told');
  }
  return ended.some(({ status }) => status === 'fulfilled');
}

/** As chat services take it. @throws Error if it is not accepted */
async function post(url: string, text: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error('refused'), { responseCode: response.status });
}

interface Alert {
  failing: CheckName[];
  over: CheckName[];
  facts: Facts;
  /** How the operator runs commands. */
  command: string;
  /** The address of the operator's pages, if they are open. */
  page?: string | undefined;
}

const TO_DO: Record<CheckName, string> = {
  storage:
    'データを読み書きできません。サーバーの記録の health check failed の行に、理由があります。ディスクとフォルダーの持ち主を確かめてください。写真の保管場所を使えないときは、出ている理由に合わせて、設定の保管場所の名前と鍵、提供元の障害情報を確かめてください。写真はなくなっていません。',
  disk: '空き容量が残り少なくなりました。いっぱいになると、写真を受け取れません（お便りは読めます）。',
  mails:
    'メールが出ていきません。ご家族のアドレスの間違いではありません。admin test-mail で理由を見て、メールサーバーの設定を直すか、メールの会社にお尋ねください。1日のあいだは、自動で送り直します。1日を過ぎたものは、直したあとに admin retry-mail all で送り直せます。',
  stopped:
    'お便りのメールが、相手のメールサーバーに止められて戻ってきました。ご家族のアドレスの間違いではありません。SPF・DKIM・DMARCの設定と、送信元のIPアドレスがブロックリストにのっていないかを確かめ、分からないときは、出ている理由をメールの会社にお尋ねください。直したあとに admin resend-letters で、止められたお便りをもう一度送れます。',
  returned:
    '戻ってきたメールを読めません。届かなかったお便りに気づけません。設定の BOUNCE_URL の、サーバーの名前・利用者名・パスワード・メールボックスの名前を確かめてください。読めるようになると、たまっていたものから自動で読みます。',
  jobs: '写真の準備などが進んでいません。admin jobs に理由があります。直したら admin retry-job all を。',
  backup:
    'バックアップが取れていません。サーバーの記録の backup failed の行に、理由があります。置き場所が書けるか、空きがあるかを確かめてください。',
  copies:
    'バックアップの写しを、よその置き場所に置けていません。そのディスクや相手のサーバーが動いているか、空きがあるかを確かめてください。直れば、1時間以内に自動で続きから置きます。',
  rehearsal:
    'バックアップを戻す予行が、うまくいっていません。理由を見て直し、backup rehearse でもう一度確かめてください。場所が足りないときは、BACKUP_DIR を大きなディスクにするか、BACKUP_REHEARSAL=off で止められます。',
};

/** Names no one and holds no address. */
function alertMail({ failing, over, facts, command, page }: Alert): MailContent {
  const lines = (names: CheckName[], mark: string): string[] =>
    names.map((name) => `${mark}　${LINES[name](facts)}`);
  const isBad = failing.length > 0;
  return {
    subject: isBad ? 'サーバーに要確認があります' : 'サーバーは良好に戻りました',
    paragraphs: [
      [...lines(failing, '要確認'), ...lines(over, '良好に戻りました')].join('\n'),
      ...failing.map((name) => TO_DO[name]),
    ],
    notes: [
      `くわしくは: ${command} status`,
      ...(page === undefined ? [] : [`運営者の画面でも見られます: ${page}`]),
      ...(isBad ? ['同じお知らせは1日に1通までです。直ると、もう一度お知らせします。'] : []),
    ],
  };
}

/** Once a month, unless it failed, which is an alert. */
export const rehearsalMail = (rehearsal: Rehearsal): MailContent => ({
  subject:
    rehearsal.outcome === 'good'
      ? 'バックアップの復元を確かめました'
      : 'バックアップの復元を確かめられませんでした',
  paragraphs: [
    `復元の予行: ${resultOf(rehearsal)}`,
    rehearsal.outcome === 'good'
      ? '月に一度、いちばん新しいバックアップを別のフォルダーに戻して、すべてのファイルを確かめています。確かめたあとのフォルダーは削除しました。'
      : '今のデータとバックアップは、そのままです。理由を直したら、backup rehearse で確かめられます。',
  ],
  notes: ['このお知らせは月に1通です。止めるには、設定の BACKUP_REHEARSAL を off にします。'],
});
