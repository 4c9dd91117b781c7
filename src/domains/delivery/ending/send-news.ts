import type { Insertable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { tellingFrom } from '#domains/facility/ending/ending.ts';
import type { EndingRow } from '#domains/facility/ending/set-ending.ts';
import { isHostActive, isOnTrial, sendsUntil } from '#domains/facility/host.ts';
import { readDeliverySettings } from '#domains/facility/read-delivery-settings.ts';
import { findHost } from '#domains/facility/read-host.ts';
import { keepLine } from '#domains/line/message.ts';
import type { Kept } from '#domains/mail/kept-words.ts';
import { keepMail } from '#domains/mail/kept-words.ts';
import { queueLetters } from '#domains/mail/outbox.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { ID_LENGTH } from '#lib/ids.ts';
import { looksLikeLink } from '#lib/link-like.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import type { Tx } from '#server/transaction.ts';
import type { AddresseeRow } from '#domains/delivery/addressees.ts';
import { listAllAddressees } from '#domains/delivery/addressees.ts';
import type { Channel, Destination, ReadyLetter } from '#domains/delivery/channel.ts';
import { readPaper } from '#domains/delivery/channel.ts';
import { CHANNELS } from '#domains/delivery/queue.ts';
import { whyNoMail } from '#domains/delivery/reasons.ts';
import { foresee } from '#domains/delivery/trial-letters.ts';
import type { SetDay, Step } from './telling.ts';
import { isLate, isNotified } from './telling.ts';
import type { TellingRow } from './telling-rows.ts';
import { insertTellings, listTellings } from './telling-rows.ts';
import type { News, Reading } from './telling-words.ts';
import { newsByLine, newsMail } from './telling-words.ts';

type Tell = Extract<Step, { do: 'tell' }>;
export interface Telling {
  row: AddresseeRow;
  step: Tell;
  /** When the day was set that it is told of, or that was taken back. */
  setAt: string;
}

export const dayOf = (ending: EndingRow | undefined): SetDay | null =>
  ending ? { endsOn: ending.ends_on, setAt: ending.created_at } : null;

/** In the list of families whom the facility tells itself. */
export const byHand = (
  hostId: string,
  familyId: string,
  { endsOn, toldBefore, setAt }: Pick<TellingRow, 'endsOn' | 'toldBefore' | 'setAt'>,
): Insertable<Database['ending_tellings']> => ({
  host_id: hostId,
  family_id: familyId,
  account: '',
  ends_on: endsOn,
  told_before: toldBefore,
  set_at: setAt,
  outbox_id: null,
  state: 'hand',
});

/** Queues what the server tells; the others are in the list of families that the facility tells. */
export async function sendNews(
  tx: Tx,
  hostId: string,
  ending: EndingRow | undefined,
  telling: readonly Telling[],
): Promise<void> {
  if (telling.length === 0) return;
  const now = tx.clock.now();
  const day = dayOf(ending);
  const steps = new Map(telling.map((one) => [one.row.id, one]));
  const rows: Insertable<Database['ending_tellings']>[] = [];
  const told = new Set<string>();
  const sending = isLate(day?.endsOn ?? null, now) ? null : await readSending(tx, hostId);
  if (sending !== null) {
    const paper = await readPaper(tx.db, hostId);
    const words = wordsOf(ending, sending.isTrial);
    for (const channel of CHANNELS) {
      const by = telling.filter(({ row }) => wayOf(row, now) === channel.way).map(asLetter);
      const destinations = await channel.destinationsOf(tx, hostId, by);
      for (const [to, of] of Map.groupBy(destinations, newsTo(steps))) {
        const [destination] = of;
        const first = destination && steps.get(destination.letter.row.id);
        if (!first) continue;
        const plan = await channel.plan(tx, sending, destination.to);
        if (plan === null) continue;
        const { endsOn, before } = first.step;
        const id = idOf(hostId, first, to, of);
        // A taking back may be a mistake too, and wakes nobody either.
        const quiet = tellingFrom(now);
        const at = endsOn === null && plan.at < quiet ? quiet : plan.at;
        const news = { endsOn, before, words, paper };
        const message = { id, hostId, channel: channel.name, to: destination.to, at };
        const messageId = channel.messageIdOf(tx, id, at);
        const kept = write(tx, channel, news, of);
        await queueLetters(tx, [{ ...message, messageId, words: kept, kind: 'ending' }]);
        for (const { letter } of of) {
          told.add(letter.row.id);
          rows.push({
            host_id: hostId,
            family_id: letter.row.id,
            account: channel.accountOf(destination.to),
            ends_on: endsOn,
            told_before: before,
            set_at: day?.setAt ?? now.toISOString(),
            outbox_id: id,
            state: 'queued',
          });
        }
      }
    }
  }
  for (const { row, step, setAt } of telling) {
    const { endsOn, before: toldBefore } = step;
    if (!told.has(row.id)) rows.push(byHand(hostId, row.id, { endsOn, toldBefore, setAt }));
  }
  await insertTellings(tx.db, rows);
}

const asLetter = ({ row }: Telling): ReadyLetter => ({
  row,
  holds: { ownPhotos: 0, hasNote: false, hasSharedPhotos: false },
});

/** By its own way; a pause and a stop hold (P42): then the facility tells it itself. */
function wayOf(row: AddresseeRow, now: Date): 'email' | 'line' | null {
  const yearMonth = yearMonthOf(civilDateOf(now));
  // Of everybody, also of who has left or died.
  const stay = { leftOn: null, lettersEnd: null, awaySince: null };
  const reason = whyNoMail({ ...row, ...stay }, { yearMonth, skipped: new Set() }, true);
  if (reason === 'paused') return null;
  if (row.delivery === 'line') return 'line';
  return reason === null ? 'email' : null;
}

/** Whoever knew of another day is told in other words. */
const newsTo =
  (steps: ReadonlyMap<string, Telling>) =>
  ({ letter, to }: Destination): string =>
    `${steps.get(letter.row.id)?.step.before ?? ''} ${to}`;

/** The same for the same news, however often it is begun (P4). */
const idOf = (
  hostId: string,
  { step, setAt }: Telling,
  to: string,
  of: readonly Destination[],
): string => {
  const what = `${step.endsOn ?? 'taken back'} ${setAt}`;
  const first = of.map(({ letter }) => letter.row.id).sort()[0] ?? '';
  return hashToken(`ending ${hostId} ${what} ${to} ${first}`).slice(0, ID_LENGTH);
};

function write(tx: Tx, { way }: Channel, news: News, of: readonly Destination[]): Kept {
  const once = new Map(of.map(({ letter: { row } }) => [row.residentId, row]));
  const readings = [...once.values()].map((row): Reading => ({
    familyName: row.name,
    residentName: row.residentName,
    url: `${tx.env.PUBLIC_URL}${paths.letters(row)}`,
  }));
  if (way === 'email') return keepMail(tx, news.paper.hostName, newsMail(news, readings));
  return keepLine(newsByLine(news, readings));
}

/** A facility on trial writes no links (P27). */
const wordsOf = (ending: EndingRow | undefined, isTrial: boolean): string => {
  const words = ending?.words ?? '';
  return isTrial && looksLikeLink(words) ? '' : words;
};

/** @returns null where nothing is sent by itself */
async function readSending(tx: Pick<Runtime, 'db' | 'clock'>, hostId: string) {
  const host = await findHost(tx.db, hostId);
  const { mailEnabled, hour } = await readDeliverySettings(tx, hostId);
  if (!host || !mailEnabled || !isHostActive(host, tx.clock.now())) return null;
  return { hostId, hour, trialEndsAt: sendsUntil(host), isTrial: isOnTrial(host) };
}

export interface Foreseen {
  row: AddresseeRow;
  /** null: told by the facility. */
  way: 'email' | 'line' | null;
}

/** Who would be told, and how, if a facility ended on that day. */
export async function foreseeTelling(
  rt: Pick<Runtime, 'db' | 'clock'>,
  hostId: string,
  endsOn: CivilDate,
): Promise<Foreseen[]> {
  const now = rt.clock.now();
  const rows = Map.groupBy(await listTellings(rt.db, hostId), ({ familyId }) => familyId);
  const sending = isLate(endsOn, now) ? null : await readSending(rt, hostId);
  const place = sending && (await foresee(rt.db, sending, tellingFrom(now)));
  const mails = new Map<string, boolean>();
  const goes = (email: string): boolean => {
    const isPlaced = mails.get(email) ?? (place?.(email) ?? null) !== null;
    mails.set(email, isPlaced);
    return isPlaced;
  };
  return (await listAllAddressees(rt.db, hostId))
    .filter(({ id }) => !isNotified(rows.get(id) ?? [], endsOn))
    .map((row) => {
      const way = sending && wayOf(row, now);
      return { row, way: way === 'email' && !goes(row.email ?? '') ? null : way };
    });
}
