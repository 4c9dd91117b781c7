import type { AuditAction } from '#domains/audit/audit.ts';
import type { FacilityColumn } from '#domains/facility/facility.ts';
import { FACILITY_LABELS } from '#domains/facility/facility.ts';
import { nameOfNoted } from '#domains/facility/plans.ts';
import { CARE_WORDS } from './care-words.ts';
import { ENDING_WORDS } from './ending-words.ts';
import type { Entry, Facts, Kind, Together } from './history.ts';
import { times } from './history.ts';

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
  'host.sign_up_requested': { kind: 'staff', says: () => '施設の登録を申し込みました' },
  'host.signed_up': { kind: 'staff', says: () => '施設を登録しました' },
  'host.trial_started': { kind: 'staff', says: () => 'お試しを始めました' },
  'host.changed': {
    kind: 'staff',
    says: (f) => `施設の${fieldsOf(f.detail)}を変えました`,
  },
  'host.continued': { kind: 'staff', says: () => '続けて利用することを申し込みました' },
  'host.second_step_asked': {
    kind: 'staff',
    says: (f) => `二段階の確認を${ASKED_WORDS[f.detail] ?? f.detail}にしました`,
  },
  'staff.sign_up_requested': {
    kind: 'staff',
    by: SOMEONE,
    says: () => '招待から、職員の登録を申し込みました',
  },
  'staff.signed_up': { kind: 'staff', says: () => '職員として登録しました' },
  'staff.role_changed': {
    kind: 'staff',
    says: (f) => `${f.target}を${ROLES[f.detail] ?? f.detail}にしました`,
  },
  'staff.deleted': { kind: 'staff', says: (f) => `${f.target}を施設から外しました` },
  'staff.profile_changed': { kind: 'staff', says: () => '自分のお名前を変えました' },
  'staff.password_changed': { kind: 'staff', says: () => '自分のパスワードを変えました' },
  'staff.password_refused': {
    kind: 'session',
    together: 'all',
    says: (f) => `今のパスワードを${times(f)}間違えました`,
  },
  'staff.password_reset_requested': {
    kind: 'session',
    together: 'target',
    by: SOMEONE,
    says: (f) => `${f.target}のパスワードの再設定を${times(f)}申し込みました`,
  },
  'staff.password_reset': { kind: 'staff', says: () => 'パスワードを決め直しました' },
  'staff.email_change_requested': {
    kind: 'staff',
    says: () => 'メールアドレスの変更を申し込みました',
  },
  'staff.email_changed': { kind: 'staff', says: () => 'メールアドレスを変えました' },
  'invitation.renewed': { kind: 'staff', says: () => '職員招待のQRコードを新しくしました' },
  'session.started': {
    kind: 'session',
    together: 'all',
    says: (f) => `${times(f)}ログインしました`,
  },
  'session.refused': {
    kind: 'session',
    together: 'target',
    by: SOMEONE,
    says: (f) => `${f.target}のメールアドレスで、ログインに${times(f)}失敗しました`,
  },
  'session.ended': {
    kind: 'session',
    together: 'all',
    says: (f) => `${times(f)}ログアウトしました`,
  },
  'session.confirmed': {
    kind: 'session',
    together: 'all',
    says: (f) => `ご本人であることを${times(f)}確かめました`,
  },
  'session.one_ended': { kind: 'session', says: () => 'ほかの端末ひとつからログアウトしました' },
  'session.others_ended': { kind: 'session', says: () => 'ほかの端末からログアウトしました' },
  'session.all_ended': {
    kind: 'session',
    says: () => 'すべての端末からログアウトし、パスワードを決め直すメールを申し込みました',
  },
  'session.code_refused': {
    kind: 'session',
    together: 'target',
    by: SOMEONE,
    says: (f) => `${f.target}のパスワードのあと、確認のコードを${times(f)}間違えました`,
  },
  'session.held_back': {
    kind: 'session',
    together: 'target',
    by: SOMEONE,
    says: (f) =>
      `${f.target}のパスワードではじめての端末から${times(f)}ログインしようとしたため、ご本人にメールで確かめることにしました`,
  },
  'second_step.made': { kind: 'session', says: () => '二段階の確認に、認証アプリを登録しました' },
  'second_step.removed': { kind: 'session', says: () => '二段階の確認をやめました' },
  'second_step.taken_back': {
    kind: 'staff',
    says: (f) => `${f.target}の二段階の確認とパスキーを外しました`,
  },
  'second_step.codes_renewed': { kind: 'session', says: () => '予備のコードを作り直しました' },
  'second_step.code_used': { kind: 'session', says: () => '予備のコードをひとつ使いました' },
  'passkey.made': { kind: 'session', says: (f) => `パスキー「${f.detail}」を作りました` },
  'passkey.removed': { kind: 'session', says: (f) => `パスキー「${f.detail}」を外しました` },
  'session.reuse_detected': {
    kind: 'session',
    says: () => '古いログインの情報が使われたため、ログアウトされました',
  },
} satisfies Partial<Record<AuditAction, Entry>>;

