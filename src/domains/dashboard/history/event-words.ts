import type { AuditAction } from '#domains/audit/audit.ts';
import type { FacilityColumn } from '#domains/facility/facility.ts';
import { FACILITY_LABELS } from '#domains/facility/facility.ts';
import { nameOfNoted } from '#domains/facility/plans.ts';
import { CARE_WORDS } from './care-words.ts';
import { ENDING_WORDS } from './ending-words.ts';
import type { Entry, Facts, Kind, Together } from './history.ts';
import { entries, times } from './history.ts';

const ASKED_WORDS: Record<string, string> = {
  nobody: '必須でないよう',
  admins: '管理者に必須',
  everybody: '職員全員に必須',
};

const ROLES: Record<string, string> = { admin: '管理者', general: '職員' };

const fieldsOf = (detail: string): string => {
  const labels = detail.split(' ').map((column) => FACILITY_LABELS[column as FacilityColumn]);
  return [...new Set(labels)].join('と');
};

const SOMEONE = 'どなたか';

const STAFF_WORDS = {
  ...entries({ kind: 'staff' })({
    'host.sign_up_requested': () => '施設の登録を申し込みました',
    'host.signed_up': () => '施設を登録しました',
    'host.trial_started': () => 'お試しを始めました',
    'host.changed': (f) => `施設の${fieldsOf(f.detail)}を変えました`,
    'host.continued': () => '続けて利用することを申し込みました',
    'host.second_step_asked': (f) => `二段階の確認を${ASKED_WORDS[f.detail] ?? f.detail}にしました`,
    'staff.signed_up': () => '職員として登録しました',
    'staff.role_changed': (f) => `${f.target}を${ROLES[f.detail] ?? f.detail}にしました`,
    'staff.deleted': (f) => `${f.target}を施設から外しました`,
    'staff.profile_changed': () => '自分のお名前を変えました',
    'staff.password_changed': () => '自分のパスワードを変えました',
    'staff.password_reset': () => 'パスワードを決め直しました',
    'staff.email_change_requested': () => 'メールアドレスの変更を申し込みました',
    'staff.email_changed': () => 'メールアドレスを変えました',
    'invitation.renewed': () => '職員招待のQRコードを新しくしました',
    'second_step.taken_back': (f) => `${f.target}の二段階の確認とパスキーを外しました`,
  }),
  'staff.sign_up_requested': {
    kind: 'staff',
    by: SOMEONE,
    says: () => '招待から、職員の登録を申し込みました',
  },
  ...entries({ kind: 'session', together: 'all' })({
    'staff.password_refused': (f) => `今のパスワードを${times(f)}間違えました`,
    'session.started': (f) => `${times(f)}ログインしました`,
    'session.ended': (f) => `${times(f)}ログアウトしました`,
    'session.confirmed': (f) => `ご本人であることを${times(f)}確かめました`,
  }),
  ...entries({ kind: 'session', together: 'target', by: SOMEONE })({
    'staff.password_reset_requested': (f) =>
      `${f.target}のパスワードの再設定を${times(f)}申し込みました`,
    'session.refused': (f) => `${f.target}のメールアドレスで、ログインに${times(f)}失敗しました`,
    'session.code_refused': (f) =>
      `${f.target}のパスワードのあと、確認のコードを${times(f)}間違えました`,
    'session.held_back': (f) =>
      `${f.target}のパスワードではじめての端末から${times(f)}ログインしようとしたため、ご本人にメールで確かめることにしました`,
  }),
  ...entries({ kind: 'session' })({
    'session.one_ended': () => 'ほかの端末ひとつからログアウトしました',
    'session.others_ended': () => 'ほかの端末からログアウトしました',
    'session.all_ended': () =>
      'すべての端末からログアウトし、パスワードを決め直すメールを申し込みました',
    'second_step.made': () => '二段階の確認に、認証アプリを登録しました',
    'second_step.removed': () => '二段階の確認をやめました',
    'second_step.codes_renewed': () => '予備のコードを作り直しました',
    'second_step.code_used': () => '予備のコードをひとつ使いました',
    'passkey.made': (f) => `パスキー「${f.detail}」を作りました`,
    'passkey.removed': (f) => `パスキー「${f.detail}」を外しました`,
    'session.reuse_detected': () => '古いログインの情報が使われたため、ログアウトされました',
  }),
} satisfies Partial<Record<AuditAction, Entry>>;

/** Of a shared device: its name is the detail. */
const device = ({ detail }: Facts): string => `共用の端末「${detail}」`;

