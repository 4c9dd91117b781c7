import { paths } from '#lib/paths.ts';
import { issueToken } from '#domains/account/one-time/one-time-tokens.ts';
import { makeCarer, makeFamily, makeStaff } from '../support/factories.ts';
import type { Answer, Call } from '../support/http.ts';
import { call, json, signIn } from '../support/http.ts';
import type { Cluster, Node } from './cluster.ts';
import { picturesIn } from './load.ts';
import type { Outcome, Part } from './part.ts';

type Ask = (node: Node, path: string, options?: Call) => Promise<Answer>;

/** Past the proxy: which server answers is chosen here. */
const asker =
  ({ url }: Cluster): Ask =>
  (node, path, options = {}) =>
    call(node.server.url, path, {
      ...options,
      headers: { Host: new URL(url).host, Origin: url, ...options.headers },
    });

interface Scene {
  cluster: Cluster;
  ask: Ask;
  /** Where something is changed; the others must know at once. */
  at: Node;
  /** Says what is not as it must be. */
  expect: (what: string, answers: Answer[], right: (status: number) => boolean) => void;
}

const isRefused = (status: number): boolean => status === 401 || status === 404;
const isOk = (status: number): boolean => status === 200 || status === 204;

const everywhere = ({ cluster, ask }: Scene, path: string, options?: Call): Promise<Answer[]> =>
  Promise.all(cluster.nodes.map((node) => ask(node, path, options)));

/** P12: page, year and pictures of a link end with it, on every server. */
async function rotatesLink(scene: Scene): Promise<void> {
  const { cluster, ask, at, expect } = scene;
  const { world, rt, url } = cluster;
  const { cast, yearMonth } = world;
  const family = await makeFamily(rt, cast.resident, { name: '田中 二郎' });
  const tokens = { residentToken: cast.resident.token, familyToken: family.token };
  const letter = paths.letter(yearMonth, tokens);
  const pages = await everywhere(scene, letter);
  expect('letter before', pages, isOk);
  const [picture = ''] = picturesIn(pages[0]?.text ?? '');
  expect('picture before', await everywhere(scene, picture), isOk);
  const { bearer } = await signIn(url, cast.admin.email);
  const rotation = json({ rotateToken: true }, { Authorization: bearer });
  const answer = await ask(at, paths.api.family(family.id), { ...rotation, method: 'PATCH' });
  expect('rotation', [answer], isOk);
  expect('letter of a rotated link', await everywhere(scene, letter), isRefused);
  expect('picture of a rotated link', await everywhere(scene, picture), isRefused);
}

/** P10: the next request of a person who was removed is refused, on every server. */
async function removesStaff(scene: Scene): Promise<void> {
  const { cluster, ask, at, expect } = scene;
  const { world, rt, url } = cluster;
  const staff = await makeStaff(rt, world.cast.host.id, { name: '退職 する人' });
  const { bearer, cookie } = await signIn(url, staff.email);
  const asBearer = { headers: { Authorization: bearer } };
  const asCookie = { headers: { Cookie: cookie } };
  expect('token before', await everywhere(scene, paths.api.user, asBearer), isOk);
  const admin = await signIn(url, world.cast.admin.email);
  const removal = { method: 'DELETE', headers: { Authorization: admin.bearer } };
  expect('removal', [await ask(at, paths.api.staff(staff.id), removal)], isOk);
  expect('token of a leaver', await everywhere(scene, paths.api.user, asBearer), isRefused);
  expect('cookie of a leaver', await everywhere(scene, paths.api.user, asCookie), isRefused);
}

/** Ended at one server, a session is ended at all. */
async function endsSession(scene: Scene): Promise<void> {
  const { cluster, ask, at, expect } = scene;
  const { bearer } = await signIn(cluster.url, cluster.world.cast.general.email);
  const headers = { Authorization: bearer };
  expect('session before', await everywhere(scene, paths.api.user, { headers }), isOk);
  const logout = await ask(at, paths.api.logout, json({}, headers));
  expect('sign-out', [logout], isOk);
  expect('ended session', await everywhere(scene, paths.api.user, { headers }), isRefused);
}

