import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SERVER_ARGS, SERVER_ENV } from '../scripts/server-command.ts';
import { DEMO_SWITCH } from '#server/demo-folder.ts';
import { ignoredBy, readDockerfile } from '../scripts/dockerfile.ts';

const ROOT = path.dirname(import.meta.dirname);
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const packageJson = JSON.parse(read('package.json')) as {
  version: string;
  scripts: Record<string, string>;
  devDependencies: Record<string, string>;
};

const steps = readDockerfile(read('Dockerfile'));
const of = (name: string): string[] =>
  steps.filter((step) => step.name === name).map(({ rest }) => rest);
const jsonOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

describe('the image', () => {
  test('copies files that exist and that .dockerignore lets through', () => {
    const sources = of('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1));
    expect(sources.length).toBeGreaterThan(8);
    expect(sources.filter((source) => !existsSync(path.join(ROOT, source)))).toEqual([]);
    const ignored = ignoredBy(read('.dockerignore'));
    expect(sources.filter(ignored)).toEqual([]);
  });

  test('leaves out data, secrets, history and tests', () => {
    const ignored = ignoredBy(read('.dockerignore'));
    const never = [
      '.env',
      'data/secret',
      'demo-data/secret',
      '.git/config',
      'node_modules/x',
      'tests/a.ts',
    ];
    expect([...never, 'src/lib/csv.test.ts'].filter((file) => !ignored(file))).toEqual([]);
  });

  test('starts the server with the usual command, without a shell', () => {
    expect(jsonOf(of('CMD').at(-1) ?? '')).toEqual(['node', ...SERVER_ARGS]);
    const check = jsonOf(of('HEALTHCHECK')[0] ?? '');
    expect(existsSync(path.join(ROOT, check[1] ?? ''))).toBe(true);
  });

  test('is labelled with the version', () => {
    expect(of('LABEL').join(' ')).toContain(`image.version="${packageJson.version}"`);
  });

  test("runs on the tests' Node version, unprivileged, with one writable folder", () => {
    const [node = ''] = of('ARG');
    expect(node.split('@')[0]).toBe(`NODE=node:${packageJson.devDependencies['node']}-slim`);
    expect(of('USER')).toEqual(['node', 'node']);
    expect(of('VOLUME')).toEqual(['/data']);
  });
});

test.each(Object.entries(SERVER_ENV))('image and unit set %s=%s', (name, value) => {
  expect(of('ENV').join(' ')).toContain(`${name}=${value} `);
  expect(read('deploy/tsukidayori.service')).toMatch(
    new RegExp(`^Environment=.*\\b${name}=${value}\\b`, 'm'),
  );
});

describe('the unit', () => {
  const unit = read('deploy/tsukidayori.service');
  test('starts the server with the usual command', () => {
    expect(unit).toMatch(/^ExecStart=\S+\/node (.+)$/m);
    expect(/^ExecStart=\S+\/node (.+)$/m.exec(unit)?.[1]).toBe(SERVER_ARGS.join(' '));
  });
  test('restarts the server however it ended, as the container does, and survives a killed decoder', () => {
    const settings = unit
      .split('\n')
      .filter((line) => /^(?:Restart|OOMPolicy|LimitCORE)/.test(line));
    expect(settings).toEqual([
      'Restart=always',
      'RestartSec=5',
      'RestartSteps=5',
      'RestartMaxDelaySec=60',
      'OOMPolicy=continue',
      'LimitCORE=0',
    ]);
    const [app = ''] = read('compose.yaml').split('  caddy:');
    expect(app).toMatch(/^ +restart: unless-stopped$/m);
    expect(app).toMatch(/^ +ulimits: \{ core: 0 \}$/m);
  });
  test('waits longer at shutdown than the server needs', () => {
    expect(unit).toMatch(/^TimeoutStopSec=40$/m);
    expect(read('compose.yaml')).toMatch(/^ +stop_grace_period: 40s$/m);
  });
});

describe('compose.yaml', () => {
  const [app = '', caddy = ''] = read('compose.yaml').split('\n  caddy:');
  test("Caddy sees each client's own address: no bridge of Docker's is before it", () => {
    expect(caddy).toMatch(/^ +network_mode: host$/m);
    expect(caddy).not.toMatch(/^ +(?:ports|networks):/m);
  });
  test('the server is reached from this machine only, by Caddy', () => {
    expect(/^ +ports: (.*)$/m.exec(app)?.[1]).toBe("['127.0.0.1:4321:4321']");
    expect(caddy).toMatch(/^ +APP_ADDRESS: 127\.0\.0\.1:4321$/m);
  });
  test("Caddy's configuration cannot be changed through a port of this machine", () => {
    expect(caddy).toMatch(/^ +CADDY_ADMIN: unix\/\/config\/admin\.sock$/m);
    expect(read('deploy/Caddyfile')).toContain('admin {$CADDY_ADMIN:localhost:2019}');
  });
});

describe('deploy/compose.cluster.yaml', () => {
  const text = read('deploy/compose.cluster.yaml');
  const [, servers = '', postgres = '', caddy = ''] =
    /^services:\n([^]*)\n {2}postgres:\n([^]*)\n {2}caddy:\n([^]*)$/m.exec(text) ?? [];
  const [app = ''] = text.split('\nservices:');
  const listOf = (pattern: RegExp, from: string): string[] =>
    [...from.matchAll(pattern)].map(([, found = '']) => found);

  test('Caddy asks every server, at the port that this machine alone reaches', () => {
    const ports = listOf(/^ +ports: \['127\.0\.0\.1:(\d+):4321'\]$/gm, servers);
    expect(ports.length).toBe(listOf(/^ {2}(app\d+):$/gm, servers).length);
    expect(new Set(ports).size).toBe(2);
    const addresses = ports.map((port) => `127.0.0.1:${port}`).join(' ');
    expect(caddy).toMatch(new RegExp(`^ +APP_ADDRESS: ${addresses}$`, 'm'));
    expect(caddy).toMatch(/^ +APP_SERVERS: several$/m);
    expect(read('deploy/Caddyfile').match(/^\t+import \{\$APP_SERVERS:one\}$/gm)?.length).toBe(2);
    expect(read('deploy/Caddyfile')).toMatch(/^\(several\) \{$/m);
  });
  test('every server has a folder of its own', () => {
    const folders = listOf(/^ +volumes: \['(.*):\/data'\]$/gm, servers);
    expect(folders).toEqual(['./data', './data-2']);
  });
  test('what servers must share has to be set', () => {
    for (const name of ['DATABASE_URL', 'PHOTO_STORE', 'APP_SECRET', 'SMTP_URL']) {
      expect(app).toMatch(new RegExp(`^ +${name}: \\$\\{${name}:\\?`, 'm'));
    }
  });
  test('servers and Caddy are bounded as in compose.yaml', () => {
    const [one = '', two = ''] = read('compose.yaml').split('\n  caddy:');
    const bounds = (from: string): string[] =>
      listOf(
        /^ +((?:restart|stop_grace_period|read_only|tmpfs|cap_\w+|security_opt|pids_limit|mem_limit|ulimits|network_mode): .*)$/gm,
        from,
      );
    expect(bounds(app)).toEqual(bounds(one));
    expect(bounds(caddy)).toEqual(bounds(two));
    expect(bounds(app).length).toBeGreaterThan(7);
  });
  test('servers wait for the database, and an update soon learns that a server is healthy', () => {
    expect(app).toMatch(
      /^ +depends_on: \{ postgres: \{ condition: service_healthy, required: false \} \}$/m,
    );
    expect(app).toMatch(/^ +healthcheck: \{ start_interval: 1s \}$/m);
    expect(postgres).toMatch(/^ +test: \[CMD, pg_isready, .*--host=127\.0\.0\.1,/m);
  });
  test('the database is reached by the servers only', () => {
    expect(postgres).not.toMatch(/^ +(?:ports|network_mode):/m);
    expect(postgres).toMatch(/^ +networks: \[inside\]$/m);
  });
});

test("only the demo's commands start a demo", () => {
  const files = ['Dockerfile', 'compose.yaml', 'package.json', '.env.example'];
  for (const file of [...files, 'deploy/tsukidayori.service', 'deploy/tsukidayori.env']) {
    expect(read(file), file).not.toContain(DEMO_SWITCH);
  }
  expect(SERVER_ARGS).not.toContain(DEMO_SWITCH);
});

test('the wrapper offers existing commands', () => {
  const [, names = ''] = /^ {2}([\w |]+)\) ;;$/m.exec(read('deploy/tsukidayori')) ?? [];
  const commands = names.split(' | ');
  expect(commands).toContain('admin');
  for (const name of commands) {
    expect(existsSync(path.join(ROOT, `commands/${name}.ts`)), name).toBe(true);
    expect(packageJson.scripts[name]).toBe(`node commands/${name}.ts`);
  }
  expect(statSync(path.join(ROOT, 'deploy/tsukidayori')).mode & 0o111).not.toBe(0);
});

test('files of src and db that build and development load by name exist', () => {
  const programs = readdirSync(path.join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs'));
  const texts = ['astro.config.mjs', ...programs.map((name) => `scripts/${name}`)].map(read);
  const named = texts.flatMap((text) =>
    [...text.matchAll(/'(?:\.\.?)?\/((?:src|db)\/[^']+\.ts)'/g)].map(([, file = '']) => file),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
