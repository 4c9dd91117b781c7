import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Passes on to another port, until its connections fall silent, as when a machine vanishes. */
interface TcpRelay {
  port: number;
  /** No open connection carries anything any more, and none ends; new ones work. */
  silence: () => void;
  close: () => void;
}

export async function startRelay(to: number): Promise<TcpRelay> {
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1');
    const pair: [Socket, Socket] = [client, target];
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    client.pipe(target);
    target.pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const [client, target] of pairs) {
        client.unpipe(target);
        target.unpipe(client);
        target.destroy();
      }
    },
    close() {
      server.close();
      for (const socket of [...pairs].flat()) socket.destroy();
    },
  };
}
