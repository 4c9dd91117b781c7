import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import { inTransaction } from '#server/transaction.ts';
import type { MailContent } from '#features/mail/mail.ts';
import { areOperatorPagesOpen } from '#features/operator/operator.service.ts';
import { failureFacts } from '#features/mail/failure.ts';
import { writeMail } from '#features/mail/letterhead.ts';
import { alertMail } from './alert.mail.ts';
import { judge } from './operation.ts';
import { listTroubles, replaceTroubles } from './operation.repository.ts';
import { readFacts } from './operation.service.ts';
import type { Step, Troubles } from './troubles.ts';
import { followTroubles } from './troubles.ts';

export type AlertParts = Pick<
  Runtime,
  | 'database'
  | 'db'
  | 'env'
  | 'clock'
  | 'log'
  | 'blobs'
  | 'mailer'
  | 'isDemo'
  | 'wakeMails'
  | 'wakeJobs'
>;

const ANSWER_MS = 10_000;

/**
 * @returns a function to call every few minutes: it mails the operator what is wrong, and what is no
 * longer (domain.md#the-operator-is-told). Not through the outbox, which may be what is stuck.
 */
export function makeAlerts(rt: AlertParts): () => Promise<void> {
  /** For when the database cannot be read. */
  let known: Troubles = {};
  return async () => {
    if (rt.isDemo || (!rt.env.OPERATOR_EMAIL && !rt.env.ALERT_URL)) return;
    const before = await readTroubles(rt.db).catch(() => known);
    const facts = await readFacts(rt);
    // While the data cannot be read, nothing is known of the rest.
    const checks = facts.storage ? judge(facts, rt.env.READY_FREE_MB) : { storage: false };
    const step = followTroubles(before, checks, rt.clock.now());
    const { failing, over } = step;
    if (failing.length + over.length > 0) {
      const command = rt.env.ADMIN_COMMAND;
      const content = alertMail({ failing, over, facts, command, page: await pageOf(rt) });
      if (!(await tell(rt, content))) return; // next time
    }
    known = step.next;
    if (isWorthKeeping(before, step)) await keep(rt, step.next).catch(() => undefined);
  };
}

const pageOf = async (rt: AlertParts): Promise<string | undefined> =>
  (await areOperatorPagesOpen(rt).catch(() => false))
    ? `${rt.env.PUBLIC_URL}${paths.operator}`
    : undefined;

async function readTroubles(db: Runtime['db']): Promise<Troubles> {
  const rows = await listTroubles(db);
  return Object.fromEntries(
    rows.map(({ name, since, told_at: toldAt }) => [name, { since, toldAt }]),
  );
}

const isWorthKeeping = (before: Troubles, { next }: Step): boolean =>
  JSON.stringify(before) !== JSON.stringify(next);

const keep = (rt: AlertParts, troubles: Troubles): Promise<void> =>
  inTransaction(rt, (tx) =>
    replaceTroubles(
      tx.db,
      Object.entries(troubles).map(([name, { since, toldAt }]) => ({
        name,
        since,
        told_at: toldAt,
      })),
    ),
  );

/** @returns whether it went one way at least */
export async function tell(rt: AlertParts, content: MailContent): Promise<boolean> {
  const { OPERATOR_EMAIL: to, ALERT_URL: url } = rt.env;
  const words = writeMail(null, content);
  const ways = [
    ...(to ? [mail(rt, to, words)] : []),
    ...(url ? [post(url, `${words.subject}\n\n${words.text}`)] : []),
  ];
  const ended = await Promise.allSettled(ways);
  for (const way of ended) {
    if (way.status === 'fulfilled') continue;
    rt.log.error(failureFacts(way.reason), 'the operator could not be told');
  }
  return ended.some(({ status }) => status === 'fulfilled');
}

async function mail(
  { env, clock, mailer }: AlertParts,
  to: string,
  words: ReturnType<typeof writeMail>,
): Promise<void> {
  const id = newId();
  const messageId = `<${id}@${new URL(env.PUBLIC_URL).hostname}>`;
  await mailer.send({
    id,
    hostName: null,
    to,
    replyTo: null,
    ...words,
    messageId,
    date: clock.now(),
  });
}

/** As chat services take it. @throws Error if it is not accepted */
async function post(url: string, text: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw Object.assign(new Error('refused'), { responseCode: response.status });
}
