import type { MailContent } from '#features/mail/mail.ts';
import type { CheckName, Facts, Rehearsal } from './operation.ts';
import { LINES, resultOf } from './status-lines.ts';

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
  mails: 'メールが出ていきません。admin test-mail で理由を見て、設定を直してください。',
  jobs: '写真の準備などが進んでいません。admin jobs に理由があります。直したら admin retry-job all を。',
  backup:
    'バックアップが取れていません。サーバーの記録の backup failed の行に、理由があります。置き場所が書けるか、空きがあるかを確かめてください。',
  copies:
    'バックアップの写しを、よその置き場所に置けていません。そのディスクや相手のサーバーが動いているか、空きがあるかを確かめてください。直れば、1時間以内に自動で続きから置きます。',
  rehearsal:
    'バックアップを戻す予行が、うまくいっていません。理由を見て直し、backup rehearse でもう一度確かめてください。場所が足りないときは、BACKUP_DIR を大きなディスクにするか、BACKUP_REHEARSAL=off で止められます。',
};

/** Names no one and holds no address. */
export function alertMail({ failing, over, facts, command, page }: Alert): MailContent {
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
      ? '月に一度、いちばん新しいバックアップを別のフォルダーに戻して、すべてのファイルを確かめています。確かめたあとのフォルダーは消しました。'
      : '今のデータとバックアップは、そのままです。理由を直したら、backup rehearse で確かめられます。',
  ],
  notes: ['このお知らせは月に1通です。止めるには、設定の BACKUP_REHEARSAL を off にします。'],
});
