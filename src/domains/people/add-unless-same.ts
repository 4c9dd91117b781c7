import type { z } from 'zod';
import type { Actor } from '#domains/account/session/session.ts';
import { invalid } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';
import { toFamily } from './family-view.ts';
import type { Family, NewFamilyForm } from './family.ts';
import { addFamilyWithin } from './manage-families.ts';
import { findSameFamily, isThere } from './same-family.ts';

/**
 * From the form, which asks whether it is somebody who is registered already: then that family stays
 * as it is. @returns the family. @throws AppError as `addFamily`; 422 until that is answered
 */
export const addUnlessSame = (
  rt: Runtime,
  actor: Actor,
  { same, ...input }: z.output<typeof NewFamilyForm>,
): Promise<{ family: Family; isNew: boolean }> =>
  inTransaction(rt, async (tx) => {
    const first =
      same === 'no'
        ? undefined
        : await findSameFamily(tx.db, actor.host.id, input.residentId, input);
    if (!first) return { family: await addFamilyWithin(tx, actor, input), isNew: true };
    if (same === undefined) throw invalid(isThere(first), { same: [isThere(first)] });
    return { family: toFamily(tx, first), isNew: false };
  });
