import type { AuditAction } from '#domains/audit/audit.ts';
import type { CivilDate } from '#lib/calendar.ts';

export const HISTORY_PAGE_SIZE = 50;
const LAST_PAGE = 1000;
/** Lines of a file: more would take a second, in which nobody else is answered. */
export const MOST_EXPORTED = 20_000;

export interface HistoryQuery {
  page: number;
  staffId: string | null;
  kind: Kind | null;
}

export function readHistoryQuery(query: URLSearchParams): HistoryQuery {
  const page = Number(query.get('page'));
  const kind = query.get('kind');
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    staffId: query.get('staff') || null,
    kind: isKind(kind) ? kind : null,
  };
}

export function historyQuery({ page, staffId, kind }: HistoryQuery): string {
  const query = new URLSearchParams({
    ...(staffId !== null && { staff: staffId }),
    ...(kind !== null && { kind }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query && `?${query}`;
}

export interface HistoryLine {
  at: string;
  text: string;
  /** Of sign-ins: the browser, the address and the way. */
  source: string;
}

export interface History {
  days: { day: CivilDate; lines: HistoryLine[] }[];
  hasMore: boolean;
  people: { id: string; name: string }[];
}
export const KINDS = {
  photo: '写真',
  resident: '入居者',
  family: 'ご家族',
  letter: 'お便りとお届け',
  taken: '書き出しと保存',
  staff: '職員と設定',
  session: 'ログイン',
} as const;
export type Kind = keyof typeof KINDS;

const isKind = (text: string | null): text is Kind => text !== null && text in KINDS;

export interface Facts {
  count: number;
  /** `山田 ハル様の`, or another place. */
  resident: string;
  target: string;
  from: string;
  /** `山田 ハル様・佐藤 ミツ様の`, of a photo that was changed in several places. */
  places: string;
  detail: string;
}

export type Together = 'resident' | 'target' | 'all';

export interface Entry {
  kind: Kind;
  /** The subject, unless a colleague. */
  by?: string;
  /** Grouping of frequent events, beyond hour and person. */
  together?: Together;
  /** What was done, after `…さんが、`. */
  says: (facts: Facts) => string;
}

/** Entries that share all but their words. */
export const entries =
  (shared: Omit<Entry, 'says'>) =>
  <Action extends AuditAction>(words: Record<Action, Entry['says']>): Record<Action, Entry> =>
    Object.fromEntries(
      Object.entries<Entry['says']>(words).map(([action, says]) => [action, { ...shared, says }]),
    ) as Record<Action, Entry>;

export const times = ({ count }: Facts): string => (count > 1 ? `${count}回 ` : '');
