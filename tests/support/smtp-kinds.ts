import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { SMTPServerOptions } from 'smtp-server';
import { SMTPServer } from 'smtp-server';

export const LOGIN = { user: 'tayori', password: 'right-password' };

export interface Listening {
  port: number;
  close: () => Promise<void>;
}

/** A mail server with the given abilities, which takes every mail. */
export async function startKind(options: SMTPServerOptions): Promise<Listening> {
  const server = new SMTPServer({
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth: ({ password }, _session, callback) => {
      if (password === LOGIN.password) callback(null, { user: LOGIN.user });
      else callback(new Error('wrong'));
    },
    onData(stream, _session, callback) {
      stream.resume().on('end', () => callback(null));
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { port, close: () => new Promise<void>((resolve) => server.close(resolve)) };
}

/** Takes connections, and says nothing. */
export async function startSilent(): Promise<Listening> {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.close();
      await Promise.resolve();
    },
  };
}
