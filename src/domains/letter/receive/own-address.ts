import { noteEvent } from '#domains/audit/record-event.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import { findHost, readHostName, readIsOnTrial } from '#domains/facility/read-host.ts';
import type { Link } from '#domains/letter/link.ts';
import { allowMail } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import type { FamilyRow } from '#domains/people/family-rows.ts';
import { releaseProven } from '#domains/people/confirm-address.ts';
import { findFamily, nextLinkNumber, updateFamily } from '#domains/people/family-rows.ts';
import { withdrawLetters } from '#domains/people/manage-families.ts';
import { NOT_PARKED } from '#domains/people/parked.ts';
import { DAY_MS } from '#lib/durations.ts';
import { paths } from '#lib/paths.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { addressProofMail } from '#domains/people/joining/joining-mails.ts';
import { formerAddressMail } from './address-mails.ts';

/** `new` goes to an address that nobody has proven, `former` to the one of before. */
type Kind = 'new' | 'former';

const GOOD_FOR_MS: Record<Kind, number> = { new: DAY_MS, former: 14 * DAY_MS };

/** What a button in such a mail does. `from`: the address until then; empty for none. */
interface Change {
  kind: Kind;
  hostId: string;
  familyId: string;
  from: string;
  to: string;
  until: number;
}

/** What the page of such a link shows: the facility's name, and no person. */
interface AddressPage {
  /** `ended`: its facility's last day is over. */
  state: 'open' | 'done' | 'over' | 'ended' | 'unknown';
  kind: Kind;
  hostName: string;
}

const UNKNOWN: AddressPage = { state: 'unknown', kind: 'new', hostName: '' };

/**
 * Sends the mail whose button makes an address the family's (P40); until then nothing changes.
 * @throws AppError 401, 429
 */
export async function askForAddress(
  tx: Tx,
  link: Link,
  row: FamilyRow,
  email: string,
  client: { address: string },
): Promise<void> {
  const { hostId, familyId, hostName } = link;
  const now = tx.clock.now();
  const isOnTrial = await readIsOnTrial(tx.db, hostId);
  await takeTry(tx.db, isOnTrial ? 'proofsByTrial' : 'proofsByHost', hostId, now);
  await allowMail(tx, { kind: 'family', email, client });
  const url = linkTo(tx, { kind: 'new', hostId, familyId, from: row.email ?? '', to: email });
  await queueMail(tx, {
    ...{ kind: 'address_proof', hostId, hostName, to: email },
    content: addressProofMail(hostName, url),
  });
}

/** For the page: reading it changes nothing. */
export const readAddressPage = async (rt: Runtime, token: string): Promise<AddressPage> =>
  (await check(rt, token)).page;

/** The button was pressed: by whoever reads mail at that address. */
export const pressAddress = (rt: Runtime, token: string): Promise<AddressPage> =>
  inTransaction(rt, async (tx) => {
    const { page, row, change } = await check(tx, token);
    if (page.state !== 'open' || !row || !change) return page;
    await changeTo(tx, row, change);
    return { ...page, state: 'done' };
  });

async function changeTo(tx: Tx, row: FamilyRow, { kind, from, to }: Change): Promise<void> {
  const { host_id: hostId, id, resident_id: residentId } = row;
  await withdrawLetters(tx, row, 'mail');
  await updateFamily(tx.db, hostId, id, {
    email: to,
    email_since: tx.clock.now().toISOString(),
    email_proved_at: tx.clock.now().toISOString(),
    ...(row.returned_kind === 'complaint' && NOT_PARKED),
    email_checked_at: tx.clock.now().toISOString(),
    delivery: 'email',
    stopped_at: null,
    // The link does not lead to whom it meets in that mailbox (P33).
    mailbox_number: await nextLinkNumber(tx.db, hostId),
  });
  const detail = kind === 'new' ? 'address' : 'address_back';
  await noteEvent(tx, { action: 'family.way_chosen', hostId, target: id, residentId, detail });
  // Also for whoever else has it.
  await releaseProven(tx, hostId, to);
  // To an address from which mails come back, none goes.
  if (kind === 'former' || from === '' || from === to || row.returned_at !== null) return;
  const hostName = await readHostName(tx.db, hostId);
  const url = linkTo(tx, { kind: 'former', hostId, familyId: id, from: to, to: from });
  await queueMail(tx, {
    ...{ kind: 'address_changed', hostId, hostName, to: from },
    content: formerAddressMail(hostName, url),
  });
}

function linkTo(tx: Tx, of: Omit<Change, 'until'>): string {
  const until = tx.clock.now().getTime() + GOOD_FOR_MS[of.kind];
  const { kind, hostId, familyId, from, to } = of;
  const texts = [from, to].map((text) => Buffer.from(text).toString('base64url'));
  const signature = tx.secrets.sign(`${kind} address`, hostId, familyId, from, to, until);
  const token = [kind, hostId, familyId, until, ...texts, signature].join('.');
  return `${tx.env.PUBLIC_URL}${paths.ownAddress(token)}`;
}

function readToken({ secrets }: Pick<Runtime, 'secrets'>, token: string): Change | null {
  const [name, hostId = '', familyId = '', untilText, fromText = '', toText = '', signature = ''] =
    token.split('.');
  const kind = name === 'former' ? 'former' : 'new';
  const until = Number(untilText) || 0;
  const [from = '', to = ''] = [fromText, toText].map((text) =>
    Buffer.from(text, 'base64url').toString(),
  );
  const isOurs = secrets.verify(signature, `${kind} address`, hostId, familyId, from, to, until);
  return isOurs && to !== '' ? { kind, hostId, familyId, from, to, until } : null;
}

async function check(
  rt: Pick<Runtime, 'db' | 'secrets' | 'clock'>,
  token: string,
): Promise<{ page: AddressPage; row?: FamilyRow; change?: Change }> {
  const change = readToken(rt, token);
  const row = change && (await findFamily(rt.db, change.hostId, change.familyId));
  if (!change || !row) return { page: UNKNOWN };
  const { kind, from, to, until } = change;
  const host = await findHost(rt.db, row.host_id);
  const page = { kind, hostName: host?.name ?? '' };
  if (isOverFor(host?.ends_on ?? null, rt.clock.now()))
    return { page: { ...page, state: 'ended' } };
  // Whoever presses again, or comes back, is told that it is done.
  if (row.email === to && row.returned_at === null) return { page: { ...page, state: 'done' } };
  if (until <= rt.clock.now().getTime()) return { page: { ...page, state: 'over' } };
  // Another address came meanwhile: this one is no longer asked for.
  if ((row.email ?? '') !== from) return { page: UNKNOWN };
  return { page: { ...page, state: 'open' }, row, change };
}
