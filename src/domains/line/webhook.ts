import { z } from 'zod';
import { invalid, notFound, unauthorized } from '#lib/errors.ts';
import type { Runtime } from '#server/runtime.ts';
import { hashToken } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import { isStop, readCode } from './code.ts';
import { insertEvent } from './event-rows.ts';
import { hashCode } from './join-codes.ts';

/** LINE names no number, and sends a handful. */
const MOST_EVENTS = 200;

/** Other properties and other events are ignored, as LINE asks: it adds some without notice. */
const Webhook = z.object({ events: z.array(z.unknown()).max(MOST_EVENTS) });
const Event = z.object({
  type: z.string(),
  webhookEventId: z.string().min(1).max(64),
  timestamp: z.number().int().min(0).max(8.64e15),
  source: z.object({ type: z.literal('user'), userId: z.string().min(1).max(64) }),
  replyToken: z.string().max(128).optional(),
  message: z.object({ type: z.string(), text: z.string().optional() }).optional(),
  follow: z.object({ isUnblocked: z.boolean().optional() }).optional(),
});
type Event = z.output<typeof Event>;

/** What is kept of an event until it is worked off: nothing of what was written. */
const Taken = z.object({
  intent: z.enum(['code', 'stop', 'other', 'unfollow']),
  userId: z.string(),
  replyToken: z.string().nullable(),
  /** By LINE's clock. */
  at: z.string(),
  codeHash: z.string().nullable(),
});
export type Taken = z.output<typeof Taken>;

export const readTaken = (payload: string): Taken => Taken.parse(JSON.parse(payload));

/** The name of an account in our tables: the user id itself is for sending only. */
export const accountOf = (userId: string): string => hashToken(`line ${userId}`).slice(0, 32);

/**
 * Takes what LINE's platform sends, to be worked off later (contract.md#line); each event once.
 * @throws AppError 404 without LINE, 401 unless LINE has signed these bytes, 422
 */
export async function takeWebhook(
  rt: Runtime,
  body: Uint8Array,
  signature: string | null,
): Promise<void> {
  if (rt.line === null) throw notFound();
  if (signature === null || !rt.line.isSignedByLine(body, signature)) {
    throw unauthorized('署名を確かめられませんでした。');
  }
  const events = readEvents(body).flatMap((event) => {
    const { data } = Event.safeParse(event);
    const payload = data && taken(data);
    return data && payload ? [{ id: data.webhookEventId, payload: JSON.stringify(payload) }] : [];
  });
  const received_at = rt.clock.now().toISOString();
  await inTransaction(rt, async (tx) => {
    // Seen last, also when there is nothing to do: LINE's own check sends no event.
    await insertEvent(tx.db, { id: 'last', received_at, payload: null }, 'renew');
    for (const event of events) await insertEvent(tx.db, { ...event, received_at }, 'once');
  });
}

function readEvents(body: Uint8Array): unknown[] {
  try {
    return Webhook.parse(JSON.parse(Buffer.from(body).toString('utf8'))).events;
  } catch {
    throw invalid('送られた内容を読み取れませんでした。');
  }
}

/** null for what is nothing to us. */
function taken({ type, source, replyToken, timestamp, message, follow }: Event): Taken | null {
  const { userId } = source;
  const at = new Date(timestamp).toISOString();
  const known = { userId, at, replyToken: replyToken ?? null, codeHash: null };
  if (type === 'unfollow') return { ...known, intent: 'unfollow' };
  // The block has ended it: who comes back is told so. A new friend goes on to send a code.
  if (type === 'follow') return follow?.isUnblocked === true ? { ...known, intent: 'other' } : null;
  if (type !== 'message') return null;
  const text = message?.type === 'text' ? (message.text ?? '') : '';
  const code = readCode(text);
  if (code !== null) return { ...known, intent: 'code', codeHash: hashCode(code) };
  return { ...known, intent: isStop(text) ? 'stop' : 'other' };
}
