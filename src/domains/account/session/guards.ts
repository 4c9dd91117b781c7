import type { APIContext } from 'astro';
import { forbidden, unauthorized } from '#lib/errors.ts';
import type { Who } from '#server/call.ts';
import type { Actor } from './session.ts';
import { isAdminStaff, isStaff } from './session.ts';

type Context = Pick<APIContext, 'locals'>;

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

/** The one admin call of an inactive host (domain.md#facilities). @throws AppError 401, 403 */
export function requireAdminOfAnyHost(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isAdminStaff(actor)) throw forbidden();
  return actor;
}
requireAdminOfAnyHost.who = 'adminOfAnyHost' as Who;
