import { z } from 'zod';

/** The short form of `GET …/residents` (api, "Residents and families"). */
export const ResidentShort = z.object({
  id: z.string(),
  name: z.string(),
  nameKana: z.string(),
  room: z.string().nullable(),
  portraitUrl: z.string().nullable(),
  itemsCount: z.number(),
});
export type ResidentShort = z.output<typeof ResidentShort>;

export const ResidentsOutput = z.object({ residents: z.array(ResidentShort) });
