import type { IncomingMessage, ServerResponse } from 'node:http';
import { serveArchive, serveOfficeArchive } from '#domains/paper/archive/serve-archives.ts';
import { isFromHere, sendReadiness } from '#domains/operator/ready.ts';
import { FORM_UPLOAD } from '#domains/item/item-limits.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { servePhoto } from '#domains/letter/serve-photos.ts';
import { serveShare, serveUpload } from '#domains/photo/receive-upload.ts';
import { isAnnouncedLonger, maxBodyBytes } from '#server/http/body-limit.ts';
import { rejectRequest } from '#server/http/gate.ts';
import { sendHealth } from '#server/http/health.ts';
import { sendRefusal, sendTooLong, sendTurned } from '#server/http/headers.ts';
import { answerLive } from '#server/http/lifecycle.ts';
import type { Runtime } from '#server/runtime.ts';

const UPLOADS = { photo: MAX_UPLOAD_BYTES, form: FORM_UPLOAD.bytes };

/** Refused while the site is closed; pages have their own guard. */
const CLOSED_SITE = /^\/(?:api|photos|_actions)\//;

function isClosed(method: string | undefined, path: string, { env }: Runtime): boolean {
  if (env.SITE_MODE !== 'closed') return false;
  return CLOSED_SITE.test(path) || (method !== 'GET' && method !== 'HEAD');
}

/** What Astro adds of its own: an endpoint that decodes pictures for anyone, and server islands. */
const FRAMEWORK = /^\/_(?:image|server-islands)(?:\/|$)/;

/**
 * What stands before Astro, in production and in development alike.
 * @returns false when the request is for Astro, or for what is ready or on disk
 */
export async function answerInFront(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): Promise<boolean> {
  // From outside the site, by its nature.
  if (rt.env.SITE_MODE !== 'closed' && serveShare(req, res, path)) return true;
  const turned = rejectRequest(req, path, rt.env);
  if (turned) {
    sendTurned(res, path, turned);
    return true;
  }
  if (isAnnouncedLonger(req, maxBodyBytes(req, path, UPLOADS))) {
    sendTooLong(res, path);
    return true;
  }
  if (path === '/livez') {
    answerLive(req, res);
    return true;
  }
  if (path === '/healthz') {
    await sendHealth(res, rt);
    return true;
  }
  if (path === '/readyz') {
    await sendReadiness(res, rt, { toWatcher: isFromHere(req) });
    return true;
  }
  if (FRAMEWORK.test(path) || isClosed(req.method, path, rt)) {
    sendRefusal(res, path, 404, '見つかりませんでした。');
    return true;
  }
  return (
    serveUpload(req, res, path, rt) ||
    servePhoto(req, res, path, rt) ||
    serveArchive(req, res, path, rt) ||
    serveOfficeArchive(req, res, path, rt)
  );
}
