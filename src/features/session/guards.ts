import type { APIContext } from 'astro';
import { forbidden, unauthorized } from '#lib/errors.ts';
import type { Who } from '#server/call.ts';
import { ACCOUNT_HEADER } from './account-header.ts';
import type { Actor } from './session.ts';
import { isAdminStaff, isStaff } from './session.policy.ts';

type Context = Pick<APIContext, 'locals'>;

export const anyone = (): null => null;
anyone.who = 'anyone' as Who;

export function requireSignedIn({ locals }: Context): Actor {
  if (!locals.actor) throw unauthorized();
  return locals.actor;
}
requireSignedIn.who = 'signedIn' as Who;

export function requireStaff(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isStaff(actor)) throw forbidden();
  if (!actor.host.isActive) {
    throw forbidden('ご利用の手続きが済んでいません。施設の管理者に確認してください。');
  }
  return actor;
}
requireStaff.who = 'staff' as Who;

export function requireAdminStaff(context: Context): Actor {
  const actor = requireStaff(context);
  if (!isAdminStaff(actor)) throw forbidden();
  return actor;
}
requireAdminStaff.who = 'admin' as Who;

/**
 * As `requireStaff`, and never under another name: on a shared device the session may have changed
 * since the page was opened (domain.md#uploads-that-survive). @throws AppError 401
 */
export function requireSender(context: Context & Pick<APIContext, 'request'>): Actor {
  const actor = requireStaff(context);
  const account = context.request.headers.get(ACCOUNT_HEADER);
  if (account !== null && account !== actor.id) {
    throw unauthorized('いまは別の方がログインしています。');
  }
  return actor;
}
requireSender.who = 'staff' as Who;

/** The one admin call of an inactive host (domain.md#facilities). @throws AppError 401, 403 */
export function requireAdminOfAnyHost(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isAdminStaff(actor)) throw forbidden();
  return actor;
}
requireAdminOfAnyHost.who = 'adminOfAnyHost' as Who;
