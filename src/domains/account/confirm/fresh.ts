import { MINUTE_MS } from '#lib/durations.ts';
import { AppError, forbidden } from '#lib/errors.ts';
import type { Act } from '#server/call.ts';
import type { Clock } from '#server/clock.ts';

/** For how long someone counts as just signed in, or just confirmed. */
const FRESH_MINUTES = 15;

/** A session of staff or of the operator. */
export interface Proven {
  sessionId: string;
  email: string | null;
  /** When the person last proved who they are. */
  confirmedAt: string;
  isByPin?: boolean;
}

export const isFresh = ({ confirmedAt }: Pick<Proven, 'confirmedAt'>, clock: Clock): boolean =>
  clock.now().getTime() - Date.parse(confirmedAt) <= FRESH_MINUTES * MINUTE_MS;

/** A PIN is six digits on a device that many share: it proves nothing that lasts. */
export const canConfirm = ({ email, isByPin }: Proven): boolean => email !== null && !isByPin;

type Sent = Parameters<Act['when']>[0];

/** Whether what was sent asks for more than being signed in. */
export const isSensitive = ({ asks, when }: Act, sent: Sent): boolean =>
  asks !== 'nothing' && when(sent);

/**
 * Before what a stolen session must not do, once the guard has let the person through.
 * @throws AppError 403, with `confirm` if confirming helps
 */
export function requireFresh(
  act: Act,
  person: Proven,
  sent: Omit<Sent, 'sessionId'>,
  clock: Clock,
): void {
  if (!isSensitive(act, { ...sent, sessionId: person.sessionId })) return;
  if (!canConfirm(person)) throw forbidden(NOT_BY_PIN);
  if (act.asks === 'password' || isFresh(person, clock)) return;
  throw new AppError(403, 'もう一度、ご本人であることを確かめてください。', { asks: 'confirm' });
}

const NOT_BY_PIN =
  '暗証番号でログインしているあいだは、この操作はできません。ご自分の端末で、メールアドレスでログインしてください。';
