import { z } from 'zod';
import { ifGiven, line } from '#lib/input.ts';
import { Shown } from '#lib/shown.ts';
import { REQUIRED_ADDRESS } from '#features/address/address.ts';
import { HOST_NAME_MAX_LENGTH, PhoneInput } from './sign-up.ts';

/** Families see name, address and telephone number. */
export const FacilityForm = z.object({
  name: line({ label: '施設のお名前', max: HOST_NAME_MAX_LENGTH }),
  ...REQUIRED_ADDRESS,
  phone: PhoneInput,
  shown: Shown,
});

const { name, postcode, pref, city, town, street, phone } = FacilityForm.shape;

/** `PATCH …/hosts/facility`: absent fields are unchanged (contract.md#other). */
export const ChangeFacilityInput = z.strictObject({
  name: ifGiven(name),
  postcode: ifGiven(postcode),
  pref: ifGiven(pref),
  city: ifGiven(city),
  town: ifGiven(town),
  street: ifGiven(street),
  phone: ifGiven(phone),
});
export type ChangeFacilityInput = z.output<typeof ChangeFacilityInput>;

export const FacilitySchema = z.object({
  name: z.string(),
  postcode: z.string(),
  pref: z.string(),
  city: z.string(),
  town: z.string(),
  street: z.string(),
  phone: z.string(),
  plan: z.string().nullable(),
  /** null without a trial. */
  trialEndsAt: z.string().nullable(),
  usedBytes: z.number().int(),
  /** null for no limit. */
  maxBytes: z.number().int().nullable(),
  residents: z.number().int(),
  maxResidents: z.number().int().nullable(),
});
export type Facility = z.output<typeof FacilitySchema>;
