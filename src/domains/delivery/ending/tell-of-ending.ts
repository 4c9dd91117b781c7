import { findEnding } from '#domains/facility/ending/set-ending.ts';
import { isAnyLeft, withdrawLetters } from '#domains/mail/outbox.ts';
import type { Db } from '#server/database.ts';
import { pace } from '#server/pace.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { withdrawSilenced } from '#domains/delivery/hold.ts';
import { listAllAddressees } from '#domains/delivery/addressees.ts';
import type { Telling } from './send-news.ts';
import { byHand, dayOf, sendNews } from './send-news.ts';
import { stateOf, stepFor } from './telling.ts';
import type { TellingRow } from './telling-rows.ts';
import {
  deleteTellings,
  insertTellings,
  knownRow,
  listTellings,
  listToTell,
  updateTelling,
} from './telling-rows.ts';

/**
 * Tells families, each once and by its own way, that their facility ends, or that this was taken
 * back. A facility is done in one transaction: killed at any moment, all of it is done, or nothing.
 */
export async function tellOfEndings(rt: Runtime): Promise<void> {
  for (const hostId of await listToTell(rt.db)) {
    const tell = () => inTransaction(rt, (tx) => tellFamilies(tx, hostId)).then(() => 0);
    await pace.slice('endings told', tell).catch((error: unknown) => {
      rt.log.error({ err: error, host: hostId }, 'families not told of an ending');
    });
  }
  await withdrawSilenced(rt);
}

async function tellFamilies(tx: Tx, hostId: string): Promise<void> {
  const now = tx.clock.now();
  const ending = await findEnding(tx.db, hostId);
  const day = dayOf(ending);
  const rows = await listTellings(tx.db, hostId);
  await keepStates(tx.db, hostId, rows);
  const byFamily = Map.groupBy(rows, ({ familyId }) => familyId);
  const telling: Telling[] = [];
  for (const row of await listAllAddressees(tx.db, hostId)) {
    const own = byFamily.get(row.id) ?? [];
    const step = stepFor(day, own, now);
    if (step.do === 'nothing') continue;
    if (step.do === 'raise') {
      // Another day than the one that it was told of, which its pages have named.
      const of = { host_id: hostId, family_id: row.id };
      await updateTelling(tx.db, of, { ends_on: step.endsOn });
      continue;
    }
    if (!(await takeBack(tx, hostId, row.id, own))) continue;
    const setAt = day?.setAt ?? own[0]?.setAt ?? now.toISOString();
    if (step.do === 'tell') telling.push({ row, step, setAt });
    if (step.do === 'keep') {
      await insertTellings(tx.db, [knownRow(hostId, row.id, step.endsOn, now.toISOString())]);
    }
    if (step.do === 'byHand') {
      await insertTellings(tx.db, [
        byHand(hostId, row.id, {
          endsOn: own[0]?.endsOn ?? null,
          toldBefore: own[0]?.toldBefore ?? null,
          setAt,
        }),
      ]);
    }
  }
  await sendNews(tx, hostId, ending, telling);
}

async function keepStates(db: Db, hostId: string, rows: readonly TellingRow[]): Promise<void> {
  for (const row of rows) {
    const state = stateOf(row);
    if (state === row.state || state === 'withdrawn') continue;
    // What its mail says outlives the mail.
    const sent_at = state === 'sent' ? row.mailSentAt : row.sentAt;
    const of = { host_id: hostId, family_id: row.familyId, account: row.account };
    await updateTelling(db, of, { state, sent_at });
  }
}

/** What waits, or could be sent once more, does not go. @returns false if it goes at this moment: then it is looked at again */
async function takeBack(
  tx: Tx,
  hostId: string,
  familyId: string,
  rows: readonly TellingRow[],
): Promise<boolean> {
  const waiting = rows
    .filter(({ mailState }) => mailState !== null && mailState !== 'sent')
    .flatMap((row) => row.outboxId ?? []);
  if (waiting.length > 0) {
    const gone = await withdrawLetters(tx, hostId, waiting);
    // Relatives share one mail, which an earlier one of them has taken back.
    if (gone.length < waiting.length && (await isAnyLeft(tx.db, hostId, waiting))) return false;
  }
  await deleteTellings(tx.db, hostId, [familyId]);
  return true;
}
