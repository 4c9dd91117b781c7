import { sql } from 'kysely';
import type { Factory } from './factories.ts';

/** Every event in the order of writing: the frozen clock tells none from the next. */
export const readEvents = ({ db }: Pick<Factory, 'db'>) =>
  db
    .selectFrom('audit_logs')
    .selectAll()
    .orderBy(sql`rowid`)
    .execute();
