import { z } from 'zod';

/** A person on a photo of one day; `residentId` null: 施設全体. */
export const ItemPersonSchema = z.object({
  /** null: only named on a photo of 施設全体. */
  itemId: z.string().nullable(),
  residentId: z.string().nullable(),
  residentName: z.string().nullable(),
  portraitUrl: z.string().nullable(),
  caption: z.string(),
  held: z.boolean(),
  leftOut: z.boolean(),
  leftOutFor: z.array(z.string()),
});
export type ItemPerson = z.output<typeof ItemPersonSchema>;
