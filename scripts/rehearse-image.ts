/**
 * Executes the Dockerfile without a container engine: `node scripts/rehearse-image.ts`, as root.
 * Each stage is a folder; .dockerignore is applied; `USER node` is uid 1000. Finally the server
 * must pass its health check as that user, with a read-only program folder.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ignoredBy, readDockerfile } from './dockerfile.ts';

const ROOT = path.dirname(import.meta.dirname);
const NODE_USER = { uid: 1000, gid: 1000 };
const PORT = '4318';
const ignored = ignoredBy(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8'));

interface Stage {
  root: string;
  cwd: string;
  env: Record<string, string>;
  user: { uid: number; gid: number };
}

const base = mkdtempSync(path.join(os.tmpdir(), 'tsukidayori-image-'));
chmodSync(base, 0o755);
const stages: Record<string, Stage> = {};
let stage = newStage('');
let command: string[] = [];
let check: string[] = [];

function newStage(name: string): Stage {
  const root = path.join(base, name || 'final');
  mkdirSync(root, { recursive: true });
  const PATH = `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  return (stages[name] = { root, cwd: '/', env: { PATH }, user: { uid: 0, gid: 0 } });
}

const inside = (name: string, { root, cwd }: Stage): string =>
  path.join(root, path.resolve(cwd, name));

/** Maps absolute paths into the stage's folder. */
const moved = (text: string): string =>
  text
    .replaceAll(
      /(^|\s)\/(data|app)\b/g,
      (_, before: string, name: string) => `${before}${stage.root}/${name}`,
    )
    .replaceAll('node:node', '1000:1000');

const STEPS: Record<string, (rest: string) => void> = {
  FROM: (rest) => void (stage = newStage(/ AS (\w+)$/.exec(rest)?.[1] ?? '')),
  WORKDIR(rest) {
    stage.cwd = rest;
    mkdirSync(inside('.', stage), { recursive: true });
  },
  ENV(rest) {
    for (const [, name = '', quoted, bare] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) {
      stage.env[name] = moved(quoted ?? bare ?? '');
    }
  },
  COPY(rest) {
    const [, from, names = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
    const sources = names.split(' ');
    const target = sources.pop() ?? '';
    for (const source of sources) copy(source, target, from === undefined ? null : stages[from]);
  },
  RUN(rest) {
    // The local registry configuration, which is not part of an image.
    const env = { ...process.env, ...stage.env };
    const { status } = spawnSync('sh', ['-c', moved(rest)], {
      ...asStage(),
      env,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error(`RUN ${rest} exited with ${status}`);
  },
  USER: () => void (stage.user = NODE_USER),
  CMD: (rest) => void (command = JSON.parse(rest) as string[]),
  HEALTHCHECK: (rest) => void (check = JSON.parse(rest.slice(rest.indexOf('['))) as string[]),
};

const asStage = () => ({ cwd: inside('.', stage), env: stage.env, ...stage.user });

function copy(source: string, target: string, from: Stage | null | undefined): void {
  const origin = from ? path.join(from.root, source) : path.join(ROOT, source);
  const to = inside(
    target.endsWith('/') ? path.join(target, path.basename(source)) : target,
    stage,
  );
  cpSync(origin, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => Boolean(from) || !ignored(path.relative(ROOT, file)),
  });
}

async function runServer(): Promise<void> {
  Object.assign(stage.env, { PORT, HOST: '127.0.0.1' });
  const [program = '', ...args] = command;
  const started = performance.now();
  const server = spawn(program, args, { ...asStage(), stdio: 'inherit' });
  const ended = once(server, 'exit');
  const [node = '', ...script] = check;
  const isWell = () => spawnSync(node, script, asStage()).status === 0;
  while (!isWell())
    if (performance.now() - started > 30_000) throw new Error('the server is not healthy');
  console.log(`healthy after ${Math.round(performance.now() - started)} ms`);
  console.log(
    execFileSync('node', ['commands/admin.ts', 'status'], { ...asStage(), encoding: 'utf8' }),
  );
  server.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0 || isWell()) throw new Error(`the server exited with ${code}`);
}

/** As in an image. */
function forbidWriting(): void {
  const app = path.join(stage.root, 'app');
  execFileSync('chown', ['-R', '0:0', app]);
  execFileSync('chmod', ['-R', 'go-w', app]);
}

try {
  const skipped = ['ARG', 'LABEL', 'VOLUME', 'EXPOSE', 'STOPSIGNAL'];
  let isDemo = false;
  for (const { name, rest } of readDockerfile(
    readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8'),
  )) {
    // A stage on its own, for compose.demo.yaml alone.
    if (name === 'FROM') isDemo = rest.endsWith(' AS demo');
    if (isDemo) continue;
    console.log(`── ${name} ${rest}`);
    if (!skipped.includes(name)) (STEPS[name] ?? unknown(name))(rest);
  }
  forbidWriting();
  console.log(
    execFileSync(
      'du',
      [
        '-sh',
        ...['app', 'app/node_modules', 'app/dist'].map((name) => path.join(stage.root, name)),
      ],
      { encoding: 'utf8' },
    ),
  );
  await runServer();
  console.log('All steps passed.');
} finally {
  if (!process.argv.includes('--keep')) rmSync(base, { recursive: true, force: true });
  else console.log(`kept in ${base}`);
}

function unknown(name: string): never {
  throw new Error(`unsupported instruction ${name}`);
}
