import type { Row } from '../access/row.ts';
import { ACTIONS, API, FRONT, PAGES } from '../access/rows.ts';
import type { Site } from './open-site.ts';
import type { RawAnswer } from './raw-request.ts';
import { askRaw } from './raw-request.ts';

/** Paths in no row, which an attacker would try. */
const OTHERS = [
  ...['/_image', '/_server-islands/x', '/_actions/x', '/readyz', '/icon.svg', '/robots.txt'],
  ...['/photos', '/api', '/letters/photos.zip', '/500'],
];

const AT_ONCE = 16;

export interface Spelled {
  path: string;
  target: string;
  who: 'anonymous' | 'admin';
}

/** Every guarded, closed or served path: one per route. */
export async function servedPaths(site: Site, assets: string[]): Promise<string[]> {
  const found = new Set([...OTHERS, ...assets]);
  for (const row of [...API, ...PAGES, ...FRONT]) found.add(await pathOfRow(row, site));
  for (const row of ACTIONS) found.add(`/_actions/${routeOf(row)}`);
  return [...found].filter((path) => path !== '/');
}

const routeOf = (row: Row): string => row.call.slice(row.call.indexOf(' ') + 1);

async function pathOfRow(row: Row, site: Site): Promise<string> {
  const [path = ''] = ((await row.path?.(site)) ?? routeOf(row)).split('?', 1);
  return path.replace(/\/$/, '') || '/';
}

/** Requests all. @returns those answered as only the path itself may be */
export async function trySpellings(site: Site, spelled: Spelled[]): Promise<string[]> {
  const wrong: string[] = [];
  const asked = new Map<string, Spelled>();
  const left = [...spelled];
  const askOn = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const cookie = next.who === 'admin' ? { Cookie: site.signed.admin.cookie } : undefined;
      const answer = await askRaw(site.server.url, next.target, cookie);
      asked.set(answer.headers['x-request-id'] ?? '', next);
      const fault = faultOf(next, answer);
      if (fault) wrong.push(`${next.who} ${JSON.stringify(next.target)}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return [...wrong, ...reachedRoutes(site, asked)];
}

const LACKING = ['x-content-type-options', 'content-security-policy', 'x-request-id'];

/** What is no request at all is refused by Node's parser, before anything of ours. */
const isRefusedByNode = ({ status, headers }: RawAnswer): boolean =>
  status === 400 && Object.keys(headers).join() === 'connection';

function faultOf({ target }: Spelled, answer: RawAnswer): string | undefined {
  if (isRefusedByNode(answer)) return undefined;
  const { status, headers } = answer;
  const missing = LACKING.filter((name) => headers[name] === undefined);
  if (missing.length > 0) return `${status} without ${missing.join()}`;
  if (status === 400 || status === 404) return undefined;
  const [path = '', query] = target.split('?', 2);
  const without = path.slice(0, -1) + (query === undefined ? '' : `?${query}`);
  if (status === 308 && headers['location'] === without) return undefined;
  return `${status} ${headers['location'] ?? ''}`;
}

/** The log names the route of every request that reached a handler. */
function reachedRoutes({ server }: Site, asked: Map<string, Spelled>): string[] {
  const entries = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  return entries.flatMap((line) => {
    const { request, route } = JSON.parse(line) as { request: string; route: string };
    const spelled = asked.get(request);
    return spelled && route ? [`${JSON.stringify(spelled.target)} reached ${route}`] : [];
  });
}
