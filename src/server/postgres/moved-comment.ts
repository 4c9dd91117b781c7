import type { PoolClient } from 'pg';
import type { Mark } from '#server/moved.ts';
import { NOT_MOVED, isMoved, parseMark } from '#server/moved.ts';
import { orExplain, withPool } from './open.ts';

/** Every server of this database sees it, dumps keep it, and it is no table of ours. */
const MARKED = 'kysely_migration';
const START = 'moved: ';

export const UNMARK = `COMMENT ON TABLE ${MARKED} IS NULL`;

/** @throws Error with one line, without the address */
export const markAt = (url: string): Promise<Mark> => orExplain(() => withPool(url, findMark));

export async function findMark(client: Pick<PoolClient, 'query'>): Promise<Mark> {
  const question = `SELECT obj_description(to_regclass('${MARKED}'), 'pg_class') AS comment`;
  const { rows } = await client.query(question);
  const { comment } = rows[0] as { comment: string | null };
  return comment?.startsWith(START) ? parseMark(comment.slice(START.length)) : NOT_MOVED;
}

export async function putMark(client: PoolClient, mark: Mark): Promise<void> {
  const comment = client.escapeLiteral(START + JSON.stringify(mark));
  await client.query(isMoved(mark) ? `COMMENT ON TABLE ${MARKED} IS ${comment}` : UNMARK);
}
