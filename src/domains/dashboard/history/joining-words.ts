import type { AuditAction } from '#domains/audit/audit.ts';
import type { Entry } from './history.ts';

const APPLICANT = 'お申し込みの方';

/** Families that come in by themselves. */
export const JOINING_WORDS = {
  'sheet.made': {
    kind: 'family',
    says: (f) => `${f.resident}ご家族へのご案内を、新しい番号にしました`,
  },
  'sheet.made_for_all': {
    kind: 'family',
    says: (f) => `ご家族へのご案内の番号を、${f.detail}人分 用意しました`,
  },
  'application.sent': {
    kind: 'family',
    by: APPLICANT,
    says: (f) => `${f.resident}お便りを申し込みました`,
  },
  'application.address_proved': {
    kind: 'family',
    by: APPLICANT,
    says: (f) => `${f.resident}お便りを受け取るメールアドレスを確認しました`,
  },
  'application.taken_in': {
    kind: 'family',
    says: (f) => `${f.resident}お便りのお申し込みを、${f.target}として受けました`,
  },
  'application.refused': {
    kind: 'family',
    says: (f) => `${f.resident}お便りのお申し込みを、お断りしました`,
  },
  'export.sheets': {
    kind: 'taken',
    together: 'all',
    says: () => 'ご家族へのご案内を印刷する画面を開きました',
  },
} satisfies Partial<Record<AuditAction, Entry>>;
