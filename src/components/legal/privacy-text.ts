import type { Installation } from '#lib/installation.ts';
import type { Operator } from '#lib/operator-facts.ts';
import { COOKIES, STORED } from './browser-register.ts';
import { backupsOf, safetyFor, subcontractorsFor } from './handling-text.ts';
import type { LegalSection } from './legal-text.ts';
import { dataGroups } from './register.ts';

const ROLES: LegalSection = {
  heading: '施設と運営者の役割',
  parts: [
    '入居者とご家族の情報を集め、何に使うかを決めるのは、ご利用の介護施設です。個人情報保護法でいう「個人情報取扱事業者」は施設で、運営者は、その取り扱いを施設から任された「委託先」です。',
    '運営者は、お便りを作って届けるために必要な範囲でだけ情報を扱い、施設の指示なしに、ほかの目的に使いません。',
    '職員の方のメールアドレスと、いただいたご質問は、運営者が自らお預かりします。',
  ],
};

const dataFor = (installation: Installation): LegalSection => ({
  heading: 'お預かりするもの',
  parts: [
    '何を、何のために、いつまでお預かりし、どなたが見るのか。まとまりごとに書きます。ご家族がお便りを読むだけなら、登録はいりません。',
    ...dataGroups(installation),
    '運営者は、故障を直すときや、施設から頼まれたときのほかは、入居者とご家族の情報の中を見ません。',
    '広告、売り込み、行動の分析には使いません。ほかの会社の計測や広告も、画面に入れていません。',
  ],
});

const PHOTOS: readonly LegalSection[] = [
  {
    heading: '写真の扱い',
    parts: [
      '受け取った写真から、撮影場所や機種などの書きこみを取りのぞいた写真を作り、もとの写真は消します。保存する写真にも、届ける写真にも、場所の情報は残りません。撮影日だけは、どの月のお便りかを決めるために控えます。',
      '職員が消した写真は、元に戻せるあいだが過ぎたあと、その写真を使っているところがほかになければ、写真そのものを消します。',
    ],
  },
  {
    heading: '写真を見られる方',
    parts: [
      [
        'その施設の職員。',
        'その入居者のご家族。ご家族ごとに作られるリンクをお持ちの方です。',
        '「施設全体」に入れた写真は、その施設のすべてのご家族。',
        'ただし、「ご本人のご家族だけ」とお返事された方のお名前がついた写真は、その方のご家族だけ。',
      ],
      'ほかの施設の職員やご家族からは見えません。',
      '行事の写真などには、ほかの入居者の方がいっしょに写ることがあります。どの写真を誰に届けるかは、施設が同意を確かめて決めます。つきだよりは、お名前のついていない方が写っていることを知りません。',
    ],
  },
  {
    heading: '同意と取りやめ',
    parts: [
      '写真の掲載について、ご本人またはご家族から同意をいただくのは施設です。同意のない方として登録された方の写真は、その方の写真としては受け付けません。お返事は、ご本人のご家族へのお便りだけか、ほかのご家族のお便りにもか、を分けてうかがえます。',
      '同意はいつでも取りやめられます。施設にお申し出ください。取りやめが登録されると、それまでの写真を残すか消すかを施設が決めるまで、ご家族の画面には出ません。「ご本人のご家族だけ」に変えたときは、その方のお名前がついた写真は、すぐにほかのご家族から見えなくなります。',
      'お返事を直すときは、前のお返事を消さずに、新しいお返事を足します。',
    ],
  },
  {
    heading: 'パスワードのいらないリンク',
    parts: [
      'お便りは、リンクをひらくだけで読めます。これは、リンクを知っている人なら誰でも読める、ということでもあります。リンクは、人が当てられない長さにしています。',
      'リンクを、ほかの方に転送したり、みんなが見る場所に書いたりしないでください。知らない人に渡ってしまったときは、施設にお知らせください。新しいリンクに替えると、前のリンクでは、お便りも写真もすぐにひらけなくなります。',
      'お便りの画面には、検索サイトに載せないよう求める印をつけています。',
    ],
  },
];

