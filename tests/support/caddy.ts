import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isListening } from './listening.ts';
import { ROOT, freePort } from './server.ts';

/** Only the parts we change. */
export type Config = Record<string, unknown>;

/** A real Caddy in front of an app, with deploy/Caddyfile. */
export interface Caddy {
  url: string;
  /** @returns all its output and files */
  stop: () => Promise<string>;
}

export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

export const CADDY_MISSING = 'no Caddy here (apt-get install caddy)';

/** The adapted Caddyfile. */
function adapt(env: Record<string, string>): Config {
  const file = path.join(ROOT, 'deploy/Caddyfile');
  const { status, stdout, stderr } = spawnSync(
    'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', file],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Config;
}

/**
 * @param change to the configuration
 * @param wait for an app that is away
 * @param settings of the Caddyfile
 */
export async function startCaddy(
  appPort: number,
  change: (config: Config) => Config = (config) => config,
  wait = '200ms',
  settings: Record<string, string> = {},
): Promise<Caddy> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-caddy-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const adapted = adapt({
    PUBLIC_URL: url,
    APP_ADDRESS: `127.0.0.1:${appPort}`,
    APP_WAIT: wait,
    AWAY_PAGE: path.join(ROOT, 'deploy'),
    ...settings,
  });
  // The default admin port could be in use by another Caddy.
  const config = { ...change(adapted), admin: { disabled: true } };
  const file = path.join(home, 'config.json');
  await writeFile(file, JSON.stringify(config));
  const child = spawn('caddy', ['run', '--config', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = once(child, 'close');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`caddy did not start:\n${said}`);
  }
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      await rm(file);
      const written = await allText(home);
      await rm(home, { recursive: true });
      return said + written;
    },
  };
}

async function allText(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')),
  );
  return texts.join('\n');
}
