import { rmSync } from 'node:fs';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../support/ceph.ts';
import { makeWorld } from '../support/world.ts';
import { bounds } from './cluster-bounds.ts';
import { dump, practise, restore } from './cluster-dump.ts';
import { makePostgres } from './cluster-image.ts';
import { moveHere } from './cluster-move.ts';
import type { Place } from './cluster-place.ts';
import { makePlace } from './cluster-place.ts';
import { failUpdate, killOne, restartPostgres, update } from './cluster-troubles.ts';
import { debian } from './debian.ts';
import { DOCKER_PACKAGES, inProject, installByHandbook, lasting } from './docker.ts';
import type { Engine } from './engine.ts';
import { projectIn, startEngine } from './engine.ts';
import { buildImage } from './image.ts';
import { NAME } from './client.ts';
import { ADDRESS, offer } from './outside.ts';
import { proved, skip, whyNot } from './part.ts';

const PACKAGES = [...DOCKER_PACKAGES, 'caddy', 'curl', 'iproute2', 'postgresql-17'];
const PHOTOS = 6;

/** docs/scaling.ja.md and compose.cluster.yaml, on a Debian with Docker, PostgreSQL and Caddy. */
export async function tryCluster(): Promise<void> {
  const reason = whyNot('debootstrap', 'unshare', 'nsenter', 'setpriv', 'npm', 'git');
  if (reason !== null || !hasCeph()) {
    skip(reason ?? CEPH_MISSING);
    return;
  }
  const root = debian('cluster', PACKAGES);
  const online = await startEngine(root, 'machine').catch(String);
  if (typeof online === 'string') {
    skip(online);
    return;
  }
  await lasting(online, () => {
    proved(buildImage(root, online));
    makePostgres(root, online);
  });
  const engine = await startEngine(root, 'own');
  await lasting(engine, () =>
    withBucket(engine, (settings) =>
      operate(root, engine, settings).catch((error: unknown) => {
        const logged = `docker ps --quiet | xargs -n1 docker logs --tail 50 2>&1 | grep '"level":[56]0' | tail -20`;
        throw new Error(`${String(error)}\n${engine.sh(`${logged} || true`)}`, { cause: error });
      }),
    ),
  );
}

type Settings = Record<string, string>;

/** With a bucket that the containers reach. */
async function withBucket(
  engine: Engine,
  what: (settings: Settings) => Promise<void>,
): Promise<void> {
  const ceph = await startCeph();
  try {
    await makeBucket(ceph, 'photos');
    const { port } = new URL(ceph.env['AWS_ENDPOINT_URL_S3'] ?? '');
    const { host, close } = await offer(engine, Number(port));
    await what({ ...ceph.env, AWS_ENDPOINT_URL_S3: `http://${host}` }).finally(close);
  } finally {
    await ceph.stop();
  }
}

async function operate(root: string, engine: Engine, services: Settings): Promise<void> {
  const place = makePlace(root, engine);
  const password = engine.sh('openssl rand -hex 24');
  const settings = {
    ...services,
    // No mail server answers there.
    SMTP_URL: `smtp://${ADDRESS}:25`,
    PUBLIC_URL: `https://${NAME}`,
    POSTGRES_PASSWORD: password,
    DATABASE_URL: `postgres://tayori:${password}@postgres/tayori`,
  };
  const secret = engine.sh('openssl rand -hex 32');
  place.settings({ ...settings, PHOTO_STORE: 's3://photos/first', APP_SECRET: secret });
  proved(await install(place));
  proved(bounds(place));
  proved(endAndBegin(place));
  place.sh('tayori down --volumes; rm -r data data-2 .env');

  const { cast, yearMonth } = await makeWorld(path.join(projectIn(root), 'data'));
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const letter = `https://${NAME}${paths.letter(yearMonth, tokens)}`;
  engine.sh(inProject('chown -R 1000:1000 data; chmod -R go= data'));
  proved(installByHandbook(engine));
  proved(moveHere(place, { ...settings, PHOTO_STORE: 's3://photos/tayori' }, letter));
  proved(await signUp(place, '移したあとの家'));
  proved(await update(place, letter));
  proved(await failUpdate(place, letter));
  proved(await killOne(place, letter));
  proved(await restartPostgres(place, letter));
  const dumped = dump(place);
  proved(practise(place, dumped));
  proved(await restore(place, dumped, letter));
  rmSync(path.join(projectIn(root), 'dumps'), { recursive: true });
}

async function install(place: Place): Promise<string> {
  const began = performance.now();
  const said = place.sh(place.block('### Docker で動かす', 'up -d', { '--build ': '' }));
  const took = ((performance.now() - began) / 1000).toFixed(1);
  if (said.includes('要確認') || !said.includes('データベースの側で')) throw new Error(said);
  if (!said.includes(`https://${NAME}/operator/account?token=`)) throw new Error(said);
  return `installed by the document in ${took} s; ${await signUp(place, 'はじめの家')}`;
}

/** Through Caddy, as a facility that has the operator's link. */
async function signUp(place: Place, name: string): Promise<string> {
  const said = place.admin('new-facility hanako@example.jp');
  const link = /https:\S+/.exec(said)?.[0] ?? '';
  place.client('signUp', link, name, String(PHOTOS));
  await place.drained();
  if (!place.admin('facilities').includes(name)) throw new Error(`no facility ${name}`);
  return `a facility signed up through Caddy, and sent ${PHOTOS} photos`;
}

function endAndBegin(place: Place): string {
  const before = place.admin('facilities');
  place.sh('tayori down; tayori up -d --wait');
  const after = place.admin('facilities');
  if (before !== after) throw new Error(`${before}\nbecame\n${after}`);
  return place.sh('tayori exec -T app1 node commands/verify.ts') + ' after down and up';
}
