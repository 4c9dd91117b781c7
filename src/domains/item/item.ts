import { z } from 'zod';
import { ResidentShort } from '#domains/people/resident.ts';
import { ImagesSchema } from '#domains/photo/photo.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { isCivilDate, yearMonthOf } from '#lib/calendar.ts';
import { REOPEN, opaque, sent, severalWords, yearMonthText } from '#lib/input.ts';
import { ItemPersonSchema } from './item-person.ts';
import { SeenByOutput } from './seen-by.ts';
import { CAPTION_MAX_LENGTH, MAX_NAMED, MAX_RESIDENTS, PAGE_SIZE, UNDO_MS } from './item-limits.ts';

/** A photo in a list or letter (domain.md#the-photo-page; contract.md#items). */
export const ItemSchema = z.object({
  id: z.string(),
  residentId: z.string().nullable(),
  residentName: z.string().nullable(),
  takenOn: z.string(),
  yearMonth: z.number(),
  caption: z.string(),
  width: z.number(),
  height: z.number(),
  color: z.string(),
  status: z.enum(['processing', 'ready']),
  /** Dated by the camera into a published month: hidden from families. */
  held: z.boolean(),
  /** Out of the letters, by staff or by a rule. */
  leftOut: z.boolean(),
  /** Residents because of whom a rule left it out, until staff decide (domain.md#consent). */
  leftOutFor: z.array(z.string()),
  images: ImagesSchema,
  createdBy: z.string().nullable(),
  createdAt: z.string(),
});
export type Item = z.output<typeof ItemSchema>;

const ItemOutput = z.object({ item: ItemSchema });

/** Who is on a photo, as far as its items and staff say. */
const PhotoPersonSchema = z.object({
  residentId: z.string(),
  residentName: z.string(),
  /** The item in the person's own letter; null: only named, on a photo of 施設全体. */
  itemId: z.string().nullable(),
  /** By `PUT …/people`, also where the person's letter has it. */
  isNamed: z.boolean(),
  portraitUrl: z.string().nullable(),
  /** From whom the photo is hidden because this person is on it (domain.md#consent). */
  hiddenFrom: z.enum(['everybody', 'others']).nullable(),
});
export type PhotoPerson = z.output<typeof PhotoPersonSchema>;

const WithPeople = ItemSchema.extend({
  people: z.array(PhotoPersonSchema),
  /** Everybody's items of the picture that a rule leaves out, until staff decide. */
  leftOutByRule: z.array(ItemSchema),
});
export type ItemWithPeople = z.output<typeof WithPeople>;
export const ItemWithPeopleOutput = z.object({ item: WithPeople });

/** With `together`: a photo of a day, whoever has it. */
const ListedSchema = ItemSchema.extend({
  /** At most `MAX_PEOPLE_SHOWN`. */
  people: z.array(ItemPersonSchema).optional(),
  peopleCount: z.number().optional(),
});
export type ListedItem = z.output<typeof ListedSchema>;

export const ItemsPage = z.object({
  items: z.array(ListedSchema),
  lastPage: z.number(),
  count: z.number(),
  startDate: z.string(),
});
export type ItemsPage = z.output<typeof ItemsPage>;

const DeletedItemSchema = ItemSchema.extend({
  deletedAt: z.string(),
  restorableUntil: z.string(),
});
export type DeletedItem = z.output<typeof DeletedItemSchema>;

export const DeletedItemsPage = z.object({ items: z.array(DeletedItemSchema) });
export type DeletedItemsPage = z.output<typeof DeletedItemsPage>;

/** `together`, in the body or in the query: all items of the same stored photo and day. */
export const Together = z
  .union([z.boolean(), z.enum(['true', 'false'])], '「すべていっしょに」かどうかを選んでください。')
  .transform((value) => value === true || value === 'true')
  .optional();

