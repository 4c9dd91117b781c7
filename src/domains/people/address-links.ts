import type { Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { TOKEN_KEPT_DAYS } from '#domains/account/one-time/token.ts';
import { daysBefore } from '#lib/durations.ts';
import { paths } from '#lib/paths.ts';
import type { Db } from '#server/database.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken, randomToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { FamilyRow } from './family-rows.ts';

/** A button in a mail about a family's address. Its link holds no address: it may go to a stranger. */
export type AddressLink = Selectable<Database['address_links']>;

/**
 * What such a link is made for (P51): the family's link, since whatever renews that ends these; and,
 * where nobody has proven the address, how the family received its letters when it was asked for.
 */
const stateFor = (kind: AddressLink['kind'], row: FamilyRow): string =>
  JSON.stringify([
    row.link_number,
    ...(kind === 'former'
      ? []
      : [row.mailbox_number, row.email, row.email_since, row.delivery, row.stopped_at]),
  ]);

type Made = Pick<AddressLink, 'kind' | 'email' | 'expires_at'> & { mailbox_number?: number };

/** @returns the address of its page */
export async function makeAddressLink(tx: Tx, row: FamilyRow, made: Made): Promise<string> {
  const token = randomToken();
  const of = { hash: hashToken(token), host_id: row.host_id, family_id: row.id };
  await tx.db
    .insertInto('address_links')
    .values({ ...of, ...made, state: stateFor(made.kind, row) })
    .execute();
  return `${tx.env.PUBLIC_URL}${paths.ownAddress(token)}`;
}

export const findAddressLink = (db: Db, token: string): Promise<AddressLink | undefined> =>
  db
    .selectFrom('address_links')
    .selectAll()
    .where('hash', '=', hashToken(token))
    .executeTakeFirst();

/** Apart from its days. */
export const isStillMeant = (link: AddressLink, row: FamilyRow): boolean =>
  link.ended_at === null && link.state === stateFor(link.kind, row);

/** All of a family, or those of one kind. @returns those that were open */
export async function endAddressLinks(
  tx: Tx,
  { host_id: hostId, id }: Pick<FamilyRow, 'host_id' | 'id'>,
  kind?: AddressLink['kind'],
): Promise<AddressLink[]> {
  const now = tx.clock.now().toISOString();
  const ended = await tx.db
    .updateTable('address_links')
    .set({ ended_at: now })
    .where((eb) => eb.and({ host_id: hostId, family_id: id, ended_at: null }))
    .where(({ and }) => and(kind === undefined ? {} : { kind }))
    .returningAll()
    .execute();
  return ended.filter(({ expires_at: until }) => until > now);
}

/** After its days a link says for a while that they are over. */
export const forgetOldAddressLinks = ({ db, clock }: Runtime) =>
  db
    .deleteFrom('address_links')
    .where('expires_at', '<', daysBefore(clock.now(), TOKEN_KEPT_DAYS))
    .execute();
