import { readSendsUntil } from '#domains/facility/hosts.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { LINE_BLOCKED, LINE_UNCERTAIN } from '#domains/mail/failure.ts';
import { withdrawLetters } from '#domains/mail/outbox.ts';
import { monthToDeliver } from '#domains/people/stay.ts';
import type { YearMonth } from '#lib/calendar.ts';
import { isOn } from '#lib/flags.ts';
import type { Tx } from '#server/transaction.ts';
import { listAddresseesById } from './addressees.ts';
import { separateLetters } from './joint-mails.ts';
import { listLineDeliveries, listLost, listOfAccounts, updateLost } from './line-rows.ts';
import { deliverTo } from './queue-letters.ts';

/** A message that LINE did not take: its families get the letter another way. */
export async function fallBackFrom(
  tx: Tx,
  { hostId, mailId }: { hostId: string; mailId: string },
): Promise<void> {
  const rows = await listLost(tx.db, hostId, mailId);
  for (const [yearMonth, some] of Map.groupBy(rows, (row) => row.yearMonth)) {
    const ids = some.map(({ familyId }) => familyId);
    await sendOtherwise(tx, hostId, yearMonth, ids);
  }
}

/**
 * Accounts that have ended: messages that wait for them are taken back, and those that came after
 * the block were shown to nobody, whatever LINE has answered (domain.md#letters-by-line).
 * @param blockedAt by LINE's clock; null where the account was not blocked
 */
export async function moveFromLine(
  tx: Tx,
  hostId: string,
  familyId: string,
  accounts: readonly string[],
  blockedAt: string | null,
): Promise<void> {
  const now = tx.clock.now();
  const month = monthToDeliver(now);
  const months = new Set<YearMonth>();
  const rows = await listOfAccounts(tx.db, hostId, familyId, accounts, month);
  for (const { account, yearMonth, state, mailId, sentAt, ...mail } of rows) {
    const key = { hostId, familyId, yearMonth, account };
    if (state === 'sent') {
      if (blockedAt === null || (sentAt ?? '') < blockedAt) continue;
    } else if (state === 'queued' && mailId !== null) {
      const { attempts, failures, nextAttemptAt } = mail;
      const isBeingSent =
        (attempts ?? 0) > (failures ?? 0) && (nextAttemptAt ?? '') > now.toISOString();
      // A state of life keeps it back, or its sender finds that the account has ended.
      if (isBeingSent || isOn(mail.stopped)) continue;
      await separateLetters(tx, hostId, [familyId]);
      await withdrawLetters(tx, hostId, [mailId]);
    } else continue;
    await updateLost(tx.db, key, LINE_BLOCKED);
    months.add(yearMonth);
  }
  for (const yearMonth of months) await sendOtherwise(tx, hostId, yearMonth, [familyId]);
}

/**
 * By mail, if that is the family's way without LINE; else it is in the list of letters to hand
 * over. Not where another account has it, nor where it may have arrived: a person decides then.
 */
async function sendOtherwise(
  tx: Tx,
  hostId: string,
  yearMonth: YearMonth,
  familyIds: readonly string[],
): Promise<void> {
  const { mailEnabled, hour } = await readDeliverySettings(tx, hostId);
  if (!mailEnabled) return;
  const rows = await listLineDeliveries(tx.db, hostId, yearMonth, familyIds);
  const byFamily = Map.groupBy(rows, ({ familyId }) => familyId);
  const lost = familyIds.filter((id) =>
    (byFamily.get(id) ?? []).every(
      ({ state, lastError }) => state === 'failed' && lastError !== LINE_UNCERTAIN,
    ),
  );
  const families = await listAddresseesById(tx.db, hostId, lost);
  const sending = { hostId, trialEndsAt: await readSendsUntil(tx.db, hostId), hour };
  const byMail = families.map((row) => ({ ...row, delivery: row.registered, isLost: true }));
  await deliverTo(tx, sending, yearMonth, byMail, []);
}
