import { z } from 'zod';
import type { FieldErrors } from '#lib/errors.ts';
import { allIfGiven, formId, opaque } from '#lib/input.ts';
import { Shown } from '#lib/shown.ts';
import { FAMILY_FACTS, familySchemas } from './family-facts.ts';
import { ANOTHERS, KEEP_LINE, KeepLineAnswer, yesOrNo } from './renewal-answers.ts';

const ID_MAX_LENGTH = 32;

export const DELIVERY_WAYS = ['email', 'link', 'print'] as const;
/** For so long a mailbox that a family's letters left can take them back. */
export const FORMER_DAYS = 14;

/** LINE is joined by the family itself; without accounts the registered way holds. */
const FAMILY_WAYS = [...DELIVERY_WAYS, 'line'] as const;
export type FamilyWay = (typeof FAMILY_WAYS)[number];

export const DELIVERY_CHOICES = [
  { value: 'email', label: 'メール', text: '毎月1日に、お便りのリンクをメールでお届けします。' },
  {
    value: 'link',
    label: 'リンク',
    text: 'LINEなどでリンクを一度お送りし、同じリンクで毎月読めます。',
  },
  { value: 'print', label: '印刷', text: 'A4の紙に印刷して、郵送します。' },
] as const satisfies readonly { value: FamilyWay; label: string; text: string }[];

/** Offered to a family that has joined it. */
export const LINE_CHOICE = {
  value: 'line',
  label: 'LINE',
  text: '毎月1日に、お便りのご案内をLINEでお届けします。',
} as const satisfies { value: FamilyWay; label: string; text: string };

export const deliveryName = (way: FamilyWay): string =>
  [...DELIVERY_CHOICES, LINE_CHOICE].find(({ value }) => value === way)?.label ?? way;

const residentText = '入居者を選んでください。';

const FIELDS = {
  ...familySchemas('input'),
  delivery: z.enum(FAMILY_WAYS, 'お届けの方法を選んでください。'),
};
const residentId = opaque(residentText, ID_MAX_LENGTH).min(1, residentText);

export const FamilyInput = z.strictObject({ residentId, ...FIELDS });
export type FamilyInput = z.output<typeof FamilyInput>;

/**
 * `rotateToken` revokes the current link, and so does an address that was somebody else's; accounts
 * that joined LINE by it get no more letters, unless `keepLine`.
 */
export const FamilyChange = z.strictObject({
  ...allIfGiven({ residentId, ...FIELDS }),
  alsoByMail: z.boolean('メールでもお届けするかどうかを選んでください。').optional(),
  rotateToken: z.literal(true, 'true だけを送れます。').optional(),
  addressWasAnothers: z.boolean(ANOTHERS).optional(),
  keepLine: z.boolean(KEEP_LINE).optional(),
});
export type FamilyChange = z.output<typeof FamilyChange>;
/** Without what is said about the link. */
export type FamilyFields = Omit<FamilyChange, 'rotateToken' | 'addressWasAnothers' | 'keepLine'>;

export const FamilyIdInput = z.object({
  id: formId(ID_MAX_LENGTH),
});
const SAME = '同じ方かどうかを選んでください。';
/** `same`: where somebody is registered who may be meant. */
export const NewFamilyForm = z.object({
  ...FamilyInput.shape,
  same: z.enum(['yes', 'no'], SAME).optional(),
});
/** The resident stays the same. */
export const FamilyForm = z.object({
  ...FamilyIdInput.shape,
  ...FIELDS,
  shown: Shown,
  addressWasAnothers: yesOrNo(ANOTHERS),
  ...KeepLineAnswer,
});
export const RenewLinkForm = z.object({ ...FamilyIdInput.shape, ...KeepLineAnswer });
export const FamiliesQuery = z.object({
  residentId: opaque(residentText, ID_MAX_LENGTH).optional(),
});

export const FamilySchema = z.object({
  id: z.string(),
  residentId: z.string(),
  residentName: z.string(),
  ...familySchemas('output'),
  delivery: z.enum(FAMILY_WAYS),
  /** LINE accounts that were joined, 0 to 5. */
  lineCount: z.number().int(),
  /** With `delivery` `line`: the mail goes too. */
  alsoByMail: z.boolean(),
  familyToken: z.string(),
  lettersUrl: z.string(),
  lastReadAt: z.string().nullable(),
  createdAt: z.string(),
});
export type Family = z.output<typeof FamilySchema>;

type Reach = Pick<Family, 'delivery' | 'email' | 'postcode' | 'pref' | 'city' | 'street'> &
  Partial<Pick<Family, 'lineCount' | 'alsoByMail'>>;

const NOT_JOINED =
  'このご家族のLINEは、まだつながっていません。ご家族に、QRコードを読み取ってもらってください。';

/** Fields that the way of delivery lacks; empty if it can work. */
export function missingFor(family: Reach): FieldErrors {
  const { delivery, email, lineCount = 0, alsoByMail = false, ...address } = family;
  if (delivery === 'line' && lineCount === 0) return { delivery: [NOT_JOINED] };
  if (alsoByMail && email === null) {
    return { email: ['メールでもお届けするには、メールアドレスを入力してください。'] };
  }
  if (delivery === 'email' && email === null) {
    return { email: ['メールでお届けするには、メールアドレスを入力してください。'] };
  }
  if (delivery !== 'print') return {};
  const missing = (['postcode', 'pref', 'city', 'street'] as const).filter(
    (field) => !address[field],
  );
  return Object.fromEntries(
    missing.map((field) => [
      field,
      [`印刷してお送りするには、${FAMILY_FACTS[field].label}が要ります。`],
    ]),
  );
}
