import { startSession } from '#domains/account/session/session-lifecycle.ts';
import {
  ACCESS_COOKIE,
  BEARER,
  REFRESH_COOKIE,
  SHARED_DEVICE_COOKIE,
} from '#domains/account/session/session.ts';
import { OPERATOR_COOKIE } from '#domains/operator/operator.ts';
import { startOperatorSession } from '#domains/operator/operator-sessions.ts';
import { readEnv } from '#server/env.ts';
import type { Runtime } from '#server/runtime.ts';
import { openRuntime } from '#server/runtime.ts';
import { CLIENT } from '../../support/cast.ts';
import type { CopiedWorld } from '../../support/copied-world.ts';
import { storyPlaces } from '../../support/views/story-places.ts';
import type { Places, Viewer } from '../../support/views/view.ts';
import { VIEWERS } from '../../support/views/view.ts';
import type { Browser } from './browser.ts';

type Cookies = Record<string, string>;

/** A facility with all that pages show, and everybody's cookies. */
export interface Viewing {
  places: Places;
  cookies: Record<Viewer, Cookies>;
}

/** Before a server is at it. */
export async function makeViewing({ dataDir, settings }: CopiedWorld): Promise<Viewing> {
  const rt = await openRuntime(readEnv({ ...settings, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  try {
    const places = await storyPlaces(rt);
    const cookies: Partial<Record<Viewer, Cookies>> = {};
    for (const who of VIEWERS) cookies[who] = await cookiesOf(rt, places, who);
    return { places, cookies: cookies as Viewing['cookies'] };
  } finally {
    await rt.close();
  }
}

async function cookiesOf(rt: Runtime, places: Places, who: Viewer): Promise<Cookies> {
  if (who === 'visitor' || who === 'family') return {};
  if (who === 'operator') {
    const operator = await rt.db.selectFrom('operators').select('id').executeTakeFirstOrThrow();
    return {
      [secure(OPERATOR_COOKIE)]: await startOperatorSession(rt, operator.id, CLIENT, 'totp'),
    };
  }
  const by = who === 'shared' ? ['id', places.shared.readyId] : ['email', places.people[who].email];
  const staff = await rt.db
    .selectFrom('staffs')
    .select(['id', 'host_id'])
    .where(by[0] as 'id' | 'email', '=', by[1] ?? '')
    .executeTakeFirstOrThrow();
  const device = who === 'shared' ? { sharedDevice: places.shared.token } : {};
  const way = who === 'shared' ? 'pin' : 'password';
  const tokens = await startSession(rt, staff.id, staff.host_id, { ...CLIENT, ...device }, { way });
  return {
    [ACCESS_COOKIE]: BEARER + tokens.access_token,
    [REFRESH_COOKIE]: BEARER + tokens.refresh_token,
    ...(who === 'shared' && { [secure(SHARED_DEVICE_COOKIE)]: places.shared.token }),
  };
}

const secure = (name: string): string => `__Host-${name}`;

/** On a page of the site; whoever was there before has left. */
export async function becomeViewer(
  browser: Browser,
  { cookies }: Viewing,
  who: Viewer,
): Promise<void> {
  const gone = Object.values(cookies).flatMap((one) => Object.keys(one));
  const lines = [
    ...[...new Set(gone)].map((name) => `${name}=; Max-Age=0; Path=/; Secure`),
    ...Object.entries(cookies[who]).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}; Path=/; Secure; SameSite=Lax`,
    ),
  ];
  await browser.ask(`for (const line of ${JSON.stringify(lines)}) document.cookie = line`);
}
