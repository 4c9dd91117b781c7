import type * as http from 'node:http';

/**
 * Node's HTTP classes. An ES import of `node:http` also evaluates its lazy exports, and with them
 * fetch, TLS and HTTP/2: 14 MB that only rendering a page needs.
 */
export const { ServerResponse, createServer } = process.getBuiltinModule('node:http');
export type ServerResponse<Request extends http.IncomingMessage = http.IncomingMessage> =
  http.ServerResponse<Request>;
