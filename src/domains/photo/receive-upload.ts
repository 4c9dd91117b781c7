import type { IncomingMessage, ServerResponse } from 'node:http';
import { paths } from '#lib/paths.ts';
import { failureOf } from '#server/endpoint.ts';
import { bodyOf } from '#server/http/request-body.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { receiveUpload } from './take-in-photo.ts';

const SLOT = /^\/api\/v1\/direct_uploads\/([^/]+)$/;

/**
 * Receives a photo before Astro, since Astro cannot abandon a request body. The signed slot in the
 * URL is the permission (contract.md#direct-upload).
 * @returns false for anything else
 */
export function serveUpload(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): false | Promise<true> {
  const slot = req.method === 'PUT' ? SLOT.exec(path)?.[1] : undefined;
  return slot === undefined ? false : takeUpload(req, res, slot, rt);
}

async function takeUpload(
  req: IncomingMessage,
  res: ServerResponse,
  slot: string,
  rt: Runtime,
): Promise<true> {
  const request = currentRequest();
  if (request) request.route = '/api/v1/direct_uploads/[slot]';
  const body = bodyOf(req);
  try {
    await receiveUpload(rt, slot, req.headers['content-type'] ?? null, body);
    if (!res.headersSent) res.writeHead(204, { 'Cache-Control': 'no-store' }).end();
  } catch (error) {
    sendFailure(res, error);
  }
  // The rest is discarded: closing the connection would lose the response.
  req.unpipe(body);
  body.destroy();
  req.resume();
  return true;
}

function sendFailure(res: ServerResponse, error: unknown): void {
  const { status, body, headers } = failureOf(error);
  if (res.headersSent) return;
  res.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}

/**
 * The share sheet's photos go to a program on the phone, which keeps them. Where it is missing the
 * browser posts them here, without an origin: nothing is read, and the photo page says so.
 * @returns false for anything else
 */
export function serveShare(req: IncomingMessage, res: ServerResponse, path: string): boolean {
  if (!isShare(req, path)) return false;
  res.writeHead(303, {
    Location: `${paths.items}?shared=none`,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  });
  res.end();
  // Closing the connection would lose the answer.
  req.resume();
  return true;
}

const isShare = ({ method }: IncomingMessage, path: string): boolean =>
  method === 'POST' && path === paths.share;
