import { sql } from 'kysely';
import type { Factory } from './factories.ts';

/** In insertion order, since the frozen clock gives all the same time. */
export const readEvents = ({ db }: Pick<Factory, 'db'>) =>
  db
    .selectFrom('audit_logs')
    .selectAll()
    .orderBy(sql`rowid`)
    .execute();
