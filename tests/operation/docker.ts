import { rmSync } from 'node:fs';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { makeWorld } from '../support/world.ts';
import { NAME } from './client.ts';
import { debian } from './debian.ts';
import { sendPhotos } from './docker-photos.ts';
import type { Engine } from './engine.ts';
import { projectIn, startEngine } from './engine.ts';
import { commands } from './handbook.ts';
import { buildImage } from './image.ts';
import { figures } from './docker-figures.ts';
import { brokenUpdates, goBack, updates } from './docker-updates.ts';
import { eventually, proved, run, skip, whyNot } from './part.ts';
import { clientLine } from './visitors.ts';

export const DOCKER_PACKAGES = [
  'docker.io',
  'docker-cli',
  'docker-compose',
  'docker-buildx',
  'git',
  'iptables',
];
/** The handbook's way with Docker, on a Debian with Docker, Compose and Caddy. */
export async function tryDocker(): Promise<void> {
  const reason = whyNot('debootstrap', 'unshare', 'nsenter', 'setpriv', 'npm', 'git');
  if (reason !== null) {
    skip(reason);
    return;
  }
  const root = debian('docker', [...DOCKER_PACKAGES, 'caddy', 'curl', 'iproute2']);
  const online = await startEngine(root, 'machine').catch(String);
  if (typeof online === 'string') {
    skip(online);
    return;
  }
  await lasting(online, () => proved(buildImage(root, online)));
  const engine = await startEngine(root, 'own');
  await lasting(engine, () => operate(root, engine));
}

export async function lasting<T>(engine: Engine, what: () => T | Promise<T>): Promise<T> {
  try {
    return await what();
  } finally {
    await engine.stop();
  }
}

export const inProject = (script: string): string => `cd /srv/tsukidayori\n${script}`;

async function operate(root: string, engine: Engine): Promise<void> {
  const project = projectIn(root);
  const { cast, yearMonth } = await makeWorld(path.join(project, 'data'));
  engine.sh(inProject('chown -R 1000:1000 data; chmod -R go= data'));
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const letter = paths.letter(yearMonth, tokens);
  proved(await atTheDoor(engine));
  proved(installByHandbook(engine));
  proved(await sendPhotos(engine, idOf(engine), cast.general.email));
  proved(privacy(engine));
  proved(addresses(engine));
  for (const part of [updates, brokenUpdates, goBack]) proved(await part(engine, letter));
  proved(restore(root, engine, letter));
  proved(await figures(engine));
  // What a registry cannot give here.
  engine.sh('docker image tag tsukidayori kept');
  proved(uninstall(engine, letter));
}

const seconds = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

/** What a stranger meets: one line of what is missing, or the demo. */
async function atTheDoor(engine: Engine): Promise<string> {
  const said = engine.sh(inProject('if docker compose up 2>&1; then false; fi'));
  if (said.includes('\n') || !said.includes('compose.demo.yaml up')) throw new Error(said);
  const began = performance.now();
  const demo = 'docker compose -f compose.demo.yaml';
  engine.sh(inProject(`${demo} up -d --no-build`));
  await eventually(() => engine.sh('curl -s --fail http://localhost:4321/healthz'));
  const took = seconds(began);
  await eventually(() => engine.sh(inProject(`${demo} logs | grep 'admin@example.jp'`)));
  engine.sh(inProject(`${demo} down`));
  return `without .env one line says what is missing; the demo answers after ${took} s`;
}

/** What a person answers. */
const ANSWERS = `${NAME}\\nhanako@example.jp\\n`;

export function installByHandbook(engine: Engine): string {
  const began = performance.now();
  const script = commands('### Docker で入れる', 'deploy/install.sh', {
    'sudo apt-get install': '#',
    'git clone': '#',
    'cd tsukidayori': 'cd /srv/tsukidayori',
    'sudo sh': `printf '${ANSWERS}' | sudo sh`,
  });
  const said = engine.sh(script);
  const took = seconds(began);
  if (!said.includes(`https://${NAME}/operator/account?token=`)) throw new Error(said);
  const health = engine.sh('curl -s http://127.0.0.1:4321/healthz');
  if (!health.includes('"status":"ok"')) throw new Error(health);
  engine.sh('curl -sk --fail --retry 20 --retry-connrefused https://localhost/');
  return `installed by the handbook behind a real Caddy; healthy after ${took} s; ${twice(engine, script)}`;
}

