import type { IncomingMessage, ServerResponse } from 'node:http';
import { civilDateOf } from '#lib/calendar.ts';
import { storeAway, tooMany } from '#lib/errors.ts';
import { sendRefusal } from '#server/http/headers.ts';
import { takeTry } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import { actorOfRequest } from '#features/session/session.http.ts';
import { isAdminStaff } from '#features/session/session.policy.ts';
import type { Actor } from '#features/session/session.ts';
import { openResidentArchive } from './archive.service.ts';
import {
  facilityEntries,
  findKeptResident,
  noCounts,
  noteFacilityArchive,
  noteResidentArchive,
} from './facility-archive.service.ts';
import { facilityDownload, residentDownload } from './file-names.ts';
import { isRead, orRefuse, refusedBy, sendArchive } from './send-archive.server.ts';
import { zipOf } from './zip.server.ts';

const RESIDENT = /^\/adminstaff\/residents\/([\w-]+)\/letters\.zip$/;
const FACILITY = '/adminstaff/facility/letters.zip';

/** Facilities whose archive is being sent, which may take hours. */
const underWay = new Set<string>();
const AGAIN_AFTER_S = 600;

/**
 * Streams a resident's letters or those of the whole facility to an admin. Anyone else is left to
 * the page guards.
 * @returns false when Astro shall respond
 */
export function serveOfficeArchive(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): false | Promise<boolean> {
  if (!path.endsWith('/letters.zip') || !isRead(req) || rt.env.SITE_MODE === 'closed') return false;
  const residentId = RESIDENT.exec(path)?.[1];
  if (path !== FACILITY && residentId === undefined) return false;
  return serve({ req, res, path, rt }, residentId);
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  path: string;
  rt: Runtime;
}

async function serve(exchange: Exchange, residentId: string | undefined): Promise<boolean> {
  const { req, rt } = exchange;
  const actor = await actorOfRequest(rt, req);
  if (!isAdminStaff(actor) || !actor.host.isActive) return false;
  if (residentId !== undefined) return sendResident(exchange, actor, residentId);
  return sendFacility(exchange, actor);
}

async function sendResident(
  { req, res, path, rt }: Exchange,
  actor: Actor,
  residentId: string,
): Promise<boolean> {
  nameRoute('/adminstaff/residents/[id]/letters.zip');
  const viewer = await findKeptResident(rt, actor.host.id, residentId);
  const archive = viewer && (await orRefuse(openResidentArchive(rt, viewer), res, path));
  if (archive === true) return true;
  if (!archive) {
    sendRefusal(res, path, 404, '見つかりませんでした。');
    return true;
  }
  if (req.method === 'GET') {
    if (await refusedBy(takeOne(rt, actor), res, path)) return true;
    await noteResidentArchive(rt, actor, residentId);
  }
  await sendArchive(req, res, residentDownload(viewer.residentName), archive);
  return true;
}

async function sendFacility({ req, res, path, rt }: Exchange, actor: Actor): Promise<boolean> {
  const { id, name } = actor.host;
  nameRoute(FACILITY);
  const download = facilityDownload(name, civilDateOf(rt.clock.now()));
  const stream = () => zipOf(facilityEntries(rt, id, noCounts()));
  if (req.method !== 'GET') {
    await sendArchive(req, res, download, { byteSize: null, stream });
    return true;
  }
  const begin = async (): Promise<void> => {
    if (underWay.has(id)) throw tooMany(AGAIN_AFTER_S);
    if ((await rt.blobs.whyAway()) !== null) throw storeAway();
    await takeOne(rt, actor);
    if (underWay.has(id)) throw tooMany(AGAIN_AFTER_S);
    underWay.add(id);
  };
  if (await refusedBy(begin(), res, path)) return true;
  try {
    await noteFacilityArchive(rt, actor);
    await sendArchive(req, res, download, { byteSize: null, stream });
  } finally {
    underWay.delete(id);
  }
  return true;
}

const takeOne = (rt: Runtime, { host }: Actor): Promise<void> =>
  takeTry(rt.db, 'archivesByHost', host.id, rt.clock.now());

function nameRoute(route: string): void {
  const request = currentRequest();
  if (request) request.route = route;
}
