import { toFlag } from '#lib/flags.ts';
import type { FamilyColumns } from './family-rows.ts';
import type { FamilyFields, FamilyInput } from './family.ts';

/** What a new family is stored as. */
export const columnsOf = ({ residentId, nameKana, delivery, ...rest }: FamilyInput) => ({
  resident_id: residentId,
  name_kana: nameKana,
  ...rest,
  // A new family has joined nothing: whoever adds it has refused that.
  delivery: delivery === 'line' ? ('link' as const) : delivery,
});

/** What a change sets; nothing that it does not name. */
export function changedColumns(change: FamilyFields): FamilyColumns {
  const { residentId, nameKana, delivery, alsoByMail, ...rest } = change;
  const all = {
    resident_id: residentId,
    name_kana: nameKana,
    ...rest,
    ...(delivery !== undefined && { by_line: toFlag(delivery === 'line') }),
    ...(delivery !== undefined && delivery !== 'line' && { delivery }),
    ...(alsoByMail !== undefined && { also_by_mail: toFlag(alsoByMail) }),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
