import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Env } from '#server/env.ts';
import { sendPlain } from './headers.ts';
import { underWay } from './in-turn.ts';
import { newRequestId } from './request-id.ts';
import { SafeResponse, securityHeaders } from './safe-response.ts';
import { STATUS_CODES } from './node-http.ts';

const UNREAD_MS = 1000;
const UNREADABLE =
  '送られた内容を読み取れませんでした。何も変わっていません。もう一度お試しください。';

const REFUSALS: Record<string, [status: number, text: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'ブラウザに残っている記録が多すぎて、開けませんでした。このサイトの Cookie を削除してから、もう一度お開きください。',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, '送られた内容が大きすぎます。何も保存されていません。'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    '送信に時間がかかりすぎたため、受け取れませんでした。もう一度お試しください。',
  ],
};

/** Answers what never becomes a request: parser errors, timeouts, an unknown Expect, CONNECT. */
export function answerParser(server: Server, env: Env): void {
  const headers = securityHeaders(env);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [status, text] = REFUSALS[error.code ?? ''] ?? [400, UNREADABLE];
    if (mayWrite(socket)) endWith(socket, rawAnswer(status, text, headers));
    else socket.destroy();
  });
  server.on('connect', (_req, socket: Duplex) => {
    socket.on('error', () => undefined);
    const allowed = { ...headers, Allow: 'GET, HEAD, POST' };
    endWith(socket, rawAnswer(405, 'この操作はできません。', allowed));
  });
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    if (res instanceof SafeResponse) {
      res.always = headers;
      res.requestId = newRequestId();
    }
    sendPlain(res, 417, UNREADABLE, { Connection: 'close' });
  });
}

/** Not during a response: the client could not tell them apart. */
const mayWrite = (socket: Duplex): boolean => socket.writable && !underWay(socket)?.headersSent;

/** Closes once the response is sent, even if the client does not. */
function endWith(socket: Duplex, answer: string): void {
  const overdue = setTimeout(() => socket.destroy(), UNREAD_MS);
  socket.once('close', () => clearTimeout(overdue));
  socket.end(answer, () => socket.destroy());
}

function rawAnswer(status: number, text: string, headers: Readonly<Record<string, string>>) {
  const body = `${text}\n`;
  const all = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    Connection: 'close',
    Date: new Date().toUTCString(),
    'X-Request-Id': newRequestId(),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
