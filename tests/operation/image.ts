import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { IMAGE_FILES } from '../../scripts/base-images.ts';
import { ROOT } from '../support/server.ts';
import { put } from './debian.ts';
import type { Engine } from './engine.ts';
import { projectIn } from './engine.ts';
import { run } from './part.ts';

/** Given to the app. */
export const CONTAINER_MB = 512;

const MOST_MB = 200;
const MB = 1e6;
const BASE =
  /^ARG NODE=([^\s@]+)/m.exec(readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'))?.[1] ?? '';
const BASE_FILE = `
FROM debian
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
COPY local /usr/local
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt NPM_CONFIG_REGISTRY=REGISTRY
CMD ["node"]
`;
const CADDY_FILE = `
FROM debian
COPY caddy /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`;

/** Images under the names that Dockerfile and compose.yaml give: from Debian, not a registry. */
function makeBases(root: string, engine: Engine): void {
  const local = path.join(root, 'root/base/local');
  mkdirSync(path.join(local, 'bin'), { recursive: true });
  cpSync(path.join(ROOT, 'node_modules/node/bin/node'), path.join(local, 'bin/node'));
  const modules = path.join(local, 'lib/node_modules');
  const npm = path.join(realpathSync(run('which', ['npm'])), '../..');
  cpSync(npm, path.join(modules, 'npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  const registry = run('npm', ['config', 'get', 'registry']);
  put(root, 'root/base/Dockerfile', BASE_FILE.replace('REGISTRY', registry));
  put(root, 'root/base/Dockerfile.caddy', CADDY_FILE);
  engine.sh(`
    tar -C / -c --exclude=./proc/* --exclude=./sys/* --exclude=./dev/* --exclude=./tmp/* \\
      --exclude=./run/* --exclude=./mnt/* --exclude=./root/* --exclude=./srv/* --exclude=./var/lib/docker \\
      --exclude=./var/lib/apt/lists --exclude=./usr/lib/go* . | docker import - debian
    cp /usr/bin/caddy /root/base/
    docker build --quiet --network host -t ${BASE} /root/base
    docker build --quiet --network host -t caddy:2-alpine -f /root/base/Dockerfile.caddy /root/base
  `);
}

/** The files of a clone with the work that is not committed yet. */
function copyProject(root: string): void {
  const project = projectIn(root);
  mkdirSync(project);
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { stdout } = spawnSync('git', list, { cwd: ROOT, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter(Boolean)) {
    if (existsSync(path.join(ROOT, file))) cpSync(path.join(ROOT, file), path.join(project, file));
  }
  // Those that are made here have digests of their own.
  for (const file of IMAGE_FILES.map((name) => path.join(project, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/@sha256:[0-9a-f]+/g, ''));
  }
}

/** Builds have the network of this machine, which may have no other way out. */
const OVERRIDE = `
services:
  app:
    mem_limit: ${CONTAINER_MB}m
    build: { network: host }
`;

/** Builds the image from the Dockerfile. @returns its size without the base */
export function buildImage(root: string, engine: Engine): string {
  makeBases(root, engine);
  copyProject(root);
  put(root, 'srv/tsukidayori/compose.override.yaml', OVERRIDE);
  const began = performance.now();
  engine.sh('cd /srv/tsukidayori; PUBLIC_URL=https://localhost docker compose build app');
  const seconds = Math.round((performance.now() - began) / 1000);
  const sizes = engine.sh(`docker image inspect -f '{{.Size}}' tsukidayori ${BASE}`).split('\n');
  const mb = Math.round((Number(sizes[0]) - Number(sizes[1])) / MB);
  if (!(mb > 0 && mb < MOST_MB)) throw new Error(`the image has ${mb} MB on top of its base`);
  engine.sh('docker build --network host --target demo -t tsukidayori-demo /srv/tsukidayori');
  return `the image was built in ${seconds} s: ${mb} MB on top of ${BASE}`;
}
