import { staffHolder } from '#domains/account/holder.ts';
import type { Actor } from '#domains/account/session/session.ts';
import { findHost } from '#domains/facility/read-host.ts';
import type { Runtime } from '#server/runtime.ts';
import { removeApp } from './enrol.ts';
import { isAskedOf } from './second-step.ts';

/** @throws AppError 409 where the facility asks for it, and without one */
export const removeOwnApp = (rt: Runtime, actor: Actor): Promise<void> =>
  removeApp(rt, staffHolder(actor), async (tx) => {
    const host = await findHost(tx.db, actor.host.id);
    return host !== undefined && isAskedOf(host.asks_second_step, actor.role);
  });
