import type { AuditAction } from '#domains/audit/audit.ts';
import { CONSENT_CHOICES } from '#domains/people/consent-wording.ts';
import type { ChangedColumn } from '#domains/people/resident.ts';
import { CHANGED_LABELS } from '#domains/people/resident.ts';
import { addMonths, isCivilDate } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import type { Entry } from './history.ts';
import { entries } from './history.ts';

const fieldsOf = (detail: string): string =>
  detail
    .split(' ')
    .map((column) => CHANGED_LABELS[column as ChangedColumn])
    .join('・');

const DECISIONS: Record<string, string> = {
  keep: '残す',
  delete: 'すべて削除する',
  choose: '選んで削除する',
  others_own: 'ほかのご家族には出さない',
  others_choose: '選んで、ほかのご家族には出さない',
  others_keep: 'ほかのご家族にも、これまでどおり見せる',
};
const CONSENTS: Record<string, string> = {
  given: '載せてよい',
  given_own: '本人の家族だけ',
  withdrawn: '載せない',
  unknown: 'まだ伺っていません',
};
const DAYS: Record<string, string> = {
  away_since: '不在になられた日',
  left_on: '退居の日',
  died_on: '亡くなられた日',
};

const answerWords = (detail: string): string =>
  CONSENT_CHOICES.find(({ value }) => value === detail)?.label ?? detail;

/** `お便りを2026年12月号まで休むことにしました` */
function wayWords(detail: string): string {
  const [name = '', until] = detail.split(' ');
  if (until !== undefined) {
    return `お便りを${formatYearMonth(addMonths(Number(until), -1))}号まで休むことにしました`;
  }
  return OWN_WAYS[name] ?? '受け取り方を変えました';
}

const OWN_WAYS: Record<string, string> = {
  resume: 'お便りのお休みを終えました',
  stop: 'お便りのメールを止めました',
  stop_by_mail: 'メールアプリのボタンひとつで、お便りのメールを止めました',
  email: 'お便りをメールで受け取ることにしました',
  paper: 'お便りを紙で受け取ることにしました',
  address: 'お便りを受け取るメールアドレスを変えました',
  address_back: 'お便りを受け取るメールアドレスを、前のものに戻しました',
};

/** `亡くなられた日を2026年10月12日にしました` */
function stateOf(detail: string): string {
  const [name = '', day = ''] = detail.split(' ');
  const label = DAYS[name] ?? name;
  return isCivilDate(day)
    ? `${label}を${formatWithEra(day)}にしました`
    : `${label}を取り消しました`;
}

const issue = (detail: string): string => `${formatYearMonth(Number(detail))}号`;

/** Of a month or a year. */
const kept = (detail: string): string => {
  if (detail === 'all') return 'すべて';
  return detail.length === 4 ? `${detail}年` : issue(detail);
};

