import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { PersonInput, RoleInput } from '#domains/account/staff.ts';
import { EmailInput } from '#domains/account/session/session.ts';
import { OPTIONAL_ADDRESS, REQUIRED_ADDRESS } from '#domains/facility/address.ts';
import { ReplyInput } from '#domains/delivery/replies/reply.ts';
import { DeliverySettingsInput } from '#domains/facility/delivery-settings.ts';
import { AskedForm, FacilityForm, PhoneInput } from '#domains/facility/facility.ts';
import { UpdateItemInput } from '#domains/item/item.ts';
import { isLeftOutFor } from '#domains/item/leave-out.ts';
import { AnswerInput, TOLD_WAYS } from '#domains/letter/answer/answer.ts';
import { SkipFormInput } from '#domains/letter/check/check.ts';
import { LetterFormInput } from '#domains/letter/desk/admin-letter.ts';
import { NoteInput } from '#domains/letter/note/note.ts';
import { STAMPS } from '#domains/letter/seen.ts';
import { DELIVERY_WAYS, FamilyInput } from '#domains/people/family.ts';
import { LastLetter } from '#domains/people/last-letter.ts';
import { CONSENT_ANSWERS, CONSENT_GIVERS, CONSENT_WAYS } from '#domains/people/consent.ts';
import { RESIDENT_FACTS } from '#domains/people/resident-facts.ts';
import { ALL_FILES, DirectUploadInput } from '#domains/photo/photo.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { addDays, civilDateOf, isCivilDate, parseYearMonth } from '#lib/calendar.ts';
import { severalWords, words } from '#lib/input.ts';
import { isId } from '#lib/ids.ts';
import { isRandomToken } from '#server/secrets.ts';
import type { Table } from './package.ts';

const text = (problem: string, is: (value: string) => boolean) =>
  z.string(problem).refine(is, problem);

const id = text('番号ではありません。', isId);
/** Links: short ones, or of few letters, could be guessed. */
const token = text('リンクの鍵ではありません。', isRandomToken);
const hash = (length: number) =>
  text('要約値ではありません。', (value) => new RegExp(`^[0-9a-f]{${length}}$`).test(value));
const sha256 = hash(64);
const flag = z.literal([0, 1], '0か1ではありません。');
const whole = (from: number, to: number) => {
  const problem = `${from}から${to}までの整数ではありません。`;
  return z.int(problem).min(from, problem).max(to, problem);
};
/** Far beyond what is counted, and far below what a number can count. */
const count = whole(0, 1e12);
const words60 = (label: string) => words({ label, max: 60, required: false });
/** Of the history and of mails: some words that were made by a server. */
const remark = words({ label: '記録', max: 500, required: false });
const yearMonth = z
  .int('月ではありません。')
  .refine(
    (value) => parseYearMonth(String(value)) !== undefined && value >= 190_001,
    '月ではありません。',
  )
  .max(219_912, '月ではありません。');
const oneOf = <const T extends string>(values: readonly T[]) => z.enum(values, '知らない値です。');

const DAY_PROBLEM = '日付ではないか、ありえない日付です。';
const OLDEST_INSTANT = '2000-01-01';
const LATEST_DAY = '2199-12-31';

const dayUntil = (last: CivilDate) =>
  text(DAY_PROBLEM, (value) => isCivilDate(value) && value >= '1868-01-25' && value <= last);

/** As `toISOString` writes it. */
const instantUntil = (last: CivilDate) =>
  text('日時ではないか、ありえない日時です。', (value) => {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false;
    const at = new Date(value);
    if (Number.isNaN(at.getTime()) || at.toISOString() !== value) return false;
    return value >= OLDEST_INSTANT && value.slice(0, 10) <= last;
  });

type Rules = { [T in Table]: Record<keyof Database[T], z.ZodType> };

/**
 * The rules of every column that a facility's package has, by the schemas of forms and calls: what
 * could not have been entered here is not taken from a file either. What they tidy is taken tidied.
 */
