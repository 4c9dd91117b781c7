import type { Act } from '#server/call.ts';
import { READS, asks, onlyWhen } from '#server/call.ts';

/** A page for one of them is the work of every day. */
const ofMany = (
  deed: string,
  event: 'export.cards' | 'export.sheets' | 'export.consents' | 'export.printed',
) =>
  onlyWhen(
    ({ input }) => {
      const { family, resident } = input as Record<string, unknown>;
      return !family && !resident;
    },
    asks.confirmation(deed, event),
  );

/** By route: pages that show what opens an account, or the links of many; archives, which are served before Astro. */
export const ASKING_PAGES: Record<string, Act> = {
  '/adminstaff/facility/letters.zip': asks.confirmation(
    '施設のお便りを受け取る',
    'export.facility',
  ),
  '/adminstaff/residents/[id]/letters.zip': asks.confirmation('お便りを受け取る', 'export.letters'),
  '/adminstaff/residents/[id]/book': asks.confirmation('お便りを一冊で見る', 'export.book'),
  '/adminstaff/families/cards': ofMany('ご案内カードを見る', 'export.cards'),
  '/adminstaff/residents/sheets': ofMany('ご家族へのご案内を見る', 'export.sheets'),
  '/adminstaff/residents/sheets/postcards': ofMany('はがきのご案内を見る', 'export.sheets'),
  '/adminstaff/residents/consents/print': ofMany('同意書を見る', 'export.consents'),
  '/adminstaff/letters/[yearMonth]/print': ofMany('お便りを印刷する', 'export.printed'),
  '/adminstaff/facility/ending/print': asks.confirmation(
    '終わりのお知らせを見る',
    'export.ending_sheets',
  ),
  '/adminstaff/staffs/qrcode': asks.confirmation('招待を見る', READS),
  '/adminstaff/mypage/sign-in': asks.confirmation('ログインの方法を見る', READS),
  '/operator/sign-in': asks.confirmation('ログインの方法を見る', READS),
};
