import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';

const ID = 'X-Tsukidayori-ID: ';

interface MailSink {
  url: string;
  count: () => number;
  close: () => void;
}

/**
 * A mail server that accepts everything and keeps only the count.
 * @param onMail is told the return id of each that has one (`X-Tsukidayori-ID`)
 */
export async function startMailSink(
  onMail: (id: string) => void = () => undefined,
): Promise<MailSink> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    let isData = false;
    let rest = '';
    let id = '';
    socket.write('220 sink\r\n');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isData) {
          if (line.startsWith(ID)) id = line.slice(ID.length);
          if (line !== '.') continue;
          isData = false;
          count++;
          if (id !== '') onMail(id);
          id = '';
          socket.write('250 accepted\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else {
          isData = line === 'DATA';
          socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
        }
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
