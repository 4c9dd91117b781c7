import type { Kind } from '#domains/audit/audit.ts';
import { KINDS } from '#domains/audit/audit.ts';
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

const isKind = (text: string | null): text is Kind => text !== null && text in KINDS;
