import { REMEMBERED_DAYS } from '#domains/account/second-step/second-step.ts';
import { KEPT_DAYS } from '#domains/audit/audit.ts';
import type { Installation } from '#lib/installation.ts';
import type { Operator } from '#lib/operator-facts.ts';

/** A service that data goes through. */
interface Through {
  task: string;
  /** What of it, and what not. */
  what: string;
}

/** How the program protects what it keeps (安全管理措置), as far as the program does it. */
export const safetyFor = ({ isEncrypted }: Pick<Installation, 'isEncrypted'>): string[] => [
  ...(isEncrypted
    ? ['通信を暗号にします（HTTPS）。']
    : ['このサーバーは、通信を暗号にしていません（試すための設定です）。']),
  '施設ごとに分けて保存し、ほかの施設の情報は、番号を知っていても開けません。',
  '職員は、パスワードかパスキーで、共用の端末では6桁の暗証番号でもログインします。名簿や職員を変えられるのは管理者だけです。',
  'パスワードは、もとに戻せない形（Argon2id）に変えて保存し、何度も試すことを止めます。',
  `運営者の画面には、パスワードのほかに、もう一つの確認（パスキーか認証アプリ）がかならず要ります。施設でも、そう決められます。確認を省ける端末は、${REMEMBERED_DAYS}日で切れます。`,
  '職員の登録を変える、外す、パスキーや共用の端末を加えるなどの大事な操作の前には、ご本人かどうかをもう一度確かめます。',
  `だれがいつ何をしたかを${KEPT_DAYS}日のあいだ記録します。退職した職員の登録を外すと、その時から入れません。`,
  '動作の記録には、お名前、メールアドレス、リンクの中身を書きません。',
  'お預かりしたファイルは、サーバーのほかの利用者には読めないようにして保存します。保存した情報そのものは、この仕組みでは暗号にしません（ログインの鍵と、番号をのぞきます）。',
  '写真は、別の写真に作り直してから保存し、撮影場所などの書きこみを残しません。',
];

/** Through what data goes here, named by what this installation uses. */
export const subcontractorsFor = (of: Installation): Through[] => [
  of.sendsMail
    ? {
        task: 'メールの配送サービス（運営者が選んだもの）',
        what: '宛先、件名、本文が通ります。本文には、施設と入居者のお名前、お便りのリンクが入ります。写真は通りません。',
      }
    : { task: 'メール', what: '送りません。サーバーの中にだけ残します。' },
  ...(of.readsReturned
    ? [
        {
          task: '戻ってきたメールを受け取るメールボックス',
          what: '届かなかったメールの宛先と理由が入ります。',
        },
      ]
    : []),
  ...(of.hasLine
    ? [
        {
          task: 'LINE（LINEヤフー株式会社）',
          what: 'お申し込みになったご家族のユーザーID、施設のお名前、入居者のお名前、どの月のお便りかとその中身の数、お便りのリンクが通ります。写真は通りません。',
        },
      ]
    : []),
  ...(of.hasPhotosElsewhere
    ? [
        {
          task: '写真の保管サービス（インターネットの保管場所。運営者が選んだもの）',
          what: '写真のファイルを置きます。お名前は置きません。',
        },
      ]
    : []),
  ...(of.hasDatabaseElsewhere
    ? [
        {
          task: 'データベースのサーバー（運営者が選んだもの）',
          what: '写真のファイルのほかの、すべての情報を置きます。',
        },
      ]
    : []),
  ...{
    none: [],
    plain: [
      {
        task: '控えを写す場所（運営者が選んだもの）',
        what: '写真を含む、すべての情報の控えを置きます。',
      },
    ],
    encrypted: [
      {
        task: '控えを写す場所（運営者が選んだもの）',
        what: '写真を含む、すべての情報の控えを、暗号にして置きます。その場所の人には読めません。',
      },
    ],
  }[of.copies],
];

/** What a facility has to ask and write down by itself. */
export const unsaidBy = ({
  server,
  subcontractors,
}: Pick<Operator, 'server' | 'subcontractors'>): string[] => [
  ...(server === null ? ['サーバーの場所（国と会社）'] : []),
  ...(subcontractors.length === 0 ? ['サービスの名前'] : []),
];

/** How long what was deleted is still in backups. */
export function backupsOf({ backupsKept, copies, copiesKept }: Installation): string {
  if (backupsKept === null && copies === 'none') {
    return 'この仕組みでは控えをとりません。控えのことは、運営者にお尋ねください。';
  }
  const kept = `そこには新しいほうから${copiesKept}回分を残します。`;
  return [
    backupsKept === null
      ? ''
      : `故障に備えて控えをとり、新しいほうから${backupsKept}回分を残します。`,
    {
      none: '',
      plain: `控えは、別の場所にも写し、${kept}`,
      encrypted: `控えは、暗号にして、別の場所にも写し、${kept}`,
    }[copies],
    '消した情報は、それが入った古い控えを消すときに、控えからも消えます。',
  ].join('');
}
