import { noteEvent } from '#domains/audit/record-event.ts';
import type { Runtime } from '#server/runtime.ts';
import { newId } from '#server/secrets.ts';
import type { Diagnosis } from './diagnosis-words.ts';
import { SECRECY } from './diagnosis-words.ts';
import { diagnose, readMailRoute, signsOf, trialFailure } from './diagnosis.ts';
import { writeMail } from './letterhead.ts';
import type { Written } from './letterhead.ts';
import { messageIdOf } from './outbox.ts';

/** `signs`: the codes, for whoever helps. `secrecy`: how it went to the mail server. */
export type Trial =
  | { ended: 'taken'; secrecy: string }
  | { ended: 'written' }
  | ({ ended: 'failed'; signs: string } & Diagnosis);

type Parts = Pick<Runtime, 'db' | 'env' | 'clock' | 'mailer'>;

/** Sends one mail at once, to test the settings. */
export async function sendTrialMail(rt: Parts, to: string): Promise<Trial> {
  await noteEvent(rt, { action: 'operator.test_mail_sent' });
  try {
    const secrecy = await rt.mailer.sendTrial(trialMail(rt, to));
    if (rt.mailer.kind === 'files') return { ended: 'written' };
    return { ended: 'taken', secrecy: SECRECY[secrecy] };
  } catch (error) {
    return whyNot(rt, error);
  }
}

const trialMail = (rt: Parts, to: string) =>
  besideOutbox(
    rt,
    to,
    writeMail(null, {
      subject: 'メールの確認',
      paragraphs: ['このメールが届いたら、つきだよりのメールの設定は正しくできています。'],
    }),
  );

/** A mail of the product that goes at once. */
export const besideOutbox = (
  { env, clock }: Pick<Runtime, 'env' | 'clock'>,
  to: string,
  words: Written,
  id = newId(),
) => ({
  id,
  hostName: null,
  to,
  replyTo: null,
  ...words,
  messageId: messageIdOf({ env }, id),
  date: clock.now(),
});

function whyNot({ env, mailer }: Parts, error: unknown): Trial {
  if (mailer.kind === 'files' || env.SMTP_URL === undefined) throw error;
  const failure = trialFailure(error);
  const signs = signsOf(failure);
  return { ended: 'failed', signs, ...diagnose(failure, readMailRoute(env.SMTP_URL)) };
}