/** P11: tries at all servers count together. */
async function limitsTries(scene: Scene): Promise<void> {
  const { cluster, ask, expect } = scene;
  const wrong = { email: cluster.world.cast.admin.email, password: 'wrong-password-here' };
  // The proxy in front adds one address.
  const from = { 'X-Forwarded-For': '203.0.113.77' };
  const count = 10;
  const tries: Answer[] = [];
  for (let n = 0; n < count * 2; n++) {
    const node = cluster.nodes[n % cluster.nodes.length] as Node;
    tries.push(await ask(node, paths.api.login, json(wrong, from)));
  }
  expect('tries within the limit', tries.slice(0, count), (status) => status === 401);
  expect('tries beyond the limit', tries.slice(count), (status) => status === 429);
}

/** Used at all servers at once, a one-time link works once. */
async function usesTokenOnce(scene: Scene): Promise<void> {
  const { cluster, expect } = scene;
  const { rt, world } = cluster;
  const { id: staffId, email, host_id: hostId } = await makeStaff(rt, world.cast.host.id);
  const token = await issueToken(rt, 'password', { email, hostId, staffId });
  const use = { ...json({ token, password: 'a-new-password-2026' }), method: 'PATCH' };
  const answers = await everywhere(scene, paths.api.resetPasswords, use);
  expect('uses of a one-time link', answers, (status) => isOk(status) || status === 410);
  const used = answers.filter(({ status }) => isOk(status));
  if (used.length !== 1) expect(`${used.length} uses succeeded`, answers, () => false);
}

/** Two admins remove each other at two servers: one must be left. */
async function keepsAnAdmin(scene: Scene): Promise<void> {
  const { cluster, ask, expect } = scene;
  const { rt, world, url, nodes } = cluster;
  const host = world.cast.otherHost;
  await makeCarer(rt, host.id);
  const other = await makeStaff(rt, host.id, { role: 'admin', name: '伊藤 二人目' });
  const pair = [world.cast.otherAdmin, other] as const;
  const bearers = await Promise.all(
    pair.map(async ({ email }) => (await signIn(url, email)).bearer),
  );
  const answers = await Promise.all(
    pair.map((_, n) => {
      const removed = pair[1 - n] as (typeof pair)[number];
      const headers = { Authorization: bearers[n] };
      return ask(nodes[n] as Node, paths.api.staff(removed.id), { method: 'DELETE', headers });
    }),
  );
  const left = await rt.db
    .selectFrom('staffs')
    .select('id')
    .where('host_id', '=', host.id)
    .where('role', '=', 'admin')
    .execute();
  expect(`${left.length} admins are left`, answers, () => left.length === 1);
}

const STEPS = [rotatesLink, removesStaff, endsSession, limitsTries, usesTokenOnce, keepsAnAdmin];

export const authority: Part = {
  name: 'authority',
  says: 'what one server ends or counts, all do at once',
  size: 3,
  count: 3,
  async run(cluster, count): Promise<Outcome> {
    const broken: string[] = [];
    let checks = 0;
    const ask = asker(cluster);
    for (let round = 0; round < count; round++) {
      const at = cluster.nodes[round % cluster.nodes.length] as Node;
      const expect: Scene['expect'] = (what, answers, right) => {
        checks += answers.length;
        const wrong = answers.filter(({ status }) => !right(status));
        for (const { status, text } of wrong) {
          broken.push(`${what}: ${status} ${text.slice(0, 120)}`);
        }
      };
      // Removing an admin and reaching a limit can be tried once in each world.
      const steps = round === 0 ? STEPS : STEPS.slice(0, 3);
      for (const step of steps) await step({ cluster, ask, at, expect });
    }
    return { broken, figures: [['answers checked', checks]] };
  },
};
