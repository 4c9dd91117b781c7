import type { Event } from '#domains/audit/audit.ts';
import { namesOf } from '#domains/item/still-there.ts';
import { FACILITY_WIDE } from '#domains/item/together.ts';
import { sama, san } from '#lib/honorific.ts';
import { EVENTS } from './events.ts';

/** By id; of staff, residents and families. */
export type Names = Pick<ReadonlyMap<string, string>, 'get'>;

interface Recorded {
  action: string;
  staff_id: string | null;
  target: string | null;
  resident_id: string | null;
  detail: string | null;
  /** Of similar ones, in one line. */
  count: number;
}

const UNKNOWN = '登録のない方';

/** `佐藤 花子さんが、山田 ハル様の写真を3枚削除しました` */
export function sentenceOf(row: Recorded, names: Names): string {
  const event: Event | undefined = Object.hasOwn(EVENTS, row.action)
    ? EVENTS[row.action as keyof typeof EVENTS]
    : undefined;
  // Former versions kept some details behind the id.
  const [id = '', behind = ''] = (row.target ?? '').split(' ');
  const detail = row.detail ?? behind;
  const placeOf = (resident: string | null): string =>
    resident ? sama(names.get(resident) ?? UNKNOWN) : '施設全体';
  const colleagueOf = (staff: string): string => san(names.get(staff) || '以前の職員');
  const places = () =>
    detail.split(' ').map((place) => ({
      residentName: place === FACILITY_WIDE ? null : (names.get(place) ?? UNKNOWN),
    }));
  const fillIn: Record<string, () => string> = {
    resident: () => placeOf(row.resident_id),
    from: () => placeOf(detail),
    places: () => namesOf(places()),
    family: () => sama(names.get(id) ?? UNKNOWN),
    colleague: () => colleagueOf(id),
    detail: () => event?.detail.wordsOf(detail) ?? '',
    count: () => String(row.count),
    times: () => (row.count > 1 ? `${row.count}回 ` : ''),
  };
  const filled = (words: string): string =>
    words.replaceAll(/\{(\w+)\}/g, (place, name: string) => fillIn[name]?.() ?? place);
  const says = event?.says ?? 'この版では表示できない操作をしました';
  const by = row.staff_id === null ? filled(event?.by ?? 'どなたか') : colleagueOf(row.staff_id);
  return `${by}が、${filled(typeof says === 'string' ? says : says({ count: row.count, detail }))}`;
}
