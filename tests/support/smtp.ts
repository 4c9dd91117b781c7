import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SMTPServerError, SMTPServerSession } from 'smtp-server';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import type { makeMailer } from '#server/mailer.ts';
import type { ReadMail } from './eml.ts';
import { readEml } from './eml.ts';

/** What fails in a connection. */
export type Fault =
  | 'none'
  | 'stalls'
  | 'busy' // 4xx to the recipient
  | 'refuses' // 5xx to the recipient
  | 'rejects' // 5xx to the message
  | 'drops' // in the middle of the message
  | 'drops after'; // it has accepted the message, before it says so

export interface Received {
  from: string;
  to: string[];
  mail: ReadMail;
  messageId: string;
  fault: Fault;
}

export interface TestSmtp {
  url: string;
  /** Accepted, whether or not the client learned it. */
  received: Received[];
  /** Called once per connection. */
  fault: () => Fault;
  close: () => Promise<void>;
}

type MailerTimeouts = NonNullable<Parameters<typeof makeMailer>[1]>;

/** Milliseconds; a busy machine may be slow. */
export const PATIENT: MailerTimeouts = {
  connect: 60_000,
  greeting: 60_000,
  silence: 60_000,
  whole: 120_000,
};
/** For a server that stalls, which it does before its greeting. */
export const IMPATIENT: MailerTimeouts = { ...PATIENT, greeting: 150 };

const answer = (responseCode: number, words: string): SMTPServerError =>
  Object.assign(new Error(words), { responseCode });

/** Without the library's delay of a tenth of a second against spammers. */
class PromptServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new SMTPConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', () => undefined);
    connection._setListeners(() => connection.connectionReady());
  }
}

/** A real mail server with selectable faults. @param lookMs before it has taken a message */
export async function startSmtp(lookMs = 0): Promise<TestSmtp> {
  const faults = new Map<string, Fault>();
  const faultOf = ({ id }: SMTPServerSession): Fault => faults.get(id) ?? 'none';
  const drop = ({ id }: SMTPServerSession): void => {
    for (const connection of server.connections) {
      if (connection.id === id) connection._socket.destroy();
    }
  };
  const server = new PromptServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(session, callback) {
      faults.set(session.id, smtp.fault());
      if (faultOf(session) !== 'stalls') callback();
    },
    onRcptTo({ address }, session, callback) {
      if (faultOf(session) === 'busy') callback(answer(451, `<${address}> try again later`));
      else if (faultOf(session) === 'refuses') callback(answer(550, `<${address}> unknown`));
      else callback();
    },
    onData(stream, session, callback) {
      const fault = faultOf(session);
      if (fault === 'drops') return void stream.once('data', () => drop(session));
      const received = buffer(stream).then(async (content) => {
        if (lookMs > 0) await sleep(lookMs);
        if (fault === 'rejects') return callback(answer(554, 'looks like spam'));
        smtp.received.push(receive(session, content.toString(), fault));
        if (fault === 'drops after') drop(session);
        else callback(null);
      });
      received.catch(() => undefined); // the client was killed
    },
  });
  // Dropped connections are expected.
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${address.port}`,
    received: [],
    fault: () => 'none',
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
  return smtp;
}

function receive({ envelope }: SMTPServerSession, raw: string, fault: Fault): Received {
  const mail = readEml(raw);
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    mail,
    messageId: mail.headers['message-id']?.[0] ?? '',
    fault,
  };
}
