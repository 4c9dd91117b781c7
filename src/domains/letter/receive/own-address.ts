import { noteOfFamily } from '#domains/audit/record-event.ts';
import { isOverFor } from '#domains/facility/ending/ending.ts';
import { findHost, readIsOnTrial } from '#domains/facility/read-host.ts';
import type { Link } from '#domains/letter/link.ts';
import { allowMail } from '#domains/mail/mail-limits.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import type { AddressLink } from '#domains/people/address-links.ts';
import {
  endAddressLinks,
  findAddressLink,
  isStillMeant,
  makeAddressLink,
} from '#domains/people/address-links.ts';
import type { FamilyRow } from '#domains/people/family-rows.ts';
import { releaseProven } from '#domains/people/confirm-address.ts';
import { findFamily, nextLinkNumber, updateFamily } from '#domains/people/family-rows.ts';
import { getsMail } from '#domains/people/family-view.ts';
import { withdrawLetters } from '#domains/people/manage-families.ts';
import { NOT_PARKED } from '#domains/people/parked.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { DAY_MS } from '#lib/durations.ts';
import { isOn } from '#lib/flags.ts';
import { takeTry } from '#server/rate-limit.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { addressProofMail } from '#domains/people/joining/joining-mails.ts';
import { tellMailbox, tellOfTakingBack } from './address-mails.ts';

/** What the page of such a link shows: the facility's name, and no person. */
interface AddressPage {
  /** `ended`: its facility's last day is over. */
  state: 'open' | 'done' | 'over' | 'ended' | 'unknown';
  kind: AddressLink['kind'];
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
  const { hostId, hostName } = link;
  const now = tx.clock.now();
  const isOnTrial = await readIsOnTrial(tx.db, hostId);
  await takeTry(tx.db, isOnTrial ? 'proofsByTrial' : 'proofsByHost', hostId, now);
  await allowMail(tx, { kind: 'family', email, client });
  const until = new Date(now.getTime() + DAY_MS).toISOString();
  const url = await makeAddressLink(tx, row, { kind: 'new', email, expires_at: until });
  await queueMail(tx, {
    kind: 'address_proof',
    hostId,
    hostName,
    to: email,
    content: addressProofMail(hostName, url),
  });
}

/** For the page: reading it changes nothing. */
export const readAddressPage = async (rt: Runtime, token: string): Promise<AddressPage> =>
  (await check(rt, token)).page;

/** The button was pressed: by whoever reads mail at that address. */
export const pressAddress = (rt: Runtime, token: string): Promise<AddressPage> =>
  inTransaction(rt, async (tx) => {
    const { page, row, link } = await check(tx, token);
    if (page.state !== 'open' || !row || !link) return page;
    await changeTo(tx, row, link);
    return { ...page, state: 'done' };
  });

async function changeTo(tx: Tx, row: FamilyRow, link: AddressLink): Promise<void> {
  const { kind, email } = link;
  const { host_id: hostId, id, resident_id: residentId } = row;
  const now = tx.clock.now().toISOString();
  const isSame = row.email === email;
  await withdrawLetters(tx, row, 'mail');
  await updateFamily(tx.db, hostId, id, {
    email,
    email_since: now,
    email_proved_at: now,
    email_checked_at: now,
    ...(row.returned_kind === 'complaint' && NOT_PARKED),
    delivery: 'email',
    stopped_at: null,
    ...(kind === 'former' && { paused_until: null }),
    ...(isOn(row.by_line) && { also_by_mail: 1 }),
    // The link does not lead to whom it meets in that mailbox (P33).
    ...((!isSame || row.delivery !== 'email') && {
      mailbox_number: await nextLinkNumber(tx.db, hostId),
    }),
  });
  const detail = kind === 'new' ? 'address' : isSame ? 'email' : 'address_back';
  await noteOfFamily(tx, { action: 'family.way_chosen', hostId, target: id, residentId, detail });
  // Also for whoever else has it.
  await releaseProven(tx, hostId, email);
  if (kind === 'former') return tellOfTakingBack(tx, row, link);
  await endAddressLinks(tx, row, kind);
  if (!isSame) await tellMailbox(tx, row, 'address');
}

async function check(
  rt: Pick<Runtime, 'db' | 'clock'>,
  token: string,
): Promise<{ page: AddressPage; row?: FamilyRow; link?: AddressLink }> {
  const link = await findAddressLink(rt.db, token);
  const row = link && (await findFamily(rt.db, link.host_id, link.family_id));
  if (!link || !row) return { page: UNKNOWN };
  const now = rt.clock.now();
  const host = await findHost(rt.db, row.host_id);
  const page = { kind: link.kind, hostName: host?.name ?? '' };
  if (isOverFor(host?.ends_on ?? null, now)) return { page: { ...page, state: 'ended' } };
  // Whoever presses again, or comes back, is told that it is done.
  if (comesTo(row, link, yearMonthOf(civilDateOf(now)))) {
    return { page: { ...page, state: 'done' } };
  }
  if (link.expires_at <= now.toISOString()) return { page: { ...page, state: 'over' } };
  if (!isStillMeant(link, row)) return { page: UNKNOWN };
  return { page: { ...page, state: 'open' }, row, link };
}

/** A pause may have been what a mailbox was told of. */
const comesTo = (row: FamilyRow, { kind, email }: AddressLink, month: YearMonth): boolean =>
  row.email === email &&
  row.returned_at === null &&
  row.stopped_at === null &&
  getsMail(row) &&
  (kind === 'new' || row.paused_until === null || row.paused_until <= month);
