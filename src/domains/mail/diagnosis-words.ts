import type { Secrecy } from '#server/mailer.ts';

/** What SMTP_URL says, without the password. */
export interface MailRoute {
  isTls: boolean;
  /** Nothing is sent unless STARTTLS works. */
  needsTls: boolean;
  host: string;
  port: number;
  hasUser: boolean;
}

/** For the operator: what happened, and what to change. */
export interface Diagnosis {
  what: string;
  change: string;
}

/** The usual pair of scheme and port. */
const TLS_AT_ONCE = 'smtps://…:465';
const STARTTLS = 'smtp://…:587';

/** About a test mail that was taken. */
export const SECRECY: Record<Secrecy, string> = {
  tls: 'はじめから暗号化してつなぎました（TLS）。',
  starttls: '途中から暗号化してつなぎました（STARTTLS）。',
  plain: `【ご注意】暗号化せずに送りました。お便りやパスワード再設定のリンクを、途中の機械で読まれるおそれがあります。SMTP_URL を ${TLS_AT_ONCE} にするか、終わりに ?requireTLS=true を付けてください（暗号化できないときは送りません）。メールサーバーがこの機械の中にあるなら、このままでかまいません。`,
};

export type Words = (route: MailRoute) => Diagnosis;

export const NAME: Words = ({ host }) => ({
  what: `メールサーバーの名前「${host}」が見つかりませんでした。`,
  change:
    'SMTP_URL の名前のつづりを、メールの会社の案内と見比べてください。合っているときは、このサーバーのネットワーク（DNS）の設定を確かめてください。',
});

export const CLOSED: Words = ({ host, port }) => ({
  what: `「${host}」の ${port} 番の入口が閉じています。`,
  change: `SMTP_URL の番号を、メールの会社の案内に合わせてください。多くは ${TLS_AT_ONCE} か ${STARTTLS} です。`,
});

export const UNREACHED: Words = ({ host, port }) => ({
  what: `「${host}」の ${port} 番へ、つながりませんでした（返事がありません）。`,
  change: `このサーバーの会社かファイアウォールが、外へのメールの番号を止めているかもしれません。25 番は止められていることが多いので、${STARTTLS} か ${TLS_AT_ONCE} にするか、サーバーの会社に確かめてください。`,
});

export const SILENT: Words = ({ host, port, isTls }) => ({
  what: `「${host}」の ${port} 番につながりましたが、メールサーバーのあいさつが届きませんでした。`,
  change: isTls
    ? 'しばらくしてからもう一度お試しください。続くときは、名前と番号をメールの会社の案内と見比べてください。'
    : `はじめから暗号化する入口かもしれません。465 番なら、SMTP_URL を smtps:// で始めてください（${TLS_AT_ONCE}）。`,
});

export const SLOW: Words = () => ({
  what: 'メールサーバーが、途中で返事をしなくなりました。',
  change: 'しばらくしてからもう一度お試しください。続くときは、メールの会社にお尋ねください。',
});

export const NOT_TLS: Words = ({ port }) => ({
  what: `${port} 番は、はじめから暗号化する入口ではありません。`,
  change: `SMTP_URL を smtp:// で始めてください（${STARTTLS}）。途中から暗号化（STARTTLS）します。`,
});

export const NO_STARTTLS: Words = ({ port }) => ({
  what: `${port} 番のメールサーバーは、暗号化（STARTTLS）に応じませんでした。暗号化なしでは送らない設定なので、送っていません。`,
  change: `${TLS_AT_ONCE} を試してください。同じ機械の中のメールサーバーなど、暗号化のいらないときだけ、SMTP_URL の終わりを ?requireTLS=false にします。`,
});

export const SELF_SIGNED: Words = ({ host }) => ({
  what: `「${host}」の証明書は、認められた発行元のものではありません（自己署名など）。`,
  change:
    'メールの会社の案内にある名前を SMTP_URL に書いてください。ご自分のメールサーバーなら、正式な証明書（Let’s Encrypt など）を入れるか、その発行元のファイルを NODE_EXTRA_CA_CERTS に指定してください。',
});

export const EXPIRED: Words = ({ host }) => ({
  what: `「${host}」の証明書の期限が合っていません。`,
  change:
    'このサーバーの時計（date）が合っているか確かめてください。合っていれば、メールサーバーの証明書が古いので、その管理者に知らせてください。',
});

export const OTHER_NAME: Words = ({ host }) => ({
  what: `証明書の名前が「${host}」と違います。`,
  change:
    'SMTP_URL には、メールの会社の案内にあるサーバーの名前を、そのまま書いてください（数字のアドレスや、ご自分のドメインの別名では合わないことがあります）。',
});

export const TLS_FAILED: Words = ({ port }) => ({
  what: `${port} 番のメールサーバーと、暗号化した接続ができませんでした。`,
  change: `${TLS_AT_ONCE} と ${STARTTLS} のうち、今と違うほうを試してください。`,
});

export const WRONG_LOGIN: Words = () => ({
  what: 'つながりましたが、メールサーバーがログインを断りました。',
  change:
    'SMTP_URL の利用者名とパスワードを確かめてください。記号は % で書きます（@ は %40、# は %23）。2段階の認証があるメールでは「アプリ パスワード」が要ります。',
});

export const LOGIN_NEEDED: Words = ({ hasUser }) => ({
  what: 'メールサーバーが、ログインを求めました。',
  change: hasUser
    ? 'SMTP_URL の利用者名とパスワードを確かめてください。'
    : 'SMTP_URL に利用者名とパスワードを書いてください（smtps://利用者名:パスワード@…）。',
});

export const SENDER: Words = () => ({
  what: 'つながってログインもできましたが、差出人のアドレス（MAIL_FROM）を断られました。',
  change: 'MAIL_FROM を、そのメールの契約で使えるアドレスにしてください。',
});

export const RECIPIENT: Words = () => ({
  what: '設定は通りましたが、あて先のアドレスを断られました。',
  change:
    'あて先のつづりを確かめてください。どのあて先でも断られるときは、このメールサーバーは外へ送らせていません。利用者名とパスワードがいるか、メールの会社に確かめてください。',
});

export const POLICY: Words = () => ({
  what: '設定は通りましたが、メールサーバーが、このあて先へ送ることを断りました。アドレスの間違いではありません。',
  change:
    'このメールサーバーから外へ送れる契約か、送れる数や差出人のきまりを超えていないか、MAIL_FROM のドメインに SPF と DKIM の設定があるかを、メールの会社に確かめてください。',
});

export const CONTENT: Words = () => ({
  what: 'メールサーバーが、メールの受け取りを断りました。',
  change:
    '迷惑メールと見なされたのかもしれません。MAIL_FROM のドメインに、SPF と DKIM の設定をしてください。',
});

export const LATER: Words = () => ({
  what: 'メールサーバーが、今は受け取れないと答えました。',
  change: 'しばらくしてからもう一度お試しください。お便りのメールは、自動で送り直します。',
});

export const CUT: Words = ({ isTls }) => ({
  what: 'メールサーバーが、途中で接続を切りました。',
  change: `番号と始まりの組み合わせが違うかもしれません。${isTls ? STARTTLS : TLS_AT_ONCE} を試してください。`,
});

export const UNKNOWN: Words = () => ({
  what: 'メールを送れませんでした。',
  change: '下の記号を添えて、メールの会社にお尋ねください。',
});
