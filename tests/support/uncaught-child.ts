/** Our server with handlers that fail where no `catch` sees it. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEnv } from '#server/env.ts';
import { makeServer } from '#server/http/server.ts';
import { surviveErrors } from '#server/http/uncaught.ts';
import { makeLog } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';

const log = makeLog('info');
const later = (work: () => void): void => void setTimeout(work, 20);
const fail = (name: string): never => {
  throw new Error(name);
};
let trusted = (): Promise<unknown> => Promise.resolve();

const ANSWERS: Record<string, (res: ServerResponse) => void> = {
  '/ok': (res) => res.end('ok'),
  '/slow': (res) => void setTimeout(() => res.end('ok'), 300),
  '/timer': () => later(() => fail('in a timer')),
  '/rejected': () => void Promise.reject(new Error('rejected')),
  '/stream': () => createReadStream('/nonexistent'),
  '/half': (res) => {
    res.write('half');
    later(() => fail('after half'));
  },
  '/answered': (res) => {
    res.end('ok');
    later(() => fail('after the answer'));
  },
  '/refused': () => {
    trusted = () => Promise.reject(new Error('broken'));
    later(() => fail('with a broken database'));
  },
  '/restarts': () => {
    trusted = () => {
      trusted = () => Promise.resolve();
      return Promise.reject(new Error('starting up'));
    };
    later(() => fail('while the database restarts'));
  },
  '/hangs': () => {
    trusted = () => new Promise(() => undefined);
    later(() => fail('with a hanging database'));
  },
};

const env = readEnv({ DATA_DIR: 'nowhere' });
const server = makeServer({ env, log } as Runtime, (_req, res, path) => {
  ANSWERS[path]?.(res);
  return Promise.resolve();
});
surviveErrors({
  log,
  patience: 100,
  probe: () => trusted(),
  giveUp: () => {
    process.exitCode = 1;
    server.closeIdleConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  },
});
later(() => log.info('started'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
