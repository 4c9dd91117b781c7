import type { ExpressionBuilder } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { firstDayOf } from '#lib/calendar.ts';

/** Not after the month of leaving, nor after the one in which a death was entered. */
export const staysIn = (yearMonth: YearMonth) => (eb: ExpressionBuilder<Database, 'residents'>) =>
  eb.and(
    (['left_on', 'letters_end'] as const).map((column) =>
      eb.or([eb(column, 'is', null), eb(column, '>=', firstDayOf(yearMonth))]),
    ),
  );
