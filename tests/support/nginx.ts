import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isListening } from './listening.ts';
import { ROOT, freePort } from './server.ts';

/** A real nginx in front of an app. */
export interface Nginx {
  url: string;
  /** @returns its error log, that of the whole program included */
  stop: () => Promise<string>;
}

export const hasNginx = (): boolean => spawnSync('nginx', ['-v']).status === 0;

export const NGINX_MISSING = 'no nginx here (apt-get install nginx)';

const CERTIFICATE = /^\tssl_certificate.*$/gm;
const LISTEN_TLS = /^\tlisten 443 .*$/m;
const REDIRECT = /^server \{\n\tlisten 80;[^]*?^\}$/m;
const IPV6 = /^\tlisten \[::\].*$/gm;

/** deploy/nginx.conf, without certificate and on other ports. @throws if a part is missing */
async function sample(port: number, appPort: number, more: [string, string][]): Promise<string> {
  const text = await readFile(path.join(ROOT, 'deploy/nginx.conf'), 'utf8');
  const changes: [string | RegExp, string][] = [
    [REDIRECT, ''],
    [CERTIFICATE, ''],
    [IPV6, ''],
    [LISTEN_TLS, `\tlisten 127.0.0.1:${port};`],
    ['server 127.0.0.1:4321;', `server 127.0.0.1:${appPort};`],
    ['tayori.example.jp', '127.0.0.1'],
    ['$host;', '$http_host;'],
    ['root /opt/tsukidayori/deploy;', `root ${ROOT}/deploy;`],
    ...more,
  ];
  return changes.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    if (after === before) throw new Error(`deploy/nginx.conf has no ${String(from)}`);
    return after;
  }, text);
}

/** With the default sizes of its buffers. @param more changes, as an operator makes them */
export async function startNginx(appPort: number, more: [string, string][] = []): Promise<Nginx> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join('\n');
  const config = path.join(home, 'nginx.conf');
  await writeFile(
    config,
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${home}/pid;
error_log ${home}/error.log info;
events {}
http {
${temporary}
${await sample(port, appPort, more)}
}`,
  );
  const child = spawn('nginx', ['-c', config, '-p', home, '-e', `${home}/error.log`], {
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const log = (): Promise<string> => readFile(`${home}/error.log`, 'utf8');
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${await log()}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGQUIT');
      await ended;
      const said = await log();
      await rm(home, { recursive: true });
      return said;
    },
  };
}