/** A second time, without answers. Figures are written all the time. */
function twice(engine: Engine, script: string): string {
  const state = (): string =>
    engine.sh(
      inProject('docker compose ps --quiet --no-trunc; sha256sum .env; stat -c "%n %a %u" data/*'),
    );
  const before = state();
  const said = engine.sh(script.replace(/printf .* \| /, ''));
  if (state() !== before || said.includes('token=')) throw new Error(`changed: ${said}`);
  return 'again, it changes nothing';
}

export const idOf = (engine: Engine): string =>
  engine.sh(inProject('docker compose ps app --quiet --no-trunc'));

/** Whatever an operator does as root, in the container and on the host. */
function privacy(engine: Engine): string {
  const asRoot = 'docker compose exec -T --user root app node';
  engine.sh(
    inProject(`
      docker compose exec -T app node commands/backup.ts
      ${asRoot} commands/backup.ts || true
      ${asRoot} commands/admin.ts new-facility hanako@example.jp || true
      ${asRoot} commands/verify.ts || true
      docker compose exec -T app node commands/backup.ts
      docker compose exec -T app node commands/admin.ts status || true
    `),
  );
  const odd = engine.sh(
    inProject(
      `find data \\( ! -uid 1000 -o ! -gid 1000 -o -type d ! -perm 700 -o -type f ! -perm 600 \\) -printf '%m %U:%G %p, ' | head -c 500`,
    ),
  );
  if (odd !== '') throw new Error(`not private to the server: ${odd}`);
  const files = engine.sh(inProject('find data -type f | wc -l'));
  return `all ${files} files of the data folder are 0600 of uid 1000, also after commands as root in the container`;
}

/** Limits count each client by itself, in both versions of IP. */
function addresses(engine: Engine): string {
  const known: string[] = [];
  for (const address of ['10.90.N.1', 'fd90:N::1']) {
    const at = (n: number): string => address.replace('N', String(n));
    const first = guess(engine, 'client1', at(1), 60);
    const second = guess(engine, 'client2', at(2), 1);
    if (first.status !== 429) throw new Error(`${at(1)}: ${first.status} after 60 guesses`);
    if (second.status !== 404) throw new Error(`${at(2)} is taken for ${at(1)}`);
    known.push(`${address.includes(':') ? 'IPv6' : 'IPv4'} (refused after ${first.guesses})`);
  }
  return `two clients have limits of their own over ${known.join(' and ')}`;
}

function guess(
  engine: Engine,
  network: `client${number}`,
  host: string,
  most: number,
): { status: number; guesses: number } {
  const [program = '', ...more] = engine.inNetwork(
    network,
    clientLine('guess', host, String(most)),
  );
  return JSON.parse(run(program, more)) as { status: number; guesses: number };
}

function restore(root: string, engine: Engine, letter: string): string {
  const sets = engine.sh(inProject('ls data/backups')).split('\n');
  const set = sets.findLast((name) => /^\d/.test(name)) ?? '';
  const size = engine.sh(inProject(`du -sm data/backups/${set} | cut -f1`));
  rmSync(path.join(projectIn(root), 'data-old'), { recursive: true, force: true });
  const began = performance.now();
  engine.sh(
    inProject(
      commands('## 復元する', 'docker compose down', {
        '2026-11-21-030000': set,
        'run --rm': 'run -T --rm',
      }),
    ),
  );
  engine.sh(
    `curl -sk --fail --retry 60 --retry-all-errors --retry-delay 1 'https://localhost${letter}'`,
  );
  const took = seconds(began);
  const verified = engine.sh(inProject('docker compose exec -T app node commands/verify.ts'));
  const shown = engine.sh(
    inProject('docker compose exec -T app node commands/admin.ts open-letter'),
  );
  if (!shown.includes(`https://${NAME}/letters/`)) throw new Error(shown);
  return `a backup of ${size} MB restored by the handbook in ${took} s, from stopping to the first letter; ${verified}`;
}

/** Data and settings stay, and another installation goes on with them. */
function uninstall(engine: Engine, letter: string): string {
  const data = (): string =>
    engine.sh(inProject('cat .env data/secret; find data/photos data/backups -type f | sort'));
  const before = data();
  engine.sh(inProject(commands('## やめる', '--uninstall')));
  const left = engine.sh('docker ps --all --quiet; docker image ls --quiet tsukidayori');
  if (left !== '') throw new Error(`left: ${left}`);
  if (data() !== before) throw new Error('the data changed');
  engine.sh(inProject('docker image tag kept tsukidayori; sh deploy/install.sh --yes'));
  engine.sh(`curl -sk --fail --retry 20 --retry-connrefused 'https://localhost${letter}'`);
  return 'uninstalled: nothing is left but data and settings, with which it can be installed again';
}
