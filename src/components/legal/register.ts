import { ADDRESS_DAYS, KEPT_DAYS, SHOWN_DAYS } from '#domains/audit/audit.ts';
import { PENDING_STAFF_DAYS } from '#domains/account/staff.ts';
import { TOKEN_KEPT_DAYS, TOKEN_LIFETIMES } from '#domains/account/one-time/token.ts';
import { REMEMBERED_DAYS } from '#domains/account/second-step/second-step.ts';
import { SESSION_ABSOLUTE_DAYS, SESSION_DAYS } from '#domains/account/session/session.ts';
import { DEVICE_DAYS } from '#domains/account/shared-device/shared-device.ts';
import { UNDO_MS } from '#domains/item/item-limits.ts';
import { LINE_CODE_MS, LINE_EVENT_DAYS, LINE_STOP_DAYS } from '#domains/line/code.ts';
import { FAILED_MAIL_DAYS, SENT_MAIL_DAYS } from '#domains/mail/mail.ts';
import { ENDED_KEPT_DAYS } from '#domains/facility/ending/ending.ts';
import { CONTACT_KEPT_DAYS } from '#domains/operator/contact.ts';
import { OPERATOR_SESSION_MS } from '#domains/operator/operator.ts';
import { FAMILY_FACTS } from '#domains/people/family-facts.ts';
import { FORMER_DAYS } from '#domains/people/family.ts';
import { RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import { APPLICATION_DAYS, SHEET_DAYS } from '#domains/people/joining/application.ts';
import { UNCLAIMED_LIFETIME_MS } from '#domains/photo/photo.ts';
import { DAY_MS, HOUR_MS } from '#lib/durations.ts';
import type { Installation } from '#lib/installation.ts';

/** What is told of one kind of data; `db/register.ts` says in which columns it is. */
interface Entry {
  id: string;
  what: string;
  onlyWithLine?: true;
}

/** As a daughter looks for it. */
interface Group {
  heading: string;
  entries: readonly Entry[];
  why: string;
  /** Otherwise by whether mails leave the server. */
  howLong: string | ((sendsMail: boolean) => string);
  howLongByLine?: string;
  whoSees: string;
}

const factsOf = (entry: 'resident' | 'consent'): string =>
  Object.values(RESIDENT_FACTS)
    .filter((fact) => fact.entry === entry)
    .map(({ label }) => label)
    .join('、');
const FAMILY_WORDS = Object.values(FAMILY_FACTS)
  .flatMap(({ of, label }) => (of === 'home' ? [] : [label]))
  .join('、');
const hours = (ms: number): string => `${ms / HOUR_MS}時間`;
const days = (ms: number): string => `${ms / DAY_MS}日`;

const SENT_MAILS = `メールの本文は送りおえたときに消し、宛先と件名は${SENT_MAIL_DAYS}日で消します。`;
const KEPT_MAILS = `メールは、サーバーの中にファイルで残し、宛先、件名、本文とも${SENT_MAIL_DAYS}日で消します。`;

/** What the program keeps of people, by the numbers that it goes by. */
const GROUPS: readonly Group[] = [
  {
    heading: '入居者の方',
    entries: [
      {
        id: 'resident',
        what: `${factsOf('resident')}、顔写真、お便りを送るご家族がいるか。お名前のほかは、入れなくてもお使いになれます。`,
      },
      {
        id: 'life',
        what: '不在になられた日、退居の日、亡くなられた日。最後のお便りを送るかどうかと、そのことば。',
      },
      {
        id: 'consent',
        what: `写真の掲載についてのお返事。どこまで載せてよいか、どなたが（お名前と続柄）、いつ、どのように答えられたか。${factsOf('consent')}。`,
      },
      {
        id: 'onPhotos',
        what: '施設全体の写真に、どなたが写っているか。お返事によって、どの写真をどなたから隠しているか。',
      },
      {
        id: 'address',
        what: `お便りのリンクの、人が当てられない文字。施設のご利用が終わって削除されたあとは、リンクを開いた方にそのことをお伝えするために、元に戻せない形にしたものを${ENDED_KEPT_DAYS}日。`,
      },
    ],
    why: `その方のお便りを作り、その方のご家族にだけ届けるため。${RESIDENT_FACTS.birthday.label}は、職員がその方を確かめるときの目印です。お返事は、載せてよい写真だけを載せるために使います。`,
    howLong: `施設が消すまで、または利用をやめるまで。退居された方や亡くなられた方のお便りも、ご家族が読み返せるように残します。お返事の記録は、その方の写真があるあいだ残します。施設が消したあとも、お名前、亡くなられた日、写真のお返事などは、「だれが何をしたかの記録」に、書いた日から${KEPT_DAYS}日残ります。`,
    whoSees: `その施設の職員。お名前、写真、最後のお便りのことばは、その方のご家族も。${RESIDENT_FACTS.ownWish.label}は、職員だけです。`,
  },
  {
    heading: 'ご家族の方',
    entries: [
      {
        id: 'family',
        what: `${FAMILY_WORDS}、住所。メールアドレスと住所は、お届けに使う場合だけで足ります。お名前のほかは、なくてもかまいません。`,
      },
      {
        id: 'ways',
        what: 'お届けの方法。お休みやおやめになったこと、変える前のアドレスと、戻すためのボタン。メールアドレスを確かめた日と、メールが戻ってきたときは、その理由。',
      },
      {
        id: 'application',
        what: 'ご自分で登録されたときに書かれたこと（お名前、続柄、届け先、写真についてのお返事）と、お断りしたときの理由。',
      },
      { id: 'sheet', what: 'ご登録の紙に印刷する番号。' },
      {
        id: 'line',
        what: 'LINEのユーザーID（LINEが、このサービスのアカウントごとに付ける番号）と、LINEに出ているお名前。つながるときの番号。',
        onlyWithLine: true,
      },
    ],
    why: 'お便りを、ご希望の方法でお届けするため。',
    howLong: `施設がお届け先から外すまで。ご登録のお申し込みは、決まるまで。お断りしたものと、決まらなかったものは${APPLICATION_DAYS}日で消します。紙の番号は${SHEET_DAYS}日で使えなくなります。変える前のアドレスは${FORMER_DAYS + TOKEN_KEPT_DAYS}日で消します。`,
    howLongByLine: `LINEのユーザーIDとお名前は、お届けを終えるとすぐに消します。つながるときの番号は、長くても${days(LINE_CODE_MS.card)}で使えなくなり、消えます。`,
    whoSees: 'その施設の管理者。お名前と続柄は、ことばを読む職員も。ほかのご家族からは見えません。',
  },
  {
    heading: '写真とお便り',
    entries: [
      {
        id: 'photo',
        what: '写真、写真のファイルの名前、撮影日、写真の一言、入れた職員、どの入居者のものか。',
      },
      { id: 'letter', what: '月ごとの題名とごあいさつ。' },
      { id: 'note', what: '月ごとの、お一人ずつのご様子と、書いた職員。' },
      {
        id: 'checks',
        what: 'お便りを確かめた職員と時刻。その月は送らないことにしたときは、その理由。',
      },
    ],
    why: '月ごとのお便りを作るため。',
    howLong: `施設が消すまで、または利用をやめるまで。職員が消した写真は、${hours(UNDO_MS)}は元に戻せて、そのあと消えます。送る途中でやめた写真は、${hours(UNCLAIMED_LIFETIME_MS)}で消します。`,
    whoSees:
      'その施設の職員と、その入居者のご家族。「施設全体」の写真と、ごあいさつは、その施設のすべてのご家族。送らない理由と、確かめた職員は、職員だけです。',
  },
  {
    heading: 'ご家族からのお返事',
    entries: [
      {
        id: 'seen',
        what: '「見ました」を押した時刻と、選んだ気持ち。押さなければ、何も残りません。',
      },
      {
        id: 'words',
        what: 'お便りに書かれたことば、届いた時刻、職員がお伝えした時刻、施設からのお返事。書かなければ、何も残りません。',
      },
    ],
    why: '職員が読んで、入居者の方にお伝えするため。',
    howLong:
      '「見ました」は、施設がお届け先から外すまで。ことばは、入居者の情報と同じあいだ。お届け先から外れたあとも、入居者の方へのことばとして、ご家族のお名前とともに残ります。',
    whoSees: '「見ました」は施設の管理者。ことばは施設の職員と、書かれたご家族。',
  },
  {
    heading: 'お届けの記録',
    entries: [
      {
        id: 'delivered',
        what: 'どの月のお便りを、どのご家族に、いつ、どの方法でお送りしたか、お渡ししたか。届けられなかったとき、送ったあとで戻ってきたときは、その理由。施設のご利用が終わることについて、いつ、どの方法でお知らせしたか、どの職員がそのしるしを付けたか。',
      },
      { id: 'mails', what: 'お送りするメールの宛先、件名、本文。戻ってきたときの理由。' },
      {
        id: 'trialLetters',
        what: 'お試しのあいだの施設が、その日に送った数。宛先は、読めない形に変えて数えます。',
      },
      {
        id: 'lineEvents',
        what: 'LINEから届いた知らせ（トークに書かれたことは、のぞきます）と、LINEでのお届けをとめた時刻。',
        onlyWithLine: true,
      },
    ],
    why: 'お届けを確かめ、同じお便りを二度送らず、届かなかった方に別の方法でお渡しするため。',
    howLong: (sendsMail) =>
      `お届けの記録は、施設がお届け先から外すまで。${sendsMail ? SENT_MAILS : KEPT_MAILS}届けられなかったメールは${FAILED_MAIL_DAYS}日で消します。お試しの数は、その日が過ぎると消します。`,
    howLongByLine: `LINEからの知らせは${LINE_EVENT_DAYS}日、とめた時刻は${LINE_STOP_DAYS}日で消します。`,
    whoSees:
      '施設の管理者。送れなかったメールの宛先と理由、ご利用の終わりをお知らせするご家族と入居者のお名前は、運営者も。',
  },
  {
    heading: '職員の方',
    entries: [
      {
        id: 'staff',
        what: 'お名前とふりがな、メールアドレス、管理者かどうか、登録した時刻と最後に使った時刻。',
      },
      {
        id: 'signIn',
        what: 'パスワード、暗証番号、予備のコード（どれも、もとに戻せない形に変えて保存します。運営者にも読めません）。パスキーの名前と、確かめるための鍵。認証アプリの鍵は、暗号にして保存します。',
      },
      {
        id: 'devices',
        what: 'ログイン中の端末の種類、接続元（IPアドレス）、時刻、ログインのしかた。',
      },
      { id: 'sharedDevices', what: '共用の端末の名前と、使う職員、最後に使った時刻。' },
      {
        id: 'oneTime',
        what: '登録、パスワード、メールアドレスの手続きと、ログインの途中の記録（メールアドレス）。',
      },
    ],
    why: 'ご本人であることを確かめ、ほかの人に使われないようにするため。',
    howLong: `施設が登録を消すまで。手続きの途中でやめた登録は${PENDING_STAFF_DAYS}日で消します。ログインは、使わなければ${SESSION_DAYS}日、使い続けても${SESSION_ABSOLUTE_DAYS}日。認証アプリの確認を省く端末は${REMEMBERED_DAYS}日、共用の端末は${DEVICE_DAYS}日で切れます。手続きのリンクは${TOKEN_LIFETIMES.password.text}または${TOKEN_LIFETIMES.staff_sign_up.text}で使えなくなり、その${TOKEN_KEPT_DAYS}日後に記録も消します。`,
    whoSees:
      'お名前は、その施設の職員。メールアドレスと最後に使った時刻は、施設の管理者。メールアドレスは、運営者も。ログイン中の端末は、ご本人です。',
  },
  {
    heading: '施設',
    entries: [
      {
        id: 'facility',
        what: `お名前、住所、電話番号。ご利用を終えるときは、最後の日と、ご家族への文章。施設のお名前と最後の日は、削除したあとも${ENDED_KEPT_DAYS}日。`,
      },
      { id: 'plan', what: '選んだプラン、お試しと利用のはじめと終わりの日。' },
      {
        id: 'settings',
        what: '配信の設定（送る時刻、差出人のお名前、署名など）と、ログインの決まり。',
      },
    ],
    why: 'お便りとメールに施設のお名前と連絡先を出し、ご契約のとおりに使っていただくため。',
    howLong: '利用をやめるまで。',
    whoSees:
      '施設の管理者と運営者。お名前、住所、電話番号、署名は、お便りやメールを受け取るご家族も。',
  },
  {
    heading: 'だれが何をしたかの記録',
    entries: [
      {
        id: 'history',
        what: 'ログイン、名簿や写真やお便りの変更、書き出しなど、だれがいつ何をしたか。接続元（IPアドレス）、ブラウザーの種類、ログインのしかた。亡くなられた日、写真のお返事、職員の役割、ご利用プランなどは、変えたあとの内容も。お名前は、施設が外した入居者、ご家族、職員と、パスキー、共用の端末のもの。メールアドレスは書きません。',
      },
      {
        id: 'tries',
        what: '短い時間に何度も試した接続元とメールアドレスの数（読めない形に変えて数えます）と、暗証番号を続けて間違えた数。',
      },
    ],
    why: 'あとで確かめられるように、そして、いたずらや乗っ取りを防ぐため。',
    howLong: `${KEPT_DAYS}日。接続元は${ADDRESS_DAYS}日で、おおよその範囲だけにします。試した数は、長くても1日。暗証番号の数は、正しく入れたときに消えます。`,
    whoSees: `施設の管理者（${SHOWN_DAYS}日前まで）。運営者は、故障や事故を調べるとき。`,
  },
  {
    heading: 'お問い合わせと、運営者',
    entries: [
      { id: 'contact', what: 'お問い合わせのページに書かれた、お名前、メールアドレス、内容。' },
      { id: 'operator', what: '運営者自身のメールアドレス、パスワード、ログイン中の端末。' },
    ],
    why: 'お返事をするため。運営者の画面に、運営者だけが入れるようにするため。',
    howLong: `お問い合わせは${CONTACT_KEPT_DAYS}日。運営者に届いたメールは、お返事と、そのあとの確認に必要なあいだ。運営者のログインは、長くても${hours(OPERATOR_SESSION_MS)}。`,
    whoSees: '運営者。',
  },
];

/** As the privacy page shows them; what only some installations have, where this one has it. */
export const dataGroups = ({ hasLine, sendsMail }: Pick<Installation, 'hasLine' | 'sendsMail'>) =>
  GROUPS.map(({ heading, entries, why, howLong, howLongByLine, whoSees }) => {
    const shown = entries.filter(({ onlyWithLine }) => hasLine || onlyWithLine !== true);
    const told = typeof howLong === 'string' ? howLong : howLong(sendsMail);
    const period = hasLine && howLongByLine ? told + howLongByLine : told;
    return {
      heading,
      ids: shown.map(({ id }) => id),
      points: shown.map(({ what }) => what),
      howLong: period,
      facts: [
        ['使いみち', why],
        ['期間', period],
        ['見る人', whoSees],
      ] as const,
    };
  });
