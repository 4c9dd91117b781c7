import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseYearMonth } from '#lib/calendar.ts';
import { takeTry } from '#server/rate-limit.ts';
import { currentRequest } from '#server/request-context.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Link } from '#features/family-link/link.service.ts';
import { openLink, readLetterTokens } from '#features/family-link/link.service.ts';
import type { Archive } from './archive.service.ts';
import { noteArchive, openMonthArchive, openYearArchive } from './archive.service.ts';
import type { DownloadName } from './file-names.ts';
import { monthDownload, yearDownload } from './file-names.ts';
import { isRead, orRefuse, refusedBy, sendArchive } from './send-archive.server.ts';

const MONTH = /^\/letters\/(\d{6})\/photos\.zip$/;
const YEAR = /^\/letters\/years\/([1-9]\d{3})\/photos\.zip$/;

interface Asked {
  route: string;
  /** The month or the year, for the history. */
  of: number;
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
  const year = Number(YEAR.exec(path)?.[1] ?? 0);
  if (year === 0) return null;
  return {
    route: '/letters/years/[year]/photos.zip',
    of: year,
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
  return serve(req, res, path, asked, rt);
}

async function serve(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  { route, of, download, open }: Asked,
  rt: Runtime,
): Promise<boolean> {
  const tokens = readLetterTokens(new URLSearchParams((req.url ?? '').slice(path.length + 1)));
  const link = tokens && (await openLink(rt, tokens));
  const archive = link && (await orRefuse(open(rt, link), res, path));
  if (!archive) return false;
  if (archive === true) return true;
  const request = currentRequest();
  if (request) request.route = route;
  if (req.method === 'GET') {
    const take = takeTry(rt.db, 'archivesByFamily', link.familyId, rt.clock.now());
    if (await refusedBy(take, res, path)) return true;
    await noteArchive(rt, link, of);
  }
  await sendArchive(req, res, download, archive);
  return true;
}
