import { z } from 'zod';

/** A family that pressed 見ました while a photo was in its letter. */
const SeenBySchema = z.object({
  familyName: z.string(),
  relationship: z.string(),
  residentName: z.string(),
  /** For admins, who call; else empty. */
  phone: z.string(),
});
export type SeenBy = z.output<typeof SeenBySchema>;
export const SeenByOutput = z.array(SeenBySchema);
