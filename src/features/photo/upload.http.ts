import type { IncomingMessage, ServerResponse } from 'node:http';
import { failureOf } from '#server/endpoint.ts';
import { bodyOf } from '#server/http/request-body.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { receiveUpload } from './photo.service.ts';

const SLOT = /^\/api\/v1\/direct_uploads\/([^/]+)$/;

/**
 * Receives a photo before Astro, whose request bodies cannot be abandoned. The signed slot in the
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