const SOMEONE_OF_DEVICE = 'どなたか';

/** Of a shared device, whose name is the detail. */
const device = ({ detail }: Facts): string => `共用の端末「${detail}」`;

const DEVICE_WORDS = {
  'device.made': { kind: 'staff', says: (f) => `${device(f)}を作りました` },
  'device.changed': { kind: 'staff', says: (f) => `${device(f)}の設定を変えました` },
  'device.unlocked': { kind: 'staff', says: (f) => `${device(f)}のロックを解きました` },
  'device.ended': { kind: 'staff', says: (f) => `${device(f)}の共用をやめました` },
  'staff.added': { kind: 'staff', says: (f) => `${f.target}を、メールアドレスなしで加えました` },
  'staff.invited': {
    kind: 'staff',
    says: (f) => `${f.target}に、メールアドレスでの登録をご案内しました`,
  },
  'staff.pin_issued': { kind: 'staff', says: (f) => `${f.target}の最初の暗証番号を出しました` },
  'staff.pin_chosen': { kind: 'staff', says: () => '自分の暗証番号を決めました' },
  'staff.pin_removed': { kind: 'staff', says: (f) => `${f.target}の暗証番号を削除しました` },
  'session.started_on_shared': {
    kind: 'session',
    together: 'all',
    says: (f) => `${device(f)}で${times(f)}ログインしました`,
  },
  'session.pin_refused': {
    kind: 'session',
    together: 'target',
    by: SOMEONE_OF_DEVICE,
    says: (f) => `${device(f)}で、${f.target}の暗証番号を${times(f)}間違えました`,
  },
  'session.pin_locked': {
    kind: 'session',
    by: SOMEONE_OF_DEVICE,
    says: (f) =>
      `${device(f)}で暗証番号を何度も間違えたため、${f.target}のお名前がロックされました`,
  },
} satisfies Partial<Record<AuditAction, Entry>>;

const OPERATOR = '運営者';
/** Of the whole server, so that no facility sees it. */
const own = (text: string): Entry => ({ kind: 'session', by: OPERATOR, says: () => text });
const ofStaff = (text: string): Entry => ({ kind: 'staff', by: OPERATOR, says: () => text });

const OPERATOR_WORDS = {
  'operator.link_made': own('運営者のアドレスを作りました'),
  'operator.account_made': own('運営者のアカウントを作りました'),
  'operator.signed_in': own('運営者の画面にログインしました'),
  'operator.sign_in_refused': own('運営者の画面へのログインに失敗しました'),
  'operator.code_refused': own('運営者の画面で、確認のコードを間違えました'),
  'operator.password_changed': own('運営者のパスワードを変えました'),
  'operator.signed_out': own('運営者の画面からログアウトしました'),
  'operator.session_ended': own('運営者の画面から、ほかの端末をログアウトしました'),
  'operator.confirmed': own('運営者の画面で、もう一度ご本人であることを確かめました'),
  'operator.facility_invited': own('施設を登録するリンクを作りました'),
  'operator.test_mail_sent': own('確認のメールを送りました'),
  'operator.plan_set': {
    kind: 'staff',
    by: OPERATOR,
    says: (f) => `ご利用プランを${nameOfNoted(f.detail)}にしました`,
  },
  'operator.facility_confirmed': ofStaff('施設だと確かめ、お試しのお便りの数の上限をなくしました'),
  'operator.facility_continued': ofStaff('施設を期限なしで使えるようにしました'),
  'operator.facility_removed': ofStaff('施設を削除しました'),
  'operator.facility_exported': {
    kind: 'taken',
    by: OPERATOR,
    says: () => '施設のお便りと名簿を、まとめて保存しました',
  },
  'operator.facility_imported': {
    kind: 'taken',
    by: OPERATOR,
    says: () => 'ほかのサーバーから、施設を取り込みました',
  },
  'operator.reset_link_made': {
    kind: 'staff',
    by: OPERATOR,
    says: (f) => `${f.target}がパスワードを決め直すリンクを作りました`,
  },
  'operator.ways_taken_back': {
    kind: 'staff',
    by: OPERATOR,
    says: (f) => `${f.target}の認証アプリとパスキーを外しました`,
  },
  'operator.letter_opened': {
    kind: 'staff',
    by: OPERATOR,
    says: () => 'お便りを1つ開き、写真が出るか確かめました',
  },
  'operator.letters_sent_again': {
    kind: 'staff',
    by: OPERATOR,
    says: (f) => `止められたお便り${f.detail}通を、もう一度送ることにしました`,
  },
  'operator.jobs_retried': { kind: 'staff', by: OPERATOR, says: () => '処理をやり直しました' },
  'operator.mails_retried': {
    kind: 'staff',
    by: OPERATOR,
    says: () => 'メールをもう一度送ることにしました',
  },
  'operator.mails_dismissed': {
    kind: 'staff',
    by: OPERATOR,
    says: () => '送れなかったメールを一覧から外しました',
  },
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
