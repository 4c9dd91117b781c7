import type { AuditAction } from '#domains/audit/audit.ts';
import { CONSENT_CHOICES } from '#domains/people/consent-wording.ts';
import type { ChangedColumn } from '#domains/people/resident.ts';
import { CHANGED_LABELS } from '#domains/people/resident.ts';
import { addMonths, isCivilDate } from '#lib/calendar.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import { formatWithEra } from '#lib/japanese-date.ts';
import type { Entry } from './history.ts';
import { CAME_BACK_WORDS } from './came-back-words.ts';
import { JOINING_WORDS } from './joining-words.ts';

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
  ...JOINING_WORDS,
  ...CAME_BACK_WORDS,
  'photo.added': photos((of, n) => `${of}写真を${n}枚追加しました`),
  'photo.deleted': photos((of, n) => `${of}写真を${n}枚削除しました`),
  'photo.deleted_together': shared((of) => `${of}写真を、いっしょに削除しました`),
  'photo.restored_together': shared((of) => `削除した${of}写真を、いっしょに元に戻しました`),
  'photo.restored': photos((of, n) => `削除した${of}写真を${n}枚元に戻しました`),
  'photo.dated': photos((of, n) => `${of}写真${n}枚の日付を変えました`),
  'photo.answered': {
    kind: 'photo',
    together: 'resident',
    says: (f) =>
      `確認待ちだった${f.resident}写真${f.count}枚を、${issue(f.detail)}に載せることにしました`,
  },
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
  'photo.people_named': {
    kind: 'photo',
    together: 'resident',
    says: ({ count, detail, places }) =>
      detail === ''
        ? `施設全体の写真${count}枚から、写っている方のお名前を外しました`
        : `施設全体の写真${count}枚に写っている方を、${place(places)}にしました`,
  },
  'photo.retried': { kind: 'photo', says: () => '準備できなかった写真を、やり直しました' },
  'resident.added': { kind: 'resident', says: (f) => `${f.resident}登録をしました` },
  'resident.imported': {
    kind: 'resident',
    says: (f) => `名簿のファイルから入居者を${f.detail}人 登録しました`,
  },
  'resident.deleted': { kind: 'resident', says: (f) => `${f.target}の登録を削除しました` },
  'resident.changed': {
    kind: 'resident',
    says: (f) => `${f.resident}${fieldsOf(f.detail)}を変えました`,
  },
  'resident.token_rotated': {
    kind: 'resident',
    says: (f) => `${f.resident}リンクを新しくしました`,
  },
  'resident.consent_changed': {
    kind: 'resident',
    says: (f) => `${f.resident}写真を「${CONSENTS[f.detail] ?? '載せない'}」にしました`,
  },
  'resident.consent_declined': {
    kind: 'resident',
    says: (f) => `${f.resident}ご家族からの写真のお返事を、記録しないことにしました`,
  },
  'resident.consent_kept': {
    kind: 'resident',
    together: 'all',
    says: (f) =>
      f.count > 1
        ? `写真の同意が${f.count}人分、変わりないことを確かめました`
        : `${f.resident}写真の同意が、変わりないことを確かめました`,
  },
  'resident.photos_decided': {
    kind: 'resident',
    says: (f) => `${f.resident}これまでの写真を「${DECISIONS[f.detail] ?? f.detail}」にしました`,
  },
  'resident.state_changed': { kind: 'resident', says: (f) => `${f.resident}${stateOf(f.detail)}` },
  'resident.last_letter_chosen': {
    kind: 'resident',
    says: (f) =>
      f.detail.startsWith('last')
        ? `${f.resident}最後のお便りをお届けすることにしました`
        : `${f.resident}最後のお便りを、お届けしないことにしました`,
  },
  'family.added': { kind: 'family', says: (f) => `${f.resident}ご家族 ${f.target}を登録しました` },
  'family.imported': {
    kind: 'family',
    says: (f) => `名簿のファイルからご家族を${f.detail}家族 登録しました`,
  },
  'family.changed': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族 ${f.target}の登録を変えました`,
  },
  'family.link_renewed': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族 ${f.target}のリンクを新しくしました`,
  },
  'family.deleted': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族 ${f.target}をお届け先から外しました`,
  },
  'family.line_code_made': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族 ${f.target}がLINEで受け取るための番号を作りました`,
  },
  'family.line_cards_made': {
    kind: 'family',
    says: (f) => `ご案内カード${f.detail}枚に、LINEで受け取るための番号を入れました`,
  },
  'family.line_joined': {
    kind: 'family',
    says: () => 'お便りをLINEで受け取ることにしました',
  },
  'family.line_removed': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族 ${f.target}への、LINEでのお届けを終えました`,
  },
  'family.line_ended': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族 ${f.target}への、LINEでのお届けが終わりました`,
  },
  'family.way_chosen': {
    kind: 'family',
    says: (f) => wayWords(f.detail),
  },
  'consent.answered': {
    kind: 'family',
    says: (f) => `写真の載せ方について「${answerWords(f.detail)}」とお返事しました`,
  },
  'letter.saved': {
    kind: 'letter',
    together: 'all',
    says: (f) => `${issue(f.detail)}のお便りを保存しました`,
  },
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
  'letter.checked': {
    kind: 'letter',
    together: 'all',
    says: (f) =>
      f.count > 1
        ? `${issue(f.detail)}を${f.count}人分、確認済みにしました`
        : `${f.resident}${issue(f.detail)}を確認済みにしました`,
  },
  'letter.unchecked': {
    kind: 'letter',
    says: (f) => `${f.resident}${issue(f.detail)}の確認済みを取り消しました`,
  },
  'letter.held_back': {
    kind: 'letter',
    says: (f) => `${f.resident}${issue(f.detail)}を送らないことにしました`,
  },
  'letter.sent_after_all': {
    kind: 'letter',
    says: (f) => `${f.resident}${issue(f.detail)}を、やはり送ることにしました`,
  },
  'handover.done': {
    kind: 'letter',
    together: 'all',
    says: (f) =>
      f.count > 1
        ? `${issue(f.detail)}を、${f.count}件のご家族にお渡し済みにしました`
        : `${f.resident}ご家族 ${f.target}の${issue(f.detail)}を、お渡し済みにしました`,
  },
  'handover.taken_back': {
    kind: 'letter',
    says: (f) =>
      `${f.resident}ご家族 ${f.target}に${issue(f.detail)}をお渡しした印を、取り消しました`,
  },
  'note.saved': {
    kind: 'letter',
    together: 'resident',
    says: (f) => `${f.resident}${issue(f.detail)}の「ご様子」を書きました`,
  },
  'delivery.settings_changed': { kind: 'letter', says: () => '配信の設定を変えました' },
  'delivery.test_sent': {
    kind: 'letter',
    says: (f) => `${f.resident}ご家族 ${f.target}へ、テストのメールを送ることにしました`,
  },
  'delivery.own_sent': { kind: 'letter', says: () => 'お便りの見本を、自分に送ることにしました' },
  'delivery.sent_by_hand': {
    kind: 'letter',
    together: 'all',
    says: (f) =>
      f.count > 1
        ? `お便りのお知らせを${f.count}件のご家族へ送ることにしました`
        : `${f.resident}ご家族 ${f.target}へ、お便りのお知らせを送ることにしました`,
  },
  'mail.retried': {
    kind: 'letter',
    together: 'all',
    says: ({ count }) => `届けられなかったメールを${count}通、もう一度送ることにしました`,
  },
  'mail.dismissed': {
    kind: 'letter',
    together: 'all',
    says: ({ count }) => `届けられなかったメールを${count}通、一覧から外しました`,
  },
  'export.residents': {
    kind: 'taken',
    says: (f) => `入居者名簿（${f.detail}人）をファイルに書き出しました`,
  },
  'export.families': {
    kind: 'taken',
    says: (f) => `ご家族の名簿（${f.detail}家族）をファイルに書き出しました`,
  },
  'export.printed': {
    kind: 'taken',
    together: 'all',
    says: (f) => `${issue(f.detail)}の印刷の画面を開きました`,
  },
  'export.answers': {
    kind: 'taken',
    together: 'all',
    says: () => 'ご家族からのことばを印刷する画面を開きました',
  },
  'export.letters': {
    kind: 'taken',
    says: (f) => `${f.resident}お便りを、まとめて取り出しました`,
  },
  'export.book': {
    kind: 'taken',
    together: 'all',
    says: (f) => `${f.resident}お便りの一冊を印刷する画面を開きました`,
  },
  'export.facility': {
    kind: 'taken',
    says: () => '施設のお便りと名簿を、まとめて取り出しました',
  },
  'export.cards': {
    kind: 'taken',
    together: 'all',
    says: () => 'ご家族へのご案内カードを印刷する画面を開きました',
  },
  'export.consents': {
    kind: 'taken',
    together: 'all',
    says: () => '写真についてのお伺いを印刷する画面を開きました',
  },
  'export.ending_sheets': {
    kind: 'taken',
    together: 'all',
    says: () => 'ご利用の終わりについて、ご家族への紙を印刷する画面を開きました',
  },
  'export.history': { kind: 'taken', says: () => '操作の記録をファイルに書き出しました' },
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
