import { z } from 'zod';
import { REOPEN, asTyped, formId, ifGiven, line, opaque } from '#lib/input.ts';
import { Shown } from '#lib/shown.ts';
import { NewPinInput, PinInput } from './pin.ts';

export const DEVICE_NAME_MAX_LENGTH = 30;
export const MOST_DEVICES = 20;
/** A device is set up again after a year. */
export const DEVICE_DAYS = 365;
export const DEVICE_SECONDS = DEVICE_DAYS * 24 * 60 * 60;
const MOST_PEOPLE = 300;
const ID_MAX_LENGTH = 100;

const nobodyText = '使う人を、一人以上選んでください。';

const shape = {
  name: line({ label: '端末の名前', max: DEVICE_NAME_MAX_LENGTH }),
  /** null: everyone of the facility, also later colleagues. */
  staffIds: z
    .array(opaque(REOPEN, ID_MAX_LENGTH), nobodyText)
    .min(1, nobodyText)
    .max(MOST_PEOPLE, nobodyText)
    .nullable(),
};

/** Absent fields are unchanged. */
export const ChangeDeviceInput = z.strictObject({
  name: ifGiven(shape.name),
  staffIds: shape.staffIds.optional(),
});
export type ChangeDeviceInput = z.output<typeof ChangeDeviceInput>;

const passwordText = '今のパスワードを入力してください。';
export const NewDeviceInput = z.strictObject({
  ...shape,
  currentPassword: asTyped(passwordText, 200),
});
export type NewDeviceInput = z.output<typeof NewDeviceInput>;

export const PinLoginInput = z.strictObject({
  staffId: formId(ID_MAX_LENGTH),
  pin: PinInput,
  /** Replaces the PIN; required with the first one, which an admin gave. */
  newPin: NewPinInput.optional(),
});
export type PinLoginInput = z.output<typeof PinLoginInput>;

const PersonSchema = z.object({ id: z.string(), name: z.string() });

/** As admins see it. */
export const SharedDeviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** null: everyone. */
  people: z.array(PersonSchema).nullable(),
  /** Names locked after wrong PINs. */
  locked: z.array(PersonSchema),
  isPaused: z.boolean(),
  madeBy: z.string().nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string(),
});
export type SharedDevice = z.output<typeof SharedDeviceSchema>;

const PIN_STATES = ['ready', 'first', 'none', 'locked'] as const;

/** As the device itself shows it. */
export const PickerSchema = z.object({
  name: z.string(),
  hostName: z.string(),
  people: z.array(PersonSchema.extend({ state: z.enum(PIN_STATES) })),
});
export type Picker = z.output<typeof PickerSchema>;

export const FirstPinSchema = z.object({ pin: z.string(), expiresAt: z.string() });
export type FirstPin = z.output<typeof FirstPinSchema>;

export const FirstPinsInput = z.strictObject({
  /** Also for those whose first PIN waits, which ends. */
  again: z.boolean(REOPEN).default(false),
});

export const FirstPinsSchema = z.object({
  pins: z.array(PersonSchema.extend(FirstPinSchema.shape)),
  /** People for whom there was no room on these sheets. */
  left: z.number(),
});
export type FirstPins = z.output<typeof FirstPinsSchema>;

export const EVERYONE = 'all';

const nobodyChosenText = '使う人を、一人以上選んでください。';

interface People {
  who?: string | undefined;
  staffIds: string[];
}

const isSomebody = ({ who, staffIds }: People): boolean => who === EVERYONE || staffIds.length > 0;
const NOBODY = { path: ['staffIds'], message: nobodyChosenText };

const fields = {
  name: NewDeviceInput.shape.name,
  /** Everyone, also later colleagues; otherwise those who are ticked. */
  who: z.enum([EVERYONE, 'some'], '使う人を選んでください。'),
  staffIds: z.array(opaque(nobodyChosenText, 100)).max(300, nobodyChosenText),
};

export const NewDeviceForm = z
  .object({ ...fields, currentPassword: NewDeviceInput.shape.currentPassword })
  .refine(isSomebody, NOBODY);

export const ChangeDeviceForm = z
  .object({ ...fields, id: formId(100), shown: Shown })
  .refine(isSomebody, NOBODY);

export const chosenIn = ({ who, staffIds }: People): string[] | null =>
  who === EVERYONE ? null : staffIds;
