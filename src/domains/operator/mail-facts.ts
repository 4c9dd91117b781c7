import { readMailRoute } from '#domains/mail/diagnosis.ts';
import type { Env } from '#server/env.ts';

/** How mails leave, without the password. */
export function mailFacts(env: Env) {
  const { SMTP_URL, MAIL_FROM, MAIL_FROM_LETTERS, OPERATOR_EMAIL, ALERT_URL } = env;
  return [
    ['メールサーバー（SMTP_URL）', SMTP_URL === undefined ? NONE : routeWords(SMTP_URL)],
    ['差出人（MAIL_FROM）', `${MAIL_FROM.name} <${MAIL_FROM.address}>`],
    [
      'ご家族への差出人',
      MAIL_FROM_LETTERS.address === MAIL_FROM.address
        ? '同じです（MAIL_FROM_LETTERS で分けられます）'
        : `${MAIL_FROM_LETTERS.address}（MAIL_FROM_LETTERS）`,
    ],
    [
      '署名（DKIM_KEY）',
      env.DKIM_SELECTOR === undefined ? 'していません' : `${env.DKIM_SELECTOR} の名前でしています`,
    ],
    [
      '戻りの知らせ（BOUNCE_URL）',
      env.BOUNCE_URL === undefined
        ? '読んでいません'
        : `${new URL(env.BOUNCE_URL).host} から読みます`,
    ],
    [
      'お知らせ先（OPERATOR_EMAIL）',
      OPERATOR_EMAIL ?? 'ありません。不具合もお問い合わせも、メールでは届きません',
    ],
    ['もうひとつのお知らせ先（ALERT_URL）', ALERT_URL === undefined ? 'ありません' : 'あります'],
  ] as const;
}

const NONE = 'ありません。メールは送られず、ファイルに書かれます';

function routeWords(url: string): string {
  const { host, port, isTls, needsTls, hasUser } = readMailRoute(url);
  const byStartTls = needsTls
    ? '途中から必ず暗号化（STARTTLS）'
    : '暗号化（STARTTLS）はメールサーバーが応じたときだけ';
  const secrecy = isTls ? 'はじめから暗号化' : byStartTls;
  return `${host} の ${port} 番、${secrecy}、ログイン${hasUser ? 'あり' : 'なし'}`;
}
