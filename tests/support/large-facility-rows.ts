import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { addMonths, dayOf, firstDayOf, lastDayOf, yearMonthOf } from '#lib/calendar.ts';
import { randomToken } from '#server/secrets.ts';

export interface Place {
  hostId: string;
  staffId: string;
  /** The last day with photos. */
  today: CivilDate;
}

/** One photo in so many is facility-wide. */
const SHARED_EVERY = 20;
const FILES = ['720.webp', '1080.webp', '1920.webp', '720.jpg', '360.webp', 'master.webp'];
const WAYS = ['email', 'link', 'print'] as const;
const FAILED_EVERY = 200;

/** As scattered as real ids; real randomness would take longer than all the rest. */
export const makeId = (kind: string, n: number): string =>
  hash('md5', `${kind} ${n}`, 'hex').slice(0, 16);
export const makeIds = (kind: string, length: number): string[] =>
  Array.from({ length }, (_, n) => makeId(kind, n));

export const instantOn = (day: CivilDate): string => `${day}T01:00:00.000Z`;

/** 0 is this month. */
export const monthAgo = ({ today }: Place, n: number) => addMonths(yearMonthOf(today), -n);

export function* residents(
  place: Place,
  ids: string[],
): Generator<Insertable<Database['residents']>> {
  const rows = 'アカサタナハマヤラワ';
  for (const [n, id] of ids.entries()) {
    yield {
      id,
      host_id: place.hostId,
      name: `入居 ${n}`,
      name_kana: `${rows[n % rows.length]}ノ ニュウキョ${n}`,
      room: String(100 + n),
      birthday: '1940-05-05',
      photo_consent: 1 as const,
      left_on: n % 10 === 9 ? firstDayOf(monthAgo(place, n % 50)) : null,
      portrait_blob_id: null,
      token: randomToken(),
      created_at: instantOn('2020-01-01'),
    };
  }
}

export function* families(place: Place, ids: string[], residentIds: string[]) {
  for (const [n, id] of ids.entries()) {
    yield {
      id,
      host_id: place.hostId,
      resident_id: residentIds[n % residentIds.length] ?? '',
      name: `家族 ${n}`,
      name_kana: `カゾク ${n}`,
      email: emailOf(n),
      postcode: '1040061',
      pref: '東京都',
      city: '中央区',
      delivery: WAYS[n % WAYS.length] ?? 'link',
      token: randomToken(),
      created_at: instantOn('2020-01-02'),
    };
  }
}

const emailOf = (n: number): string => `family${n}@example.jp`;

export function* blobs({ hostId, staffId, today }: Place, ids: string[]) {
  for (const id of ids) {
    yield {
      id,
      host_id: hostId,
      filename: 'IMG_0001.jpg',
      content_type: 'image/jpeg',
      byte_size: 3_000_000,
      checksum: id,
      sha256: id,
      state: 'ready' as const,
      width: 1600,
      height: 1200,
      color: '#ccbbaa',
      exif_taken_on: null,
      created_by: staffId,
      created_at: instantOn(today),
      slot_expires_at: instantOn(today),
    };
  }
}

export function* blobFiles({ hostId }: Place, ids: string[]) {
  for (const blob_id of ids) {
    for (const name of FILES)
      yield { blob_id, name, host_id: hostId, byte_size: 50_000, sha256: blob_id };
  }
}

export function* items(place: Place, blobIds: string[], residentIds: string[], months: number) {
  // A step coprime to their number reaches all of them.
  const residentOf = (n: number) => residentIds[(n * 7919) % residentIds.length] ?? null;
  for (const [n, blobId] of blobIds.entries()) {
    const month = monthAgo(place, n % months);
    const last = n % months === 0 ? place.today : lastDayOf(month);
    const turn = Math.floor(n / months);
    const day = String(1 + (turn % dayOf(last))).padStart(2, '0');
    const takenOn = `${firstDayOf(month).slice(0, 8)}${day}`;
    yield {
      id: makeId('item', n),
      host_id: place.hostId,
      resident_id: turn % SHARED_EVERY === 0 ? null : residentOf(turn + n),
      blob_id: blobId,
      picture: blobId,
      taken_on: takenOn,
      caption: 'お誕生日おめでとうございます',
      created_by: place.staffId,
      created_at: instantOn(takenOn),
      deleted_at: null,
    };
  }
}

export function* letters(place: Place, months: number) {
  for (let n = 0; n < months; n++) {
    yield {
      host_id: place.hostId,
      year_month: monthAgo(place, n),
      title: '月のお便り',
      body: '朝晩が涼しくなりました。'.repeat(20),
      cover_item_id: null,
      version: 1,
      updated_at: instantOn(place.today),
    };
  }
}

/** Past months; every second family pressed 見ました. */
export function* reads(place: Place, familyIds: string[], months: number) {
  for (const [n, family_id] of familyIds.entries()) {
    for (let ago = 1 + (n % 2); ago < months; ago += 2) {
      const year_month = monthAgo(place, ago);
      yield {
        host_id: place.hostId,
        family_id,
        year_month,
        seen_at: instantOn(place.today),
        stamp: null,
      };
    }
  }
}

/** The longest words of a month in which every fourth family wrote. */
export function* answers(place: Place, familyIds: string[], residentIds: string[]) {
  for (const [n, family_id] of familyIds.entries()) {
    if (n % 4 !== 0) continue;
    yield {
      id: makeId('answer', n),
      host_id: place.hostId,
      resident_id: residentIds[n % residentIds.length] ?? '',
      family_id,
      year_month: monthAgo(place, 1),
      body: `${n}${'元気そうで安心しました。'.repeat(30)}`.slice(0, 300),
      created_at: instantOn(place.today),
    };
  }
}

export function* deliveries(place: Place, familyIds: string[], months: number) {
  for (const family_id of familyIds) {
    for (let ago = 1; ago < months; ago++) {
      const year_month = monthAgo(place, ago);
      yield {
        host_id: place.hostId,
        family_id,
        year_month,
        outbox_id: null,
        created_at: instantOn(place.today),
      };
    }
  }
}

/** Of the last month; older ones are deleted. */
export function* mails({ hostId, today }: Place, familyIds: string[]) {
  for (const n of familyIds.keys()) {
    const isFailed = n % FAILED_EVERY === 0;
    yield {
      id: makeId('mail', n),
      host_id: hostId,
      kind: 'letter',
      recipient: emailOf(n),
      subject: 'お便りが届きました',
      text: 'お便りが届きました。',
      html: '<p>お便りが届きました。</p>',
      message_id: makeId('message', n),
      state: isFailed ? ('failed' as const) : ('sent' as const),
      attempts: 1,
      next_attempt_at: instantOn(today),
      last_error: isFailed ? '550 no such user' : null,
      sent_at: isFailed ? null : instantOn(today),
      created_at: instantOn(firstDayOf(yearMonthOf(today))),
    };
  }
}

export function* auditLogs({ hostId, staffId, today }: Place, familyIds: string[]) {
  for (const [n, target] of familyIds.entries()) {
    yield {
      id: makeId('audit', n),
      host_id: hostId,
      staff_id: staffId,
      action: 'family.added',
      target,
      created_at: instantOn(today),
    };
  }
}

export function* sessions({ hostId, staffId, today }: Place) {
  for (let n = 0; n < 10; n++) {
    yield {
      id: makeId('session', n),
      staff_id: staffId,
      host_id: hostId,
      created_at: instantOn(today),
      expires_at: '2099-01-01T00:00:00.000Z',
      rotated_at: null,
    };
  }
}