export const DeleteInput = z.strictObject({
  together: Together,
  /** The resident is not on the photo: others' letters keep it. */
  isMistake: z
    .union([z.boolean(), z.enum(['true', 'false'])], '間違いだったかどうかを選んでください。')
    .transform((value) => value === true || value === 'true')
    .optional(),
});
export type DeleteInput = z.output<typeof DeleteInput>;

const INSTANT = '時刻を確かめてください。';
const INSTANT_LENGTH = 24;

export const RestoreInput = z.strictObject({
  together: Together,
  /** With `together`: not those that were deleted before. */
  deletedSince: sent(INSTANT, INSTANT_LENGTH, INSTANT)
    .pipe(z.iso.datetime({ precision: 3, error: INSTANT }))
    .optional(),
});
export type RestoreInput = z.output<typeof RestoreInput>;

/** Nothing (204) where `together` was not given. */
export const DeletedOutput = z
  .object({
    items: z.array(DeletedItemSchema),
    /** Who still has the photo. */
    others: z.array(ItemSchema),
    seenBy: SeenByOutput,
  })
  .optional();
export type DeletedTogether = NonNullable<z.output<typeof DeletedOutput>>;

/** Whose 見ました came while it was in its former place. */
export const MovedOutput = ItemOutput.extend({ seenBy: SeenByOutput });
export type Moved = z.output<typeof MovedOutput>;

/** `items` with `together`. */
export const RestoredOutput = z.union([ItemOutput, z.object({ items: z.array(ItemSchema) })]);

/** `items` where `together` was given, and who else has the photo. */
export const ChangedOutput = z.union([
  ItemOutput,
  z.object({ items: z.array(ItemSchema), others: z.array(ItemSchema) }),
]);
export type ChangedTogether = Exclude<z.output<typeof ChangedOutput>, z.output<typeof ItemOutput>>;

export const CountsOutput = z.object({ allCount: z.number(), residents: z.array(ResidentShort) });
export type Counts = z.output<typeof CountsOutput>;

const YearMonthQuery = yearMonthText('月を選んでください。');

const Page = z.coerce.number().int().min(1).max(1_000_000).default(1);

/** `residentId=none` asks for the facility-wide photos. */
export const ItemsQuery = z.strictObject({
  yearMonth: YearMonthQuery.optional(),
  residentId: opaque('入居者を選んでください。', 64).min(1).optional(),
  together: Together,
  page: Page,
});
export type ItemsQuery = z.output<typeof ItemsQuery>;

export const DeletedItemsQuery = z.strictObject({ page: Page });

export const RestoreForm = z.object({
  ids: opaque(REOPEN, 64 * PAGE_SIZE)
    .transform((text) => text.split(' ').filter(Boolean))
    .pipe(z.array(z.string()).min(1, REOPEN).max(PAGE_SIZE, REOPEN)),
  together: Together,
});

/** Takes a photo in the bin from everyone who still has it. One item of each day is named. */
export const EverywhereForm = RestoreForm.pick({ ids: true });
export type EverywhereForm = z.output<typeof EverywhereForm>;

export const CountsQuery = z.strictObject({ yearMonth: YearMonthQuery.optional() });

const ResidentId = opaque('入居者を選んでください。', 64)
  .min(1, '入居者を選んでください。')
  .nullable();
const OLDEST_PHOTO = '1900-01-01';
// an older one is a slip such as 0202 for 2026

const dateText = '日付を確かめてください。';
const TakenOn = sent('日付を入れてください。', 10, dateText).refine(
  (text) => isCivilDate(text) && text >= OLDEST_PHOTO,
  dateText,
);
const Caption = severalWords(
  'ひとことは文字で入れてください。',
  CAPTION_MAX_LENGTH,
  `ひとことは${CAPTION_MAX_LENGTH}文字までです。`,
);

const TOO_MANY = `一度に選べるのは${MAX_RESIDENTS}人までです。`;