export function rowRules(now: Date) {
  // Clocks of two servers may differ.
  const tomorrow = addDays(civilDateOf(now), 1);
  const [past, anyInstant] = [instantUntil(tomorrow), instantUntil(LATEST_DAY)];
  const [pastDay, anyDay] = [dayUntil(tomorrow), dayUntil(LATEST_DAY)];
  const updated = { updated_by: id.nullable(), updated_at: past };
  const { pref, city, town, street } = OPTIONAL_ADDRESS;
  const ofFamily = { host_id: id, family_id: id, year_month: yearMonth };
  const ofLetter = { host_id: id, resident_id: id, year_month: yearMonth };
  const { filename, content_type, byte_size, checksum } = DirectUploadInput.shape.blob.shape;
  return {
    hosts: {
      ...{ id, name: FacilityForm.shape.name, pref, city, town, street },
      postcode: z.union([z.literal(''), REQUIRED_ADDRESS.postcode]),
      phone: z.union([z.literal(''), PhoneInput]),
      // Of an operator who may offer others.
      plan: text('プランではありません。', (value) =>
        /^[a-z][a-z\d-]{0,29}$/.test(value),
      ).nullable(),
      ...{ activated_at: past.nullable(), trial_ends_at: anyInstant.nullable() },
      continued_at: past.nullable(),
      confirmed_at: past.nullable(),
      ...{ content_version: count, stored_bytes: count },
      asks_second_step: AskedForm.shape.asksSecondStep,
      second_step_answered_at: past.nullable(),
      asks_consent_again: flag,
      ...{ first_steps_closed_at: past.nullable(), own_letter_at: past.nullable() },
      created_at: past,
    },
    staffs: {
      ...{ id, host_id: id, email: EmailInput.nullable() },
      ...{ name: PersonInput.shape.name, name_kana: PersonInput.shape.nameKana },
      role: RoleInput.shape.role,
      // Of any other cost, the person chooses a new password (`our-hash.ts`).
      password_hash: z.string('文字ではありません。').nullable(),
      ...{ confirmed_at: past.nullable(), last_seen_at: past.nullable(), created_at: past },
    },
    blobs: {
      ...{ id, host_id: id, filename, content_type, byte_size, checksum, sha256 },
      state: z.literal('ready', 'できあがっていない写真です。'),
      ...{ width: whole(1, 65_535), height: whole(1, 65_535) },
      color: text('色ではありません。', (value) => /^#[0-9a-f]{6}$/.test(value)),
      exif_taken_on: anyDay.nullable(),
      ...{ created_by: id.nullable(), created_at: past, slot_expires_at: past, withheld: flag },
      only_for: z.union([z.literal(''), id]).nullable(),
    },
    blob_files: {
      ...{ blob_id: id, host_id: id, sha256 },
      ...{ name: oneOf(ALL_FILES), byte_size: whole(1, 100_000_000) },
    },
    residents: {
      ...{ id, host_id: id, token, created_at: past },
      ...{ name: RESIDENT_FACTS.name.input, name_kana: RESIDENT_FACTS.nameKana.input },
      room: RESIDENT_FACTS.room.input,
      ...{ birthday: pastDay.nullable(), away_since: pastDay.nullable() },
      ...{
        left_on: anyDay.nullable(),
        died_on: pastDay.nullable(),
        letters_end: pastDay.nullable(),
      },
      ...{ photo_consent: flag.nullable(), photos_hidden: flag, last_letter: flag },
      ...{ photo_consent_extent: oneOf(['own', 'all']), own_wish: RESIDENT_FACTS.ownWish.input },
      has_no_family: flag,
      ...{ last_words: LastLetter.shape.words, portrait_blob_id: id.nullable() },
    },
    families: {
      ...{ id, host_id: id, resident_id: id, token, created_at: past },
      ...{ name: FamilyInput.shape.name, name_kana: FamilyInput.shape.nameKana },
      ...{ relationship: FamilyInput.shape.relationship, email: EmailInput.nullable() },
      phone: FamilyInput.shape.phone,
      ...{ postcode: OPTIONAL_ADDRESS.postcode, pref, city, town, street },
      ...{ delivery: oneOf(DELIVERY_WAYS), renewed_at: past.nullable() },
      ...{ link_number: whole(1, 1e9).nullable(), mailbox_number: whole(1, 1e9).nullable() },
      ...{ email_since: past.nullable(), email_proved_at: past.nullable() },
      ...{ email_checked_at: past.nullable(), stopped_at: past.nullable() },
      ...{ returned_at: past.nullable(), returned_words: remark.nullable() },
      returned_kind: oneOf(['hard', 'soft', 'complaint']).nullable(),
      paused_until: yearMonth.nullable(),
      // Accounts stay behind.
      ...{
        by_line: z.literal(0, '0ではありません。'),
        also_by_mail: z.literal(0, '0ではありません。'),
      },
    },
    items: {
      ...{ id, host_id: id, resident_id: id.nullable(), blob_id: id, picture: sha256 },
      ...{ is_upload: flag, taken_on: pastDay, caption: UpdateItemInput.shape.caption.unwrap() },
      ...{ created_by: id.nullable(), created_at: past },
      deleted_at: z.null('削除した写真です。'),
      ...{ held: flag, left_out: flag, position: whole(-1e9, 0) },
      left_out_for: text('番号の並びではありません。', isLeftOutFor),
    },
    picture_people: { host_id: id, resident_id: id, picture: sha256 },
    withheld_pictures: {
      ...{ host_id: id, resident_id: id, picture: sha256, asks: flag },
      reach: oneOf(['everybody', 'others']),
    },
    consents: {
      ...{ id, host_id: id, resident_id: id, answer: oneOf(CONSENT_ANSWERS) },
      ...{ given_by: oneOf(CONSENT_GIVERS).nullable(), way: oneOf(CONSENT_WAYS).nullable() },
      ...{ by_name: words60('お名前'), relationship: FamilyInput.shape.relationship },
      ...{ answered_on: pastDay.nullable(), wording: whole(1, 1000).nullable() },
      note: words({ label: 'メモ', max: 200, required: false }),
      ...{ family_id: id.nullable(), recorded_by: id.nullable() },
      ...{ created_at: past, confirmed_at: past.nullable() },
    },
    letters: {
      ...{ host_id: id, year_month: yearMonth },
      ...{ title: LetterFormInput.shape.title, body: LetterFormInput.shape.body },
      ...{ cover_item_id: id.nullable(), version: whole(0, 1e9), updated_at: past },
    },
    letter_notes: { ...ofLetter, body: NoteInput.shape.body, version: whole(0, 1e9), ...updated },
    letter_checks: {
      ...{ ...ofLetter, checked_at: past.nullable(), checked_by: id.nullable() },
      held_back: SkipFormInput.shape.reason.nullable(),
      ...{ held_back_at: past.nullable(), held_back_by: id.nullable() },
    },
    letter_reads: {
      ...{ ...ofFamily, seen_at: past, stamp: oneOf(STAMPS).nullable(), answers: whole(0, 1000) },
      replies: whole(0, 1e6),
    },
    answers: {
      ...{ id, ...ofLetter, family_id: id.nullable(), body: AnswerInput.shape.body },
      ...{ family_name: words60('お名前'), relationship: FamilyInput.shape.relationship },
      ...{ created_at: past, passed_on_at: past.nullable(), passed_on_by: id.nullable() },
      ...{ hidden_at: past.nullable(), reply: z.union([z.literal(''), ReplyInput.shape.body]) },
      ...{ replied_at: past.nullable(), replied_by: id.nullable() },
      told_way: oneOf(TOLD_WAYS).nullable(),
    },
    delivery_settings: {
      ...{ host_id: id, mail_enabled: flag, early_look: flag, takes_answers: flag },
      hour: whole(0, 23),
      sender_name: DeliverySettingsInput.shape.senderName,
      signature: DeliverySettingsInput.shape.signature,
    },
    delivery_runs: {
      ...{ host_id: id, year_month: yearMonth, outcome: oneOf(['mails', 'off', 'inactive']) },
      ...{ due_at: past, started_at: past, finished_at: past.nullable() },
      ...{ reached: z.union([z.literal(''), id]), admins_told_at: past.nullable() },
      content_version: count,
    },
    deliveries: {
      ...{ ...ofFamily, account: z.union([z.literal(''), hash(32)]), created_at: past },
      outbox_id: z.null('メールは移りません。'),
      ...{ state: oneOf(['sent', 'failed']), sent_at: past.nullable() },
      last_error: severalWords('記録', 2000, '記録が長すぎます。').nullable(),
      mailbox: hash(32).nullable(),
      returned: oneOf(['hard', 'soft', 'ours', 'complaint']).nullable(),
      returned_at: past.nullable(),
    },
    handovers: {
      ...{ ...ofFamily, delivery: oneOf(['link', 'print']), done_at: past, done_by: id.nullable() },
    },
    trial_notices: {
      ...{ host_id: id, trial_ends_at: anyInstant, days_before: whole(0, 365), noted_at: past },
    },
    audit_logs: {
      ...{ id, host_id: id, staff_id: id.nullable(), resident_id: id.nullable() },
      // Also of versions before this one, which has words for those it knows.
      action: text('操作の名前ではありません。', (value) =>
        /^[a-z_]{1,30}\.[a-z_]{1,40}$/.test(value),
      ),
      ...{ target: remark.nullable(), detail: remark.nullable(), created_at: past },
      ...{ address: remark.nullable(), network: remark.nullable() },
      ...{ browser: remark.nullable(), way: remark.nullable() },
    },
  } satisfies Rules;
}
