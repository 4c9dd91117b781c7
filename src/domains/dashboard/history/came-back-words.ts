import type { AuditAction } from '#domains/audit/audit.ts';
import { formatYearMonth } from '#lib/format-ja.ts';
import type { Entry } from './history.ts';

const OURSELVES = 'つきだより';

/** Mails that came back. */
export const CAME_BACK_WORDS = {
  'delivery.came_back': {
    kind: 'letter',
    by: OURSELVES,
    says: (f) =>
      `${f.resident}ご家族 ${f.target}への${formatYearMonth(Number(f.detail))}号のメールが、届かずに戻ってきたことを記録しました`,
  },
  'delivery.sent_again': {
    kind: 'letter',
    by: OURSELVES,
    says: (f) =>
      `${f.resident}ご家族 ${f.target}へ、${formatYearMonth(Number(f.detail))}号をもう一度送ることにしました`,
  },
  'family.mail_returned': {
    kind: 'family',
    by: OURSELVES,
    says: (f) =>
      f.detail === 'complaint'
        ? `${f.resident}ご家族 ${f.target}のメールソフトで迷惑メールに入れられたようなので、メールを止めました`
        : `${f.resident}ご家族 ${f.target}へのメールが戻ってきたので、このアドレスに送るのを止めました`,
  },
  'family.address_confirmed': {
    kind: 'family',
    by: OURSELVES,
    says: (f) =>
      `${f.resident}ご家族 ${f.target}のアドレスが合っていると分かったので、またメールを送ることにしました`,
  },
} satisfies Partial<Record<AuditAction, Entry>>;
