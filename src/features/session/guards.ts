import type { APIContext } from 'astro';
import { forbidden, unauthorized } from '../../lib/errors.ts';
import type { Actor } from './session.ts';
import { isAdminStaff, isStaff } from './session.policy.ts';

type Context = Pick<APIContext, 'locals'>;

/** Guards of endpoints and actions; each returns who it proved. */
export const anyone = (): null => null;

/** @throws AppError 401 when nobody is signed in. */
export function requireSignedIn({ locals }: Context): Actor {
  if (!locals.actor) throw unauthorized();
  return locals.actor;
}

/** @throws AppError 401; 403 while the host is inactive (design, "Inactive host"). */
export function requireStaff(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isStaff(actor)) throw forbidden();
  if (!actor.host.isActive) {
    throw forbidden('ご利用の手続きが済んでいません。施設の管理者に確認してください。');
  }
  return actor;
}

/** @throws AppError 401; 403 for general staff. */
export function requireAdminStaff(context: Context): Actor {
  const actor = requireStaff(context);
  if (!isAdminStaff(actor)) throw forbidden();
  return actor;
}

/** The one admin call of an inactive host (design, "Inactive host"). @throws AppError 401, 403 */
export function requireAdminOfAnyHost(context: Context): Actor {
  const actor = requireSignedIn(context);
  if (!isAdminStaff(actor)) throw forbidden();
  return actor;
}
