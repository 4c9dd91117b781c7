import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { Database, ItemRow } from '#db/schema.ts';
import { toFlag } from '#lib/flags.ts';
import type { Db } from '#server/database.ts';

/**
 * Why a rule leaves the items of a picture out of the letters (`items.left_out_for`): somebody who
 * did not agree to others' letters was taken off and may still be on it, or was named on it
 * (domain.md#consent). Staff's own decision is kept apart, so that an undo restores what was.
 */
type Why = keyof typeof SIGNS;

/** A person who is hidden or asked about hides the picture, by the naming or before it. */
const SIGNS = {
  'taken off': '-',
  named: '+',
  'named while hidden': '*',
  'named while asked': '=',
  'asked, hidden by what holds': '!',
  'asked, hidden by what waits': '~',
};

export const markOf = (residentId: string, why: Why): string => `${SIGNS[why]}${residentId} `;

/** People whose removal or naming left an item out; twice for one removed twice. */
export const residentsIn = ({ left_out_for: marks }: Pick<ItemRow, 'left_out_for'>): string[] =>
  marks.split(' ').flatMap((mark) => mark.slice(1) || []);

type OfItem = ExpressionBuilder<Database, 'items'>;

/** Left out by a rule, and nobody has decided since. */
export const isLeftOutByRule = (eb: OfItem) => eb('items.left_out_for', '<>', sql.lit(''));

/** Taken off again and again, once each. */
const LONGEST = 1700;

/** What staff left out stays their decision. @param which of these items */
export const leaveOut = (
  db: Db,
  hostId: string,
  mark: string,
  which: (eb: OfItem) => Expression<SqlBool>,
) =>
  db
    .updateTable('items')
    .set(({ eb, ref, lit }) => ({
      left_out: 1,
      left_out_for: eb
        .case()
        .when(eb.and([eb('left_out', '=', lit(1)), eb('left_out_for', '=', sql.lit(''))]))
        .then(sql.lit(''))
        .else(eb(ref('left_out_for'), '||', mark))
        .end(),
    }))
    .where('host_id', '=', hostId)
    .where(which)
    .where(({ eb, fn }) => eb(fn('length', ['left_out_for']), '<', LONGEST))
    .execute();

/**
 * Ends one reason, once; an item without any other is in the letters again.
 * @param except items that it did not leave out
 */
export async function letIn(
  db: Db,
  { host_id: hostId, picture }: Pick<ItemRow, 'host_id' | 'picture'>,
  mark: string,
  except: readonly string[] = [],
): Promise<void> {
  const rows = await db
    .selectFrom('items')
    .select(['id', 'left_out_for as marks'])
    .where((eb) => eb.and({ host_id: hostId, picture }))
    .where(isLeftOutByRule)
    .execute();
  for (const { id, marks } of rows) {
    const at = marks.lastIndexOf(mark);
    if (at < 0 || except.includes(id)) continue;
    const rest = marks.slice(0, at) + marks.slice(at + mark.length);
    await db
      .updateTable('items')
      .set({ left_out_for: rest, left_out: toFlag(rest !== '') })
      .where((eb) => eb.and({ host_id: hostId, id }))
      .execute();
  }
}
