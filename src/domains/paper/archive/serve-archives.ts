import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '#domains/account/session/session.ts';
import { isAdminStaff } from '#domains/account/session/session.ts';
import { mustEnrolHere } from '#domains/account/session/guards.ts';
import { isFresh } from '#domains/account/confirm/fresh.ts';
import { actorOfRequest } from '#domains/account/session/browser-session.ts';
import type { Link } from '#domains/letter/link.ts';
import { openLink, readLetterTokens } from '#domains/letter/link.ts';
import { civilDateOf, parseYearMonth } from '#lib/calendar.ts';
import { storeAway, tooMany } from '#lib/errors.ts';
import { withPhrases } from '#lib/phrases.ts';
import { sendRefusal } from '#server/http/headers.ts';
import { takeTry } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import {
  facilityEntries,
  findKeptResident,
  noCounts,
  noteFacilityArchive,
  noteResidentArchive,
} from './facility-archive.ts';
import type { DownloadName } from './archive-names.ts';
import {
  facilityDownload,
  monthDownload,
  residentDownload,
  yearDownload,
} from './archive-names.ts';
import type { Archive } from './make-archive.ts';
import {
  noteArchive,
  openMonthArchive,
  openResidentArchive,
  openYearArchive,
} from './make-archive.ts';
import { registerPhrases } from './page-html.ts';
import { isRead, orRefuse, refusedBy, sendArchive } from './send-archive.ts';
import { zipOf } from './zip.ts';

registerPhrases(withPhrases);

const MONTH = /^\/letters\/(\d{6})\/photos\.zip$/;
const YEAR = /^\/letters\/years\/([1-9]\d{3}|all)\/photos\.zip$/;

interface Asked {
  route: string;
  /** The month, the year, or all, for the history. */
  of: number | 'all';
  download: DownloadName;
  open: (rt: Runtime, link: Link) => Promise<Archive | null>;
}

function askedBy(path: string): Asked | null {
  const yearMonth = parseYearMonth(MONTH.exec(path)?.[1] ?? '');
  if (yearMonth !== undefined) {
    return {
      route: '/letters/[yearMonth]/photos.zip',
      of: yearMonth,
      download: monthDownload(yearMonth),
      open: (rt, link) => openMonthArchive(rt, link, yearMonth),
    };
  }
  const of = YEAR.exec(path)?.[1];
  if (of === undefined) return null;
  const year = of === 'all' ? null : Number(of);
  return {
    route: '/letters/years/[year]/photos.zip',
    of: year ?? 'all',
    download: yearDownload(year),
    open: (rt, link) => openYearArchive(rt, link, year),
  };
}

/**
 * Streams a month or a year of letters to a family, outside Astro, which has no backpressure.
 * Requests without an archive are left to the page guards.
 * @returns false when Astro shall respond
 */
export function serveArchive(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  rt: Runtime,
): false | Promise<boolean> {
  const asked = path.startsWith('/letters/') ? askedBy(path) : null;
  if (!asked || !isRead(req) || rt.env.SITE_MODE === 'closed') return false;
  return serve({ req, res, path, rt }, asked);
}

async function serve({ req, res, path, rt }: Exchange, asked: Asked): Promise<boolean> {
  const { route, of, download, open } = asked;
  const tokens = readLetterTokens(new URLSearchParams((req.url ?? '').slice(path.length + 1)));
  const link = tokens && (await openLink(rt, tokens));
  if (!link) return false;
  // Its letters are read for a HEAD, too.
  const look = takeTry(rt.db, 'booksByFamily', link.familyId, rt.clock.now());
  if (await refusedBy(look, res, path)) return true;
  const archive = await orRefuse(open(rt, link), res, path);
  if (!archive) return false;
  if (archive === true) return true;
  nameRoute(route);
  if (req.method === 'GET') {
    const take = takeTry(rt.db, 'archivesByFamily', link.familyId, rt.clock.now());
    if (await refusedBy(take, res, path)) return true;
    await noteArchive(rt, link, of);
  }
  await sendArchive(req, res, download, archive);
  return true;
}

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
  return serveToOffice({ req, res, path, rt }, residentId);
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  path: string;
  rt: Runtime;
}

async function serveToOffice(exchange: Exchange, residentId: string | undefined): Promise<boolean> {
  const { req, rt } = exchange;
  const actor = await actorOfRequest(rt, req);
  if (!isAdminStaff(actor) || mustEnrolHere(actor)) return false;
  // Left to the middleware, which asks for the confirmation.
  if (!isFresh(actor, rt.clock)) return false;
  return residentId === undefined
    ? sendFacility(exchange, actor)
    : sendResident(exchange, actor, residentId);
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
