import { planOf } from '#features/host/plans.ts';
import type { AuditAction } from './audit.ts';
import type { Entry } from './entry.ts';

const OPERATOR = '運営者';
/** Of the whole server, so that no facility sees it. */
const own = (text: string): Entry => ({ kind: 'session', by: OPERATOR, says: () => text });

export const OPERATOR_WORDS = {
  'operator.link_made': own('運営者のアドレスを作りました'),
  'operator.account_made': own('運営者のアカウントを作りました'),
  'operator.signed_in': own('運営者の画面にログインしました'),
  'operator.sign_in_refused': own('運営者の画面へのログインに失敗しました'),
  'operator.signed_out': own('運営者の画面からログアウトしました'),
  'operator.facility_invited': own('施設を登録するリンクを作りました'),
  'operator.test_mail_sent': own('確認のメールを送りました'),
  'operator.plan_set': {
    kind: 'staff',
    by: OPERATOR,
    says: (f) => `ご利用プランを${planOf(f.detail)?.name ?? '制限なし'}にしました`,
  },
  'operator.facility_continued': {
    kind: 'staff',
    by: OPERATOR,
    says: () => '施設を期限なしで使えるようにしました',
  },
  'operator.facility_removed': { kind: 'staff', by: OPERATOR, says: () => '施設を消しました' },
  'operator.facility_exported': {
    kind: 'taken',
    by: OPERATOR,
    says: () => '施設のお便りと名簿を、まとめて保存しました',
  },
  'operator.reset_link_made': {
    kind: 'staff',
    by: OPERATOR,
    says: (f) => `${f.target}がパスワードを決め直すリンクを作りました`,
  },
  'operator.letter_opened': {
    kind: 'staff',
    by: OPERATOR,
    says: () => 'お便りを1つ開き、写真が出るか確かめました',
  },
  'operator.jobs_retried': { kind: 'staff', by: OPERATOR, says: () => '処理をやり直しました' },
  'operator.mails_retried': { kind: 'staff', by: OPERATOR, says: () => 'メールを送り直しました' },
  'operator.mails_dismissed': {
    kind: 'staff',
    by: OPERATOR,
    says: () => '送れなかったメールを一覧から消しました',
  },
} satisfies Partial<Record<AuditAction, Entry>>;
