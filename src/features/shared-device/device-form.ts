import { z } from 'zod';
import { opaque } from '#lib/input.ts';
import { Shown } from '#lib/shown.ts';
import { NewDeviceInput } from './shared-device.ts';

export const EVERYONE = 'all';

const nobodyText = '使う人を、一人以上選んでください。';

interface People {
  who?: string | undefined;
  staffIds: string[];
}

const isSomebody = ({ who, staffIds }: People): boolean => who === EVERYONE || staffIds.length > 0;
const NOBODY = { path: ['staffIds'], message: nobodyText };

const fields = {
  name: NewDeviceInput.shape.name,
  /** Everyone, also later colleagues; otherwise those who are ticked. */
  who: z.enum([EVERYONE, 'some'], '使う人を選んでください。'),
  staffIds: z.array(opaque(nobodyText, 100)).max(300, nobodyText),
};

export const NewDeviceForm = z
  .object({ ...fields, currentPassword: NewDeviceInput.shape.currentPassword })
  .refine(isSomebody, NOBODY);

export const ChangeDeviceForm = z
  .object({ ...fields, id: opaque(nobodyText, 100), shown: Shown })
  .refine(isSomebody, NOBODY);

export const chosenIn = ({ who, staffIds }: People): string[] | null =>
  who === EVERYONE ? null : staffIds;
