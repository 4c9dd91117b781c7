import type { Actor } from '#domains/account/session/session.ts';
import { authenticate, startSession } from '#domains/account/session/session-lifecycle.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Factory } from './factories.ts';
import { makeFamily, makeHost, makeResident, makeStaff } from './factories.ts';

export type Cast = Awaited<ReturnType<typeof castRoles>>;

/**
 * Two people of one facility, their counterparts at another, one whose facility is inactive, and
 * families of each.
 */
export const makeCast = ({ db, clock }: Factory): Promise<Cast> =>
  db.transaction().execute((tx) => castRoles({ db: tx, clock }));

async function castRoles(rt: Factory) {
  const host = await makeHost(rt);
  const otherHost = await makeHost(rt, { name: '青空ホーム' });
  const inactiveHost = await makeHost(rt, { name: '準備中の家', plan: null, activated_at: null });
  const resident = await makeResident(rt, host.id);
  const neighbour = await makeResident(rt, host.id, {
    name: '鈴木 正',
    name_kana: 'スズキ タダシ',
  });
  const foreignResident = await makeResident(rt, otherHost.id, { name: '山田 ハナ' });
  const inactiveResident = await makeResident(rt, inactiveHost.id, { name: '木村 ヨシ' });
  return {
    host,
    otherHost,
    inactiveHost,
    admin: await makeStaff(rt, host.id, { role: 'admin', name: '高橋 恵' }),
    general: await makeStaff(rt, host.id, { role: 'general' }),
    otherAdmin: await makeStaff(rt, otherHost.id, { role: 'admin', name: '伊藤 健' }),
    inactiveAdmin: await makeStaff(rt, inactiveHost.id, { role: 'admin', name: '渡辺 誠' }),
    inactiveGeneral: await makeStaff(rt, inactiveHost.id, { name: '中村 翼' }),
    resident,
    neighbour,
    foreignResident,
    family: await makeFamily(rt, resident),
    neighbourFamily: await makeFamily(rt, neighbour, { name: '鈴木 次郎' }),
    foreignFamily: await makeFamily(rt, foreignResident, { name: '山田 桜' }),
    inactiveFamily: await makeFamily(rt, inactiveResident, { name: '木村 薫' }),
  };
}

export const CLIENT = { address: '192.0.2.1', userAgent: 'test' };

/** Everyone of the cast has an address. */
export type CastActor = Actor & { email: string };

/** A signed-in member of the cast. */
export async function signedIn(
  rt: Runtime,
  { id, host_id }: { id: string; host_id: string },
): Promise<CastActor> {
  const tokens = await startSession(rt, id, host_id, CLIENT);
  const actor = await authenticate(rt, tokens.access_token);
  if (!actor) throw new Error('the cast could not sign in');
  return { ...actor, email: actor.email ?? '' };
}
