import { paths } from '#lib/paths.ts';
import type { Answer, Call } from '../http.ts';
import { call, json } from '../http.ts';
import type { Site } from '../open-site.ts';
import { vary } from '../pictures.ts';
import { announced } from '../uploads.ts';

/** Generous, for a busy machine. */
const PATIENCE_MS = 60_000;

export interface GoodClient {
  asked: number;
  answered: number;
  /** Sorted. */
  ms: number[];
  /** Requests that failed: path, and status or error. */
  lost: string[];
}

/** Reads letters, pages and photos and uploads one, on new and kept connections. */
export async function beGood(site: Site, rounds: number, picture: Buffer): Promise<GoodClient> {
  const seen: GoodClient = { asked: 0, answered: 0, ms: [], lost: [] };
  const { cast, yearMonth, items } = site.world;
  const link = { residentToken: cast.resident.token, familyToken: cast.family.token };
  const { bearer, cookie } = site.signed.general;
  const gets: [string, Record<string, string>][] = [
    [paths.letter(yearMonth, link), {}],
    [paths.home, {}],
    ['/icon-512.png', {}],
    [paths.items, { Cookie: cookie }],
    [paths.api.items, { Authorization: bearer }],
    [`/photos/staff/${items.own.blobId}/360.webp`, { Authorization: bearer }],
  ];
  for (let round = 0; round < rounds; round++) {
    for (const [path, headers] of gets) await ask(site, seen, path, { headers }, round);
    await send(site, seen, vary(picture), round);
  }
  seen.ms.sort((a, b) => a - b);
  return seen;
}

async function ask(
  { server }: Site,
  seen: GoodClient,
  path: string,
  options: Call,
  round: number,
): Promise<Answer | null> {
  const from = performance.now();
  seen.asked++;
  const isKept = round % 2 === 1;
  const once = (fresh: boolean) => call(server.url, path, { ...options, fresh });
  const answer = await Promise.race([
    // As browsers do: a kept connection may have been closed meanwhile.
    once(!isKept).catch((error: unknown) => (isKept ? once(true).catch(String) : String(error))),
    new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, 'no answer').unref()),
  ]);
  if (typeof answer === 'string' || answer.status >= 300) {
    seen.lost.push(`${path}: ${typeof answer === 'string' ? answer : answer.status}`);
    return null;
  }
  seen.answered++;
  seen.ms.push(performance.now() - from);
  return answer;
}

async function send(site: Site, seen: GoodClient, bytes: Buffer, round: number): Promise<void> {
  const Authorization = site.signed.general.bearer;
  const opening = json({ blob: announced(bytes) }, { Authorization });
  const opened = await ask(site, seen, paths.api.directUploads, opening, round);
  if (!opened) return;
  const { direct_upload } = JSON.parse(opened.text) as {
    direct_upload: { url: string; headers: Record<string, string> };
  };
  const put = { method: 'PUT', headers: direct_upload.headers, body: bytes };
  await ask(site, seen, new URL(direct_upload.url).pathname, put, round);
}
