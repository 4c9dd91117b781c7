import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

export const STAGES = ['greeting', 'EHLO', 'AUTH', 'MAIL FROM', 'RCPT TO', 'DATA', 'end'] as const;
export type Stage = (typeof STAGES)[number];

interface ScriptedSmtp {
  port: number;
  /** What it says instead of yes; 'drop' cuts the line. The recipient is known from RCPT TO on. */
  refuse: (stage: Stage, recipient: string) => string | undefined;
  /** Recipients of mails that it took. */
  taken: string[];
  close: () => Promise<void>;
}

/** A mail server that refuses in any words, at any stage. */
export async function startScripted({ asksLogin = false } = {}): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    void talk(smtp, socket, asksLogin);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtp: ScriptedSmtp = {
    port: (server.address() as AddressInfo).port,
    refuse: () => undefined,
    taken: [],
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return smtp;
}

const COMMANDS: [RegExp, Stage, string][] = [
  [/^(EHLO|HELO)/i, 'EHLO', '250 stand-in'],
  [/^AUTH/i, 'AUTH', '235 2.7.0 welcome'],
  [/^MAIL FROM/i, 'MAIL FROM', '250 2.1.0 ok'],
  [/^RCPT TO/i, 'RCPT TO', '250 2.1.5 ok'],
  [/^DATA/i, 'DATA', '354 go on'],
];

async function talk(smtp: ScriptedSmtp, socket: Socket, asksLogin: boolean): Promise<void> {
  let recipient = '';
  let isData = false;
  const say = (stage: Stage, yes: string): boolean => {
    const refusal = smtp.refuse(stage, recipient);
    if (refusal === 'drop') socket.destroy();
    else socket.write(`${refusal ?? yes}\r\n`);
    return refusal === undefined;
  };
  if (!say('greeting', '220 stand-in ESMTP')) socket.end();
  for await (const line of createInterface({ input: socket })) {
    if (isData) {
      if (line !== '.') continue;
      isData = false;
      if (say('end', '250 2.0.0 taken')) smtp.taken.push(recipient);
      continue;
    }
    recipient = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? recipient;
    const [, stage, yes] = COMMANDS.find(([pattern]) => pattern.test(line)) ?? [];
    if (stage === undefined) socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n');
    else if (stage === 'EHLO' && asksLogin) say(stage, '250-stand-in\r\n250 AUTH PLAIN LOGIN');
    else isData = say(stage, yes ?? '') && stage === 'DATA';
  }
}
