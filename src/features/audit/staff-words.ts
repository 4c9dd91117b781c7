import type { AuditAction } from './audit.ts';
import type { Entry } from './entry.ts';
import { times } from './entry.ts';

const ROLES: Record<string, string> = { admin: '管理者', general: '職員' };

const FIELDS: Record<string, string> = { name: 'お名前', phone: '電話番号' };

/** Every other field belongs to the address. */
const fieldsOf = (detail: string): string =>
  [...new Set(detail.split(' ').map((field) => FIELDS[field] ?? '住所'))].join('と');

const SOMEONE = 'どなたか';

export const STAFF_WORDS = {
  'host.sign_up_requested': { kind: 'staff', says: () => '施設の登録を申し込みました' },
  'host.signed_up': { kind: 'staff', says: () => '施設を登録しました' },
  'host.trial_started': { kind: 'staff', says: () => 'お試しを始めました' },
  'host.changed': {
    kind: 'staff',
    says: (f) => `施設の${fieldsOf(f.detail)}を変えました`,
  },
  'host.continued': { kind: 'staff', says: () => '続けて利用することを申し込みました' },
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
  'session.others_ended': { kind: 'session', says: () => 'ほかの端末からログアウトしました' },
  'session.all_ended': {
    kind: 'session',
    says: () => 'すべての端末からログアウトし、パスワードを決め直すメールを受け取りました',
  },
  'session.reuse_detected': {
    kind: 'session',
    says: () => '古いログインの情報が使われたため、ログアウトされました',
  },
} satisfies Partial<Record<AuditAction, Entry>>;
