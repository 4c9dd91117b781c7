import { events } from '#domains/audit/audit.ts';

export const MAIL_EVENTS = events({ kind: 'letter', together: 'all' })({
  'mail.retried': '届けられなかったメールを{count}通、もう一度送ることにしました',
  'mail.dismissed': '届けられなかったメールを{count}通、一覧から外しました',
});
