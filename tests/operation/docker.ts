import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { paths } from '#lib/paths.ts';
import { readCorpus } from '../support/corpus.ts';
import { PASSWORD } from '../support/factories.ts';
import { makeWorld } from '../support/world.ts';
import { phonePhoto } from '../bench/upload.ts';
import { NAME } from './client.ts';
import { debian, put } from './debian.ts';
import type { Engine } from './engine.ts';
import { projectIn, startEngine } from './engine.ts';
import { commands } from './handbook.ts';
import { CONTAINER_MB, buildImage } from './image.ts';
import { pause, proved, run, skip, whyNot } from './part.ts';

const PACKAGES = ['docker.io', 'docker-cli', 'docker-compose', 'docker-buildx', 'iptables'];
const PHOTOS = Number(process.env['PHOTOS'] ?? 200);
const PHONE_PIXELS = 5e6;
const UPDATES = 5;
/** Both the program and Caddy's configuration differ in each new version. */
const CHANGE = `
echo '// changed' >>src/server/main.ts
sed -i "s/max_size .*/max_size $((30 + $(wc -l <src/server/main.ts)))MB/" deploy/Caddyfile
`;
const CLIENT = path.join(import.meta.dirname, 'client.ts');

/** The handbook's way with Docker, on a Debian with Docker, Compose and Caddy. */
export async function tryDocker(): Promise<void> {
  const reason = whyNot('debootstrap', 'unshare', 'nsenter', 'setpriv', 'npm', 'git');
  if (reason !== null) {
    skip(reason);
    return;
  }
  const root = debian('docker', [...PACKAGES, 'caddy', 'curl', 'iproute2']);
  const online = await startEngine(root, 'machine').catch(String);
  if (typeof online === 'string') {
    skip(online);
    return;
  }
  await lasting(online, () => proved(buildImage(root, online)));
  const engine = await startEngine(root, 'own');
  await lasting(engine, () => operate(root, engine));
}

async function lasting<T>(engine: Engine, what: () => T | Promise<T>): Promise<T> {
  try {
    return await what();
  } finally {
    await engine.stop();
  }
}

const inProject = (script: string): string => `cd /srv/tsukidayori\n${script}`;

async function operate(root: string, engine: Engine): Promise<void> {
  const project = projectIn(root);
  const { cast, yearMonth } = await makeWorld(path.join(project, 'data'));
  engine.sh(inProject('chown -R 1000:1000 data; chmod -R go= data'));
  const tokens = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const letter = paths.letter(yearMonth, tokens);
  proved(install(engine));
  proved(await memory(engine, cast.general.email));
  proved(privacy(engine));
  proved(addresses(engine));
  proved(await update(engine, letter));
  proved(restore(root, engine, letter));
}

const seconds = (began: number): string => ((performance.now() - began) / 1000).toFixed(1);

function install(engine: Engine): string {
  const began = performance.now();
  const said = engine.sh(
    inProject(
      commands('### Docker で入れる', 'docker compose up', {
        'cd tsukidayori ': '#',
        'nano .env': `sed -i 's|^PUBLIC_URL=.*|PUBLIC_URL=https://${NAME}|' .env`,
        ' --build': '',
      }),
    ),
  );
  const took = seconds(began);
  if (!said.includes('"status":"ok"')) throw new Error(said);
  engine.sh('curl -sk --fail --retry 20 --retry-connrefused https://localhost/');
  return `installed by the handbook behind a real Caddy; healthy after ${took} s`;
}

const clientLine = (engine: Engine, network: 'own' | `client${number}`, ...args: string[]) =>
  engine.inNetwork(network, [
    ...['env', 'NODE_TLS_REJECT_UNAUTHORIZED=0', 'NODE_NO_WARNINGS=1', process.execPath, CLIENT],
    ...args,
  ]);

const idOf = (engine: Engine): string =>
  engine.sh(inProject('docker compose ps app --quiet --no-trunc'));

async function memory(engine: Engine, email: string): Promise<string> {
  const id = idOf(engine);
  const idleMb = Math.round(engine.memory(id).processesMb);
  const { files, said } = await photos(engine);
  const args = ['send', String(PHOTOS), email, PASSWORD, files.join(':')];
  const [program = '', ...more] = clientLine(engine, 'own', ...args);
  const sender = spawn(program, more, { stdio: ['ignore', 'pipe', 'inherit'] });
  let answer = '';
  sender.stdout.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const ended = once(sender, 'close');
  let mostMb = 0;
  while (sender.exitCode === null) {
    mostMb = Math.max(mostMb, engine.memory(id).processesMb);
    await pause(200);
  }
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`sending photos ended with ${code}`);
  const { kills } = engine.memory(id);
  if (kills > 0 || idOf(engine) !== id) throw new Error(`${kills} processes were killed`);
  const took = (JSON.parse(answer) as { seconds: number }).seconds;
  return `${PHOTOS} ${said} in ${took} s within ${CONTAINER_MB} MB: ${idleMb} MB idle, at most ${Math.round(mostMb)} MB, none killed`;
}

async function photos(engine: Engine): Promise<{ files: string[]; said: string }> {
  const real = readCorpus('photos').filter(
    ({ width, height, expected, name }) =>
      expected === 'accept' && width * height > PHONE_PIXELS && /\.jpe?g$/i.test(name),
  );
  if (real.length > 0) return { files: real.map(({ file }) => file), said: 'real photos' };
  const file = path.join(engine.root, 'root/photo.jpg');
  put(engine.root, 'root/photo.jpg', '');
  appendFileSync(file, await phonePhoto());
  return { files: [file], said: 'drawn photos' };
}

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
      docker compose exec -T app node commands/admin.ts status
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
  const [program = '', ...more] = clientLine(engine, network, 'guess', host, String(most));
  return JSON.parse(run(program, more)) as { status: number; guesses: number };
}

async function update(engine: Engine, letter: string): Promise<string> {
  const [program = '', ...more] = clientLine(engine, 'own', 'visit', letter);
  const visitors = spawn(program, more, { stdio: ['pipe', 'pipe', 'inherit'] });
  let said = '';
  visitors.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(visitors, 'close');
  const script = commands('## 更新', 'docker compose build', {
    // What needs a registry; the new version differs in the program.
    'git pull': CHANGE,
    ' --pull': '',
    'docker compose pull caddy': 'true',
    'docker compose exec': 'docker compose exec -T',
  });
  for (let n = 0; n < UPDATES; n++) {
    const before = idOf(engine);
    engine.sh(inProject(script));
    if (idOf(engine) === before) throw new Error('the container is the old one');
    await pause(1000);
  }
  visitors.stdin.end();
  await ended;
  const { answers, longestMs } = JSON.parse(said) as {
    answers: Record<string, number>;
    longestMs: number;
  };
  const kinds = Object.keys(answers).toSorted().join();
  if (kinds !== 'posted 422,read 200') throw new Error(JSON.stringify(answers));
  const count = Object.values(answers).reduce((sum, number) => sum + number, 0);
  return `${UPDATES} updates by the handbook: none of ${count} requests lost, the longest waited ${(longestMs / 1000).toFixed(1)} s`;
}

function restore(root: string, engine: Engine, letter: string): string {
  const sets = engine.sh(inProject('ls data/backups')).split('\n');
  const set = sets.findLast((name) => /^\d/.test(name)) ?? '';
  const size = engine.sh(inProject(`du -sm data/backups/${set} | cut -f1`));
  rmSync(path.join(projectIn(root), 'data-old'), { recursive: true, force: true });
  const began = performance.now();
  engine.sh(
    inProject(
      commands('### 復元する', 'docker compose down', {
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
