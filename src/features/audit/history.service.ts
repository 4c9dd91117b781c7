import { DAY_MS } from '#lib/durations.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Actor } from '#features/session/session.ts';
import { SHOWN_DAYS } from './audit.ts';
import type { AuditAction } from './audit.ts';
import { WORDS, actionsOf } from './audit-words.ts';
import type { Entry } from './entry.ts';
import type { EventRow, Names } from './audit.repository.ts';
import { listEvents, listNames, listNamesOfGone, listPeople } from './audit.repository.ts';
import type { History, HistoryLine, HistoryQuery } from './history.ts';
import { HISTORY_PAGE_SIZE } from './history.ts';

/** The history of the actor's facility in the last 90 days, newest first (P30). */
export async function readHistory(
  rt: Runtime,
  { host }: Actor,
  { page, staffId, kind }: HistoryQuery,
): Promise<History> {
  const since = new Date(rt.clock.now().getTime() - SHOWN_DAYS * DAY_MS).toISOString();
  const actions = kind === null ? null : actionsOf(kind);
  const rows = await listEvents(
    rt.db,
    { hostId: host.id, since, staffId, actions },
    { limit: HISTORY_PAGE_SIZE + 1, offset: (page - 1) * HISTORY_PAGE_SIZE },
  );
  const shown = rows.slice(0, HISTORY_PAGE_SIZE);
  const names = await readNames(rt, host.id, shown);
  return {
    days: byDay(shown.map((row) => ({ at: row.at, text: sentenceOf(row, names) }))),
    hasMore: rows.length > HISTORY_PAGE_SIZE,
    people: await listPeople(rt.db, host.id),
  };
}

/** Grouped ids; older events have a word after the target's id. */
const targetOf = ({ target }: EventRow): [id: string, word: string] => {
  const [id = '', word = ''] = (target ?? '').split(' ');
  return [id, word];
};

/** Photos and mails have no name. */
const NAMES_TARGET = /^(staff|session|operator|family|delivery|archive|answer|handover)\./;

async function readNames(rt: Runtime, hostId: string, rows: EventRow[]): Promise<Names> {
  const ids = rows.flatMap((row) => [
    row.staff_id,
    row.resident_id,
    NAMES_TARGET.test(row.action) ? targetOf(row)[0] : null,
    isMove(row) ? row.detail : null,
  ]);
  const known = new Set(ids.filter((id): id is string => Boolean(id)));
  if (known.size === 0) return new Map();
  const names = await listNames(rt.db, hostId, [...known]);
  if (names.size === known.size) return names;
  return new Map([...(await listNamesOfGone(rt.db, hostId)), ...names]);
}

const isMove = ({ action }: EventRow): boolean =>
  action === 'photo.moved' || action === 'photo.copied';

/** Done by a family, whose id is the target. */
const BY_FAMILY = new Set(['archive.taken', 'answer.sent']);

const GONE_STAFF = '以前の職員';
const SOMEONE = 'どなたか';

/** `佐藤 花子さんが、山田 ハル様の写真を3枚 削除しました` */
function sentenceOf(row: EventRow, names: Names): string {
  const entry = WORDS[row.action as AuditAction] as Entry | undefined;
  const [id, word] = targetOf(row);
  const isOfPeople = /^(staff|session|operator)\./.test(row.action);
  const ofResident = (resident: string | null): string =>
    resident ? `${names.get(resident) ?? '登録のない方'}様の` : '施設全体の';
  const target = isOfPeople
    ? `${names.get(id) || GONE_STAFF}さん`
    : `${names.get(id) ?? '登録のない方'}様`;
  const resident = ofResident(row.resident_id);
  const by = row.staff_id === null ? entry?.by : `${names.get(row.staff_id) || GONE_STAFF}さん`;
  const family = BY_FAMILY.has(row.action) ? `${resident}ご家族 ${target}` : undefined;
  const facts = {
    count: row.count,
    resident,
    target,
    from: isMove(row) ? ofResident(row.detail) : '',
    detail: row.detail ?? word,
  };
  return `${family ?? by ?? SOMEONE}が、${entry?.says(facts) ?? 'この版では表示できない操作をしました'}`;
}

function byDay(lines: HistoryLine[]): History['days'] {
  const days = new Map<string, HistoryLine[]>();
  for (const line of lines) {
    const day = civilDateOf(new Date(line.at));
    days.set(day, [...(days.get(day) ?? []), line]);
  }
  return [...days].map(([day, ofDay]) => ({ day, lines: ofDay }));
}
