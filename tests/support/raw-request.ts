import { connect } from 'node:net';

export interface RawAnswer {
  /** 0 if the connection was closed without a response. */
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

const HEAD_END = '\r\n\r\n';

/** Sends exactly these bytes, and reads until the server closes. */
export function sendRaw(base: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // An unread rest of the request ends in a reset after the response.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(readAnswer(Buffer.concat(chunks).toString())));
  });
}

/** `GET target` without checks, encoding or resolution. */
export const askRaw = (base: string, target: string, headers: Record<string, string> = {}) => {
  const all = { Host: new URL(base).host, Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(base, `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
};

function readAnswer(all: string): RawAnswer {
  const headLength = all.indexOf(HEAD_END);
  const [first = '', ...lines] = all.slice(0, Math.max(headLength, 0)).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers) as Record<string, string>,
    text: all.slice(headLength + HEAD_END.length),
  };
}
