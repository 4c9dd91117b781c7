import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Measured } from './process.ts';
import { answering, childrenOf, handle } from './process.ts';

/** nginx with one worker, serving the same bytes: this machine's limit. */
export async function startNginx(
  folder: string,
  port: number,
  files: Record<string, Buffer>,
): Promise<Measured> {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content);
  }
  const config = path.join(folder, 'nginx.conf');
  writeFileSync(config, configuration(folder, port));
  const child = spawn('nginx', ['-c', config, '-p', folder, '-e', `${folder}/error.log`], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const master = handle(child);
  await answering(`${url}/${Object.keys(files)[0]}`).catch(async (error: unknown) => {
    await master.stop();
    throw error;
  });
  const [worker = master.pid] = childrenOf(master.pid);
  return { name: 'nginx', url, pid: worker, stop: master.stop };
}

const configuration = (folder: string, port: number): string => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/nginx.pid;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`;