const DEVICE_WORDS = {
  ...entries({ kind: 'staff' })({
    'device.made': (f) => `${device(f)}を作りました`,
    'device.changed': (f) => `${device(f)}の設定を変えました`,
    'device.unlocked': (f) => `${device(f)}のロックを解きました`,
    'device.ended': (f) => `${device(f)}の共用をやめました`,
    'staff.added': (f) => `${f.target}を、メールアドレスなしで加えました`,
    'staff.invited': (f) => `${f.target}に、メールアドレスでの登録をご案内しました`,
    'staff.pin_issued': (f) => `${f.target}の最初の暗証番号を出しました`,
    'staff.pin_chosen': () => '自分の暗証番号を決めました',
    'staff.pin_removed': (f) => `${f.target}の暗証番号を削除しました`,
  }),
  'session.started_on_shared': {
    kind: 'session',
    together: 'all',
    says: (f) => `${device(f)}で${times(f)}ログインしました`,
  },
  'session.pin_refused': {
    kind: 'session',
    together: 'target',
    by: SOMEONE,
    says: (f) => `${device(f)}で、${f.target}の暗証番号を${times(f)}間違えました`,
  },
  'session.pin_locked': {
    kind: 'session',
    by: SOMEONE,
    says: (f) =>
      `${device(f)}で暗証番号を何度も間違えたため、${f.target}のお名前がロックされました`,
  },
} satisfies Partial<Record<AuditAction, Entry>>;

const OPERATOR = '運営者';

const OPERATOR_WORDS = {
  // Of the whole server, so that no facility sees it.
  ...entries({ kind: 'session', by: OPERATOR })({
    'operator.link_made': () => '運営者のアドレスを作りました',
    'operator.account_made': () => '運営者のアカウントを作りました',
    'operator.signed_in': () => '運営者の画面にログインしました',
    'operator.sign_in_refused': () => '運営者の画面へのログインに失敗しました',
    'operator.code_refused': () => '運営者の画面で、確認のコードを間違えました',
    'operator.password_changed': () => '運営者のパスワードを変えました',
    'operator.signed_out': () => '運営者の画面からログアウトしました',
    'operator.session_ended': () => '運営者の画面から、ほかの端末をログアウトしました',
    'operator.confirmed': () => '運営者の画面で、もう一度ご本人であることを確かめました',
    'operator.facility_invited': () => '施設を登録するリンクを作りました',
    'operator.test_mail_sent': () => '確認のメールを送りました',
  }),
  ...entries({ kind: 'staff', by: OPERATOR })({
    'operator.plan_set': (f) => `ご利用プランを${nameOfNoted(f.detail)}にしました`,
    'operator.facility_confirmed': () => '施設だと確かめ、お試しのお便りの数の上限をなくしました',
    'operator.facility_continued': () => '施設を期限なしで使えるようにしました',
    'operator.facility_removed': () => '施設を削除しました',
    'operator.reset_link_made': (f) => `${f.target}がパスワードを決め直すリンクを作りました`,
    'operator.ways_taken_back': (f) => `${f.target}の認証アプリとパスキーを外しました`,
    'operator.letter_opened': () => 'お便りを1つ開き、写真が出るか確かめました',
    'operator.letters_sent_again': (f) =>
      `止められたお便り${f.detail}通を、もう一度送ることにしました`,
    'operator.jobs_retried': () => '処理をやり直しました',
    'operator.mails_retried': () => 'メールをもう一度送ることにしました',
    'operator.mails_dismissed': () => '送れなかったメールを一覧から外しました',
  }),
  ...entries({ kind: 'taken', by: OPERATOR })({
    'operator.facility_exported': () => '施設のお便りと名簿を、まとめて保存しました',
    'operator.facility_imported': () => 'ほかのサーバーから、施設を取り込みました',
  }),
} satisfies Partial<Record<AuditAction, Entry>>;

export const WORDS: Record<AuditAction, Entry> = {
  ...CARE_WORDS,
  ...STAFF_WORDS,
  ...DEVICE_WORDS,
  ...OPERATOR_WORDS,
  ...ENDING_WORDS,
};

const having = (is: (entry: Entry) => boolean): string[] =>
  Object.entries(WORDS)
    .filter(([, entry]) => is(entry))
    .map(([action]) => action);

export const actionsOf = (kind: Kind): string[] => having((entry) => entry.kind === kind);

export const actionsTogether = (by: Together): string[] =>
  having(({ together }) => together === by);
