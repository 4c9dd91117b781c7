import { OPERATOR, detail, events, number } from '#domains/audit/audit.ts';
import { nameOfNoted } from '#domains/facility/plans.ts';

/** What the operator does, in whichever domain: the history of a facility tells it. */
export const OPERATOR_EVENTS = {
  // Of the whole server, so that no facility sees it.
  ...events({ kind: 'session', by: OPERATOR })({
    'operator.link_made': '運営者のアドレスを作りました',
    'operator.account_made': '運営者のアカウントを作りました',
    'operator.signed_in': '運営者の画面にログインしました',
    'operator.sign_in_refused': '運営者の画面へのログインに失敗しました',
    'operator.code_refused': '運営者の画面で、確認のコードを間違えました',
    'operator.password_changed': '運営者のパスワードを変えました',
    'operator.signed_out': '運営者の画面からログアウトしました',
    'operator.session_ended': '運営者の画面から、ほかの端末をログアウトしました',
    'operator.confirmed': '運営者の画面で、もう一度ご本人であることを確かめました',
    'operator.facility_invited': '施設を登録するリンクを作りました',
    'operator.test_mail_sent': '確認のメールを送りました',
  }),
  ...events({ kind: 'staff', by: OPERATOR })({
    'operator.plan_set': [detail<string>(nameOfNoted), 'ご利用プランを{detail}にしました'],
    'operator.facility_confirmed': '施設だと確かめ、お試しのお便りの数の上限をなくしました',
    'operator.facility_continued': '施設を期限なしで使えるようにしました',
    'operator.facility_removed': '施設を削除しました',
    'operator.reset_link_made': '{colleague}がパスワードを決め直すリンクを作りました',
    'operator.ways_taken_back': '{colleague}の認証アプリとパスキーを外しました',
    'operator.letter_opened': 'お便りを1つ開き、写真が出るか確かめました',
    'operator.letters_sent_again': [
      number,
      '止められたお便り{detail}通を、もう一度送ることにしました',
    ],
    'operator.jobs_retried': '処理をやり直しました',
    'operator.mails_retried': 'メールをもう一度送ることにしました',
    'operator.mails_dismissed': '送れなかったメールを一覧から外しました',
  }),
  ...events({ kind: 'taken', by: OPERATOR })({
    'operator.facility_exported': '施設のお便りと名簿を、まとめて保存しました',
    'operator.facility_imported': 'ほかのサーバーから、施設を取り込みました',
  }),
};
