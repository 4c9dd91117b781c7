import type { Kysely } from 'kysely';
import { sql } from 'kysely';

/**
 * Families' links are numbered in the order in which their facility issued them, so that a shelf can
 * tell which links are older than its own. A link under which the family was changed, or which is
 * older than the history, may have been issued for another address: it gets no number.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(tx);
  });
}

const ISSUED_AT = 'coalesce(families.renewed_at, families.created_at)';

const STATEMENTS = [
  `ALTER TABLE families ADD COLUMN link_number INTEGER`,
  `UPDATE families SET link_number = numbered.n FROM (
    SELECT id, dense_rank() OVER (PARTITION BY host_id ORDER BY ${ISSUED_AT}) AS n FROM families
  ) AS numbered WHERE numbered.id = families.id`,
  `UPDATE families SET link_number = NULL
    WHERE ${ISSUED_AT} < (
      SELECT min(created_at) FROM audit_logs WHERE audit_logs.host_id = families.host_id
    )
    OR id IN (
      SELECT families.id FROM audit_logs
        JOIN families ON families.id = audit_logs.target AND families.host_id = audit_logs.host_id
        WHERE audit_logs.action = 'family.changed' AND audit_logs.created_at > ${ISSUED_AT}
    )`,
];
