import { createHash } from 'node:crypto';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { inTransaction } from '#server/transaction.ts';

type LegalPage = 'terms' | 'privacy';

/**
 * Notes today for each page that says something else than at the last start, so that nobody has to
 * remember the date of a change: the words may be the program's or the operator's.
 * @param texts all that a page says
 */
export const noteLegalTexts = (rt: Runtime, texts: Record<LegalPage, unknown>): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const since = civilDateOf(tx.clock.now());
    for (const page of ['terms', 'privacy'] as const) {
      const sha256 = createHash('sha256').update(JSON.stringify(texts[page])).digest('hex');
      if ((await findLegalText(tx.db, page))?.sha256 === sha256) continue;
      await tx.db
        .insertInto('legal_texts')
        .values({ page, sha256, since })
        .onConflict((conflict) => conflict.column('page').doUpdateSet({ sha256, since }))
        .execute();
    }
  });

/** null before the first start has noted it. */
export const readChangedOn = async (
  { db }: Pick<Runtime, 'db'>,
  page: LegalPage,
): Promise<CivilDate | null> => (await findLegalText(db, page))?.since ?? null;

const findLegalText = (db: Db, page: LegalPage) =>
  db
    .selectFrom('legal_texts')
    .select(['sha256', 'since'])
    .where('page', '=', page)
    .executeTakeFirst();
