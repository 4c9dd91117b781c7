import { formatEndingDay } from '#domains/facility/ending/ending.ts';
import { AppError, forbidden, unauthorized } from '#lib/errors.ts';
import type { Who } from '#server/call.ts';
import type { Actor } from './session.ts';
import { isAdminStaff, isStaff } from './session.ts';

interface Context {
  locals: Pick<App.Locals, 'actor'>;
}

export function requireSignedIn({ locals }: Context): Actor {
  if (!locals.actor) throw unauthorized();
  return locals.actor;
}
requireSignedIn.who = 'signedIn' as Who;

export function requireStaff(context: Context): Actor {
  const actor = requireActive(context);
  if (actor.mustEnrol) throw enrolFirst();
  return actor;
}
requireStaff.who = 'staff' as Who;

const enrolFirst = () =>
  new AppError(
    403,
    'この施設では、二段階の確認が必須です。先に、マイページの「ログインの方法」で設定してください。',
    { asks: 'enrol' },
  );

function requireActive(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isStaff(actor)) throw forbidden();
  if (!actor.host.isActive) throw forbidden(whyInactive(actor));
  return actor;
}

const whyInactive = ({ host, endedOn }: Actor): string =>
  endedOn === null
    ? 'ご利用の手続きが済んでいません。施設の管理者に確認してください。'
    : `${host.name}のご利用は、${formatEndingDay(endedOn)}で終わりました。`;

export function requireAdminStaff(context: Context): Actor {
  const actor = requireStaff(context);
  if (!isAdminStaff(actor)) throw forbidden();
  return actor;
}
requireAdminStaff.who = 'admin' as Who;

/** What an inactive host's admin may do, too: go on, and take everything home (domain.md#facilities). @throws AppError 401, 403 */
export function requireAdminOfAnyHost(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isAdminStaff(actor)) throw forbidden();
  if (mustEnrolHere(actor)) throw enrolFirst();
  return actor;
}
requireAdminOfAnyHost.who = 'adminOfAnyHost' as Who;

/** An inactive host's people cannot make a second step. */
export const mustEnrolHere = ({ host, mustEnrol }: Actor): boolean => host.isActive && mustEnrol;

/** Someone who can prove who they are: with an address, and not by PIN. @throws AppError 401, 403 */
export function requireOwn(context: Context): Actor {
  const actor = requireActive(context);
  if (actor.email === null || actor.isByPin) throw forbidden(PERSONAL_ONLY);
  return actor;
}
requireOwn.who = 'staff' as Who;

/** Someone with an address, on a device of their own: not by PIN, nor on a phone that many share. */
interface Personal extends Actor {
  email: string;
}

/**
 * The guard of one's own ways to sign in, which last; also of people who have to make one first.
 * @throws AppError 401, 403
 */
export function requirePersonal(context: Context): Personal {
  const actor = requireActive(context);
  if (!isPersonal(actor)) throw forbidden(PERSONAL_ONLY);
  return actor;
}
requirePersonal.who = 'staff' as Who;

export const isPersonal = (actor: Actor): actor is Personal =>
  actor.email !== null && !actor.isByPin && actor.sharedDeviceId === null;

const PERSONAL_ONLY =
  'ログインの方法は、共用の端末では変えられません。ご自分の端末で、メールアドレスでログインしてください。';
