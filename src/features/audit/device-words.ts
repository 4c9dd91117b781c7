import type { AuditAction } from './audit.ts';
import type { Entry, Facts } from './entry.ts';
import { times } from './entry.ts';

const SOMEONE = 'どなたか';

/** Of a shared device, whose name is the detail. */
const device = ({ detail }: Facts): string => `共用の端末「${detail}」`;

export const DEVICE_WORDS = {
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
  'staff.pin_removed': { kind: 'staff', says: (f) => `${f.target}の暗証番号を消しました` },
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
