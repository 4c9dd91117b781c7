import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { createServer } from 'node:tls';
import { GOOD } from '../../support/certificates.ts';

/** TLS in front of a server, which WebKit needs for `Secure` cookies; its line can be cut. */
export interface TlsFront {
  url: string;
  /** As where a phone leaves the Wi-Fi: nothing gets through, and the device does not know. */
  cut: () => void;
  /** Cuts it as soon as that path is asked for. */
  cutAt: (path: string) => void;
  mend: () => void;
  close: () => void;
}

export async function startTlsFront(to: number): Promise<TlsFront> {
  const open = new Set<Socket>();
  let isCut = false;
  let lastPath: string | null = null;
  const cut = (): void => {
    isCut = true;
    lastPath = null;
    for (const socket of open) socket.destroy();
  };
  const server = createServer(GOOD, (client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const target = connect(to, '127.0.0.1');
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        target.destroy();
      });
    }
    client.prependListener('data', (sent: Buffer) => {
      if (lastPath !== null && sent.includes(`GET ${lastPath} `)) cut();
    });
    client.pipe(target).pipe(client);
  });
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    cutAt(path) {
      lastPath = path;
    },
    mend() {
      isCut = false;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
