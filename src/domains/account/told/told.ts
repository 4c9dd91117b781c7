import type { Holder } from '#domains/account/holder.ts';
import { knownDevice } from '#domains/account/session/client-of.ts';
import { deviceName } from '#lib/device-name.ts';
import type { Client, SignInWay } from '#domains/account/session/session.ts';
import { WAY_WORDS } from '#domains/account/session/session.ts';
import { findStaff } from '#domains/account/staff-rows.ts';
import { readHostName } from '#domains/facility/read-host.ts';
import type { MailContent, MailKind } from '#domains/mail/mail.ts';
import { queueMail } from '#domains/mail/outbox.ts';
import { moment } from '#lib/figures.ts';
import { paths } from '#lib/paths.ts';
import type { Tx } from '#server/transaction.ts';
import type { AccountChange, Told } from './told-mails.ts';
import { accountChangedMail, newBrowserMail, operatorRemedy, staffRemedy } from './told-mails.ts';

/** Mails a person what happened to their own account, in the transaction in which it happens. */
export async function tell(
  tx: Tx,
  holder: Holder,
  kind: MailKind,
  write: (to: Told) => MailContent,
): Promise<void> {
  const person = await findPerson(tx, holder);
  if (!person) return;
  const { to, hostId, hostName, ...told } = person;
  await queueMail(tx, { kind, hostId, hostName, to, content: write(told) });
}

/** A change of what opens the account. */
export const tellChanged = (
  tx: Tx,
  holder: Holder,
  change: AccountChange,
  detail = '',
): Promise<void> =>
  tell(tx, holder, 'account_changed', (to) => accountChangedMail(to, change, detail));

/**
 * A browser in which this address has not signed in before.
 * @param email as its marks name it
 */
export async function tellNewBrowser(
  tx: Tx,
  { holder, email, way }: { holder: Holder; email: string; way: SignInWay },
  { userAgent, device = null }: Client,
): Promise<void> {
  const isSeen = way === 'remembered' || knownDevice(tx.secrets, device, email) !== null;
  // A PIN opens only devices that the facility has shared.
  if (isSeen || way === 'pin') return;
  const facts = { at: moment(tx.clock.now().toISOString()), device: deviceName(userAgent) };
  await tell(tx, holder, 'new_browser', (to) =>
    newBrowserMail(to, { ...facts, way: WAY_WORDS[way] }),
  );
}

interface Person extends Told {
  to: string;
  hostId: string | null;
  hostName: string | null;
}

/** null for who has no address. */
async function findPerson({ db, env }: Tx, holder: Holder): Promise<Person | null> {
  if ('operatorId' in holder) {
    const row = await db
      .selectFrom('operators')
      .select('email as to')
      .where('id', '=', holder.operatorId)
      .executeTakeFirst();
    const remedy = operatorRemedy(env.ADMIN_COMMAND);
    return row ? { ...row, hostId: null, hostName: null, name: null, remedy } : null;
  }
  const { hostId, staffId } = holder;
  const staff = await findStaff(db, hostId, staffId);
  if (!staff?.email) return null;
  return {
    ...{ to: staff.email, hostId, hostName: await readHostName(db, hostId), name: staff.name },
    remedy: staffRemedy(`${env.PUBLIC_URL}${paths.newPassword}`),
  };
}