/** One place, or several residents who are on the photo. */
const Places = {
  residentId: ResidentId.optional(),
  residentIds: z
    .array(ResidentId.unwrap(), '入居者を選んでください。')
    .min(1, '入居者を選んでください。')
    .max(MAX_RESIDENTS, TOO_MANY)
    .optional(),
};
type Places = z.output<z.ZodObject<typeof Places>>;

const isOneOfBoth = ({ residentId, residentIds }: Places): boolean =>
  (residentId === undefined) !== (residentIds === undefined);
const ONE_OF_BOTH = { path: ['residentId'], error: '入居者を選んでください。' };

/** Without repetitions. */
export const chosenPlaces = ({ residentId = null, residentIds }: Places): Place[] => [
  ...new Set(residentIds ?? [residentId]),
];

export const CreateItemInput = z
  .strictObject({
    ...Places,
    takenOn: TakenOn.optional(),
    caption: Caption.default(''),
    blob: opaque('写真を選んでください。', 200).min(1, '写真を選んでください。'),
  })
  .refine(isOneOfBoth, ONE_OF_BOTH);
export type CreateItemInput = z.output<typeof CreateItemInput>;

export const CopyInput = z.strictObject(Places).refine(isOneOfBoth, ONE_OF_BOTH);
export type CopyInput = z.output<typeof CopyInput>;

/** `items` where several residents were given. */
export const CreatedOutput = z.union([ItemOutput, z.object({ items: z.array(ItemSchema) })]);
export type Created = z.output<typeof CreatedOutput>;

export const UpdateItemInput = z.strictObject({
  takenOn: TakenOn.optional(),
  caption: Caption.optional(),
  /** false: into the letter of its day; true: back to waiting for an answer. */
  held: z.boolean('確認待ちにするかどうかを選んでください。').optional(),
  leftOut: z.boolean('お便りに出すかどうかを選んでください。').optional(),
  /** With `leftOut: true`: back to how a rule had left it out. */
  leftOutFor: z.array(ResidentId.unwrap()).max(MAX_NAMED).optional(),
  /** In the letter, among photos of the same day and place. */
  order: z.enum(['earlier', 'later'], '「前へ」か「後へ」を選んでください。').optional(),
  /** Clockwise. */
  rotate: z.literal([90, 180, 270], '90・180・270のどれかで回してください。').optional(),
  together: Together,
});
export type UpdateItemInput = z.output<typeof UpdateItemInput>;
export type OrderStep = NonNullable<UpdateItemInput['order']>;

/** Target of a move or copy; null is facility-wide. */
export type Place = z.output<typeof ResidentId>;
export const PlaceInput = z.strictObject({ residentId: ResidentId });

const TOO_MANY_NAMED = `お名前は、1枚の写真に${MAX_NAMED}人まで付けられます。`;

/** Who is on a photo of 施設全体; empty: nobody is named. */
export const PeopleInput = z.strictObject({
  residentIds: z
    .array(ResidentId.unwrap(), '入居者を選んでください。')
    .max(MAX_NAMED, TOO_MANY_NAMED),
});
export type PeopleInput = z.output<typeof PeopleInput>;

const OLDEST_PLAUSIBLE = '2000-01-02';
// a camera whose clock was never set says 2000-01-01

/** Without a given day; camera dates in published months are held (contract.md#items). */
export function defaultDay(
  exifDate: string | null,
  today: CivilDate,
): { takenOn: CivilDate; isHeld: boolean } {
  const isPlausible = exifDate !== null && exifDate >= OLDEST_PLAUSIBLE && exifDate <= today;
  const takenOn = isPlausible ? exifDate : today;
  return { takenOn, isHeld: yearMonthOf(takenOn) < yearMonthOf(today) };
}

/** Earlier deletions cannot be undone. */
export const restorableSince = (now: Date): string =>
  new Date(now.getTime() - UNDO_MS).toISOString();
