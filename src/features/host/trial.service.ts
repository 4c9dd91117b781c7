import { DAY_MS } from '#lib/durations.ts';
import { conflict } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Tx } from '#server/transaction.ts';
import { inTransaction } from '#server/transaction.ts';
import { noteAct } from '#features/audit/audit.service.ts';
import { queueMail } from '#features/mail/outbox.service.ts';
import type { Actor } from '#features/session/session.ts';
import { tellAdmins } from '#features/staff/notices.service.ts';
import { NOTICE_DAYS, formatLastDay, mayContinue } from './host.ts';
import { continuedMail, trialEndingMail } from './host.mails.ts';
import type { HostRow } from './host.repository.ts';
import { findHost, updateTrialHost } from './host.repository.ts';
import type { PlanId } from './plans.ts';
import { planOf } from './plans.ts';
import { insertTrialNotice, listEndingTrials } from './trial.repository.ts';

/** Asks to continue after the trial (domain.md#facilities). @throws AppError 409 if not open */
export async function continueUse(rt: Runtime, actor: Actor, plan: PlanId): Promise<void> {
  const now = rt.clock.now();
  await inTransaction(rt, async (tx) => {
    const before = await findHost(tx.db, actor.host.id);
    if (!mayContinue(before?.trial_ends_at ?? null, now)) throw conflict(TOO_EARLY);
    const set = { plan, continued_at: now.toISOString() };
    const host = await updateTrialHost(tx.db, actor.host.id, set);
    if (!host) throw conflict('続けて利用するお申し込みは、もう受け付けています。');
    await tellOperator(tx, actor, host);
    await noteAct(tx, actor, { action: 'host.continued', detail: plan });
  });
}

const TOO_EARLY =
  '続けて利用するお申し込みは、お試し期間の最後の14日から受け付けます。それまでは、そのままお使いください。';

async function tellOperator(tx: Tx, actor: Actor, host: HostRow): Promise<void> {
  const { OPERATOR_EMAIL, ADMIN_COMMAND } = tx.env;
  if (!OPERATOR_EMAIL) return;
  const { id, name, phone } = host;
  const plan = planOf(host.plan)?.name ?? '';
  const email = actor.email ?? ''; // admins have one
  const facility = { id, name, phone, plan, admin: actor.name, email };
  await queueMail(tx, {
    kind: 'host_continued',
    hostId: null,
    hostName: null,
    to: OPERATOR_EMAIL,
    replyTo: email,
    content: continuedMail({ ...facility, command: ADMIN_COMMAND }),
  });
}

/** Each notice is a row written with its mail: sent once, and after downtime only the nearest. */
export async function tellTrialsEnding(rt: Runtime): Promise<void> {
  const now = rt.clock.now();
  const until = new Date(now.getTime() + Math.max(...NOTICE_DAYS) * DAY_MS);
  const hosts = await listEndingTrials(rt.db, now.toISOString(), until.toISOString());
  for (const { id, trial_ends_at: endsAt } of hosts) {
    if (endsAt !== null) await tellOne(rt, { id, endsAt });
  }
}

const tellOne = (rt: Runtime, host: { id: string; endsAt: string }): Promise<void> =>
  inTransaction(rt, async (tx) => {
    const now = tx.clock.now();
    const left = (Date.parse(host.endsAt) - now.getTime()) / DAY_MS;
    const due = NOTICE_DAYS.filter((days) => left <= days);
    const fresh: number[] = [];
    for (const days of due) {
      const row = { host_id: host.id, trial_ends_at: host.endsAt, days_before: days };
      if (await insertTrialNotice(tx.db, { ...row, noted_at: now.toISOString() })) fresh.push(days);
    }
    const nearest = Math.min(...due);
    if (!fresh.includes(nearest)) return;
    const words = { days: Math.max(1, Math.ceil(left)), lastDay: formatLastDay(host.endsAt) };
    const url = `${tx.env.PUBLIC_URL}${paths.price}`;
    await tellAdmins(tx, host.id, 'trial_ending', ({ name }) =>
      trialEndingMail(name, { ...words, url }),
    );
  });
