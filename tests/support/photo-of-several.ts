import type { Actor } from '#domains/account/session/session.ts';
import { copyItem } from '#domains/item/item-place.ts';
import type { Cast } from './cast.ts';
import { MINUTE } from './clock.ts';
import { makeItem } from './items.ts';
import type { TestRuntime } from './runtime.ts';

/** One photo of 3 October. @returns the items: of two residents, and facility-wide */
export async function makePhotoOfSeveral(
  rt: TestRuntime,
  { host, resident, neighbour }: Cast,
  admin: Actor,
): Promise<[string, string, string]> {
  const own = await makeItem(rt, host.id, { residentId: resident.id, takenOn: '2026-10-03' });
  rt.clock.advance(MINUTE);
  const theirs = await copyItem(rt, admin, own.id, neighbour.id);
  rt.clock.advance(MINUTE);
  const hall = await copyItem(rt, admin, own.id, null);
  await rt.db.deleteFrom('audit_logs').execute();
  return [own.id, theirs.id, hall.id];
}