export const CARE_WORDS = {
  // Families that come in by themselves.
  ...entries({ kind: 'family' })({
    'sheet.made': (f) => `${f.resident}ご家族へのご案内を、新しい番号にしました`,
    'sheet.made_for_all': (f) => `ご家族へのご案内の番号を、${f.detail}人分 用意しました`,
    'application.taken_in': (f) => `${f.resident}お便りのお申し込みを、${f.target}として受けました`,
    'application.refused': (f) => `${f.resident}お便りのお申し込みを、お断りしました`,
  }),
  ...entries({ kind: 'family', by: 'お申し込みの方' })({
    'application.sent': (f) => `${f.resident}お便りを申し込みました`,
    'application.address_proved': (f) =>
      `${f.resident}お便りを受け取るメールアドレスを確認しました`,
  }),
  // Mails that came back.
  ...entries({ kind: 'letter', by: 'つきだより' })({
    'delivery.came_back': (f) =>
      `${f.resident}ご家族 ${f.target}への${issue(f.detail)}のメールが、届かずに戻ってきたことを記録しました`,
    'delivery.sent_again': (f) =>
      `${f.resident}ご家族 ${f.target}へ、${issue(f.detail)}をもう一度送ることにしました`,
  }),
  ...entries({ kind: 'family', by: 'つきだより' })({
    'family.mail_returned': (f) =>
      f.detail === 'complaint'
        ? `${f.resident}ご家族 ${f.target}のメールソフトで迷惑メールに入れられたようなので、メールを止めました`
        : `${f.resident}ご家族 ${f.target}へのメールが戻ってきたので、このアドレスに送るのを止めました`,
    'family.address_confirmed': (f) =>
      `${f.resident}ご家族 ${f.target}のアドレスが合っていると分かったので、またメールを送ることにしました`,
  }),
  'photo.added': photos((of, n) => `${of}写真を${n}枚追加しました`),
  'photo.deleted': photos((of, n) => `${of}写真を${n}枚削除しました`),
  'photo.deleted_together': shared((of) => `${of}写真を、いっしょに削除しました`),
  'photo.restored_together': shared((of) => `削除した${of}写真を、いっしょに元に戻しました`),
  'photo.restored': photos((of, n) => `削除した${of}写真を${n}枚元に戻しました`),
  'photo.dated': photos((of, n) => `${of}写真${n}枚の日付を変えました`),
  'photo.put_aside': photos((of, n) => `${of}写真${n}枚を、確認待ちに戻しました`),
  'photo.captioned': photos((of, n) => `${of}写真${n}枚の説明を変えました`),
  'photo.turned': photos((of, n) => `${of}写真${n}枚の向きを変えました`),
  'photo.left_out': photos((of, n) => `${of}写真${n}枚を、お便りに出さないことにしました`),
  'photo.let_in': photos((of, n) => `${of}写真${n}枚を、お便りに出すことにしました`),
  'photo.ordered': photos((of, n) => `${of}写真${n}枚の順番を変えました`),
  'photo.moved': photos((of, n, from) => `${from}写真を${n}枚、${place(of)}へ移しました`),
  'photo.copied': photos((of, n, from) => `${from}写真を${n}枚、${place(of)}にも入れました`),
  'photo.dated_together': shared((of) => `${of}写真の日付を、いっしょに変えました`),
  'photo.answered_together': shared(
    (of) => `確認待ちだった${of}写真を、いっしょにお便りに載せることにしました`,
  ),
  'photo.put_aside_together': shared((of) => `${of}写真を、いっしょに確認待ちに戻しました`),
  'photo.captioned_together': shared((of) => `${of}写真の説明を、いっしょに変えました`),
  'photo.left_out_together': shared(
    (of) => `${of}写真を、いっしょにお便りに出さないことにしました`,
  ),
  'photo.let_in_together': shared((of) => `${of}写真を、いっしょにお便りに出すことにしました`),
  'photo.ordered_together': shared((of) => `${of}写真の順番を、いっしょに変えました`),
  ...entries({ kind: 'photo', together: 'resident' })({
    'photo.answered': (f) =>
      `確認待ちだった${f.resident}写真${f.count}枚を、${issue(f.detail)}に載せることにしました`,
    'photo.people_named': ({ count, detail, places }) =>
      detail === ''
        ? `施設全体の写真${count}枚から、写っている方のお名前を外しました`
        : `施設全体の写真${count}枚に写っている方を、${place(places)}にしました`,
  }),
  'photo.retried': { kind: 'photo', says: () => '準備できなかった写真を、やり直しました' },
  ...entries({ kind: 'resident' })({
    'resident.added': (f) => `${f.resident}登録をしました`,
    'resident.imported': (f) => `名簿のファイルから入居者を${f.detail}人 登録しました`,
    'resident.deleted': (f) => `${f.target}の登録を削除しました`,
    'resident.changed': (f) => `${f.resident}${fieldsOf(f.detail)}を変えました`,
    'resident.token_rotated': (f) => `${f.resident}リンクを新しくしました`,
    'resident.consent_changed': (f) =>
      `${f.resident}写真を「${CONSENTS[f.detail] ?? '載せない'}」にしました`,
    'resident.consent_declined': (f) =>
      `${f.resident}ご家族からの写真のお返事を、記録しないことにしました`,
    'resident.photos_decided': (f) =>
      `${f.resident}これまでの写真を「${DECISIONS[f.detail] ?? f.detail}」にしました`,
    'resident.state_changed': (f) => `${f.resident}${stateOf(f.detail)}`,
    'resident.last_letter_chosen': (f) =>
      f.detail.startsWith('last')
        ? `${f.resident}最後のお便りをお届けすることにしました`
        : `${f.resident}最後のお便りを、お届けしないことにしました`,
  }),
  'resident.consent_kept': {
    kind: 'resident',
    together: 'all',
    says: (f) =>
      f.count > 1
        ? `写真の同意が${f.count}人分、変わりないことを確かめました`
        : `${f.resident}写真の同意が、変わりないことを確かめました`,
  },
  ...entries({ kind: 'family' })({
    'family.added': (f) => `${f.resident}ご家族 ${f.target}を登録しました`,
    'family.imported': (f) => `名簿のファイルからご家族を${f.detail}家族 登録しました`,
    'family.changed': (f) => `${f.resident}ご家族 ${f.target}の登録を変えました`,
    'family.link_renewed': (f) => `${f.resident}ご家族 ${f.target}のリンクを新しくしました`,
    'family.deleted': (f) => `${f.resident}ご家族 ${f.target}をお届け先から外しました`,
    'family.line_code_made': (f) =>
      `${f.resident}ご家族 ${f.target}がLINEで受け取るための番号を作りました`,
    'family.line_cards_made': (f) =>
      `ご案内カード${f.detail}枚に、LINEで受け取るための番号を入れました`,
    'family.line_joined': () => 'お便りをLINEで受け取ることにしました',
    'family.line_removed': (f) => `${f.resident}ご家族 ${f.target}への、LINEでのお届けを終えました`,
    'family.line_ended': (f) => `${f.resident}ご家族 ${f.target}への、LINEでのお届けが終わりました`,
    'family.way_chosen': (f) => wayWords(f.detail),
    'consent.answered': (f) => `写真の載せ方について「${answerWords(f.detail)}」とお返事しました`,
  }),
  ...entries({ kind: 'letter', together: 'all' })({
    'letter.saved': (f) => `${issue(f.detail)}のお便りを保存しました`,
    'letter.checked': (f) =>
      f.count > 1
        ? `${issue(f.detail)}を${f.count}人分、確認済みにしました`
        : `${f.resident}${issue(f.detail)}を確認済みにしました`,
    'handover.done': (f) =>
      f.count > 1
        ? `${issue(f.detail)}を、${f.count}件のご家族にお渡し済みにしました`
        : `${f.resident}ご家族 ${f.target}の${issue(f.detail)}を、お渡し済みにしました`,
    'delivery.sent_by_hand': (f) =>
      f.count > 1
        ? `お便りのお知らせを${f.count}件のご家族へ送ることにしました`
        : `${f.resident}ご家族 ${f.target}へ、お便りのお知らせを送ることにしました`,
    'mail.retried': ({ count }) => `届けられなかったメールを${count}通、もう一度送ることにしました`,
    'mail.dismissed': ({ count }) => `届けられなかったメールを${count}通、一覧から外しました`,
  }),
  'answer.sent': {
    kind: 'letter',
    together: 'target',
    says: (f) => `${issue(f.detail)}にことばを送りました`,
  },
  'answer.passed_on': answers((of) => `${of}ことばを、お伝えしたことにしました`),
  'answer.taken_back': answers((of) => `${of}ことばを、まだお伝えしていないことに戻しました`),
  'answer.hidden': answers((of) => `${of}ことばを隠しました`),
  'answer.shown': answers((of) => `隠した${of}ことばを、また見えるようにしました`),
  'answer.replied': answers((of) => `${of}ことばに、お返事しました`),
  'answer.reply_changed': answers((of) => `${of}ことばへのお返事を直しました`),
  'answer.reply_deleted': answers((of) => `${of}ことばへのお返事を削除しました`),
  ...entries({ kind: 'letter' })({
    'letter.unchecked': (f) => `${f.resident}${issue(f.detail)}の確認済みを取り消しました`,
    'letter.held_back': (f) => `${f.resident}${issue(f.detail)}を送らないことにしました`,
    'letter.sent_after_all': (f) => `${f.resident}${issue(f.detail)}を、やはり送ることにしました`,
    'handover.taken_back': (f) =>
      `${f.resident}ご家族 ${f.target}に${issue(f.detail)}をお渡しした印を、取り消しました`,
    'delivery.settings_changed': () => '配信の設定を変えました',
    'delivery.test_sent': (f) =>
      `${f.resident}ご家族 ${f.target}へ、テストのメールを送ることにしました`,
    'delivery.own_sent': () => 'お便りの見本を、自分に送ることにしました',
  }),
  'note.saved': {
    kind: 'letter',
    together: 'resident',
    says: (f) => `${f.resident}${issue(f.detail)}の「ご様子」を書きました`,
  },
  ...entries({ kind: 'taken' })({
    'export.residents': (f) => `入居者名簿（${f.detail}人）をファイルに書き出しました`,
    'export.families': (f) => `ご家族の名簿（${f.detail}家族）をファイルに書き出しました`,
    'export.letters': (f) => `${f.resident}お便りを、まとめて取り出しました`,
    'export.facility': () => '施設のお便りと名簿を、まとめて取り出しました',
    'export.history': () => '操作の記録をファイルに書き出しました',
  }),
  ...entries({ kind: 'taken', together: 'all' })({
    'export.printed': (f) => `${issue(f.detail)}の印刷の画面を開きました`,
    'export.answers': () => 'ご家族からのことばを印刷する画面を開きました',
    'export.book': (f) => `${f.resident}お便りの一冊を印刷する画面を開きました`,
    'export.cards': () => 'ご家族へのご案内カードを印刷する画面を開きました',
    'export.sheets': () => 'ご家族へのご案内を印刷する画面を開きました',
    'export.consents': () => '写真についてのお伺いを印刷する画面を開きました',
    'export.ending_sheets': () => 'ご利用の終わりについて、ご家族への紙を印刷する画面を開きました',
  }),
  'archive.taken': {
    kind: 'taken',
    together: 'target',
    says: (f) => `${kept(f.detail)}のお便りを、まとめて取り出しました`,
  },
} satisfies Partial<Record<AuditAction, Entry>>;

function photos(says: (of: string, count: number, from: string) => string): Entry {
  return {
    kind: 'photo',
    together: 'resident',
    says: ({ resident, count, from }) => says(resident, count, from),
  };
}

/** Of a photo of several people, changed together. */
function shared(says: (of: string) => string): Entry {
  return { kind: 'photo', says: ({ places }) => says(places) };
}

/** Words of families, by resident: `山田 ハル様のご家族の` */
function answers(says: (of: string) => string): Entry {
  return { kind: 'letter', together: 'resident', says: (f) => says(`${f.resident}ご家族の`) };
}

/** `山田 ハル様の` → `山田 ハル様` */
const place = (of: string): string => of.replace(/の$/, '');