const BROWSER: LegalSection = {
  heading: 'クッキーと、端末に残るもの',
  parts: [
    'ご家族のお便りの画面では、クッキーを使わず、端末に何も書きのこしません（ブラウザーが、見た写真をしばらく控えておくことはあります）。職員と運営者の画面では、次のクッキーを使います。',
    COOKIES.map(({ names, says }) => `${names.join('、')}: ${says}`),
    '職員が使う端末の中には、次のものが残ります。運営者には送られません。',
    STORED.map(({ says }) => says),
  ],
};

const RIGHTS: LegalSection = {
  heading: '開示・訂正・消去などのご請求',
  parts: [
    '入居者とご家族の方は、施設にお申し出ください。どんな情報があるかをお見せする（開示）、まちがいを直す（訂正）、使うのをやめる（利用停止）、消す（消去）、どなたに渡したかをお見せする、といったご請求に、施設がお答えします。',
    '写真を消す、登録を直す、お届け先から外す、リンクを替える、お便りをまとめてファイルでお渡しする、といったことは、施設の画面でできます。施設だけでできないことは、施設を通じて運営者が行います。',
    '職員の方は、ご自分の画面でお名前、メールアドレス、パスワードを変え、ほかの端末のログインを止められます。登録の消去は、施設の管理者にお申し出ください。',
    '運営者が自らお預かりするもの（職員の方のメールアドレス、お問い合わせ）についてのご請求は、運営者にお申し出ください。ご本人であることを確かめてから、お答えします。ご希望があれば、ファイルでお渡しします。',
    'お答えに納得できないときは、個人情報保護委員会に相談できます。',
  ],
};

const CHANGES: LegalSection = {
  heading: 'この方針の変更',
  parts: [
    '内容を変えたときは、このページに載せ、上の日付を改めます。お預かりする方に不利になりうる変更は、あらかじめ施設の管理者にメールでお知らせします。',
  ],
};

/** As this installation works. @param server where it stands, if the operator says so */
export const privacyFor = (
  installation: Installation,
  server: string | null,
): readonly LegalSection[] => [
  ROLES,
  dataFor(installation),
  ...PHOTOS,
  BROWSER,
  {
    heading: '守り方（安全管理措置）',
    parts: [
      '運営者のサーバーの中で、この仕組みは次のように守ります。',
      safetyFor(installation),
      backupsOf(installation),
      ...(server === null
        ? ['サーバーを置く場所と、運営者の中での決まりは、運営者にお尋ねください。']
        : [`サーバーの場所: ${server}`, '運営者の中での決まりは、運営者にお尋ねください。']),
    ],
  },
  {
    heading: 'お任せする先と、ほかの方への提供',
    parts: [
      '法律で求められた場合のほかは、どなたにも渡しません。ただし、次のことは、ほかのサービスを通ります。',
      subcontractorsFor(installation).map(({ task, what }) => `${task}: ${what}`),
      '施設がご家族にLINEなどでリンクを送る場合、その送り方は、施設とそのサービスとのお約束によります。',
    ],
  },
  ...(installation.hasLine ? [BY_LINE] : []),
  RIGHTS,
  CHANGES,
];

/** Where letters can come by LINE. */
const BY_LINE: LegalSection = {
  heading: 'LINEでのお届け',
  parts: [
    'お申し込みになったご家族には、お便りのご案内をLINEでお届けします。LINEの写真、電話番号、友だちは、お預かりしません。LINEに出ているお名前は、どなたにお届けしているかを施設が確かめるためのものです。',
    'ユーザーIDは、ご案内を送るためだけに使います。画面にも記録にも出さず、書き出しにも入れません。「とめる」と送る、アカウントをブロックする、お便りのページで終える、施設がお届け先から外す、のどれでも、すぐに消えます。',
    'トークにお書きになったことは、保存しません。',
  ],
};

/** What the operator itself says: whom it entrusts with what, and more. */
export const privacyOf = ({
  subcontractors,
  privacy,
}: Pick<Operator, 'subcontractors' | 'privacy'>): readonly LegalSection[] => [
  ...(subcontractors.length === 0
    ? []
    : [
        {
          heading: '運営者が仕事を任せている会社',
          parts: [subcontractors.map(({ name, task, place }) => `${name}: ${task}（${place}）`)],
        },
      ]),
  ...privacy,
];
