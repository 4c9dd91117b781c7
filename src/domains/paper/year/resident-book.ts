import type { Actor } from '#domains/account/session/session.ts';
import { noteAct } from '#domains/audit/record-event.ts';
import { findKeptResident } from '#domains/paper/archive/facility-archive.ts';
import { notFound } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { BookOwner, YearPage } from './year-page.ts';
import { readBook } from './year-page.ts';
import { parseSpan } from './year.ts';

/**
 * A resident's letters of all years for staff to print, as families may read them; recorded (P30).
 * @throws AppError 404 without letters
 */
export async function readResidentBook(
  rt: Runtime,
  actor: Actor,
  residentId: string,
  part: string | null,
): Promise<{ page: YearPage; owner: BookOwner }> {
  const span = parseSpan(part === null ? 'all' : `all-${part}`);
  const viewer = await findKeptResident(rt, actor.host.id, residentId);
  if (!span || !viewer) throw notFound();
  const page = await readBook(rt, span, {
    viewer,
    key: `${residentId} ${viewer.contentVersion}`,
    addressOf: (blobId) => (file) => paths.staffPhoto(blobId, file),
    answersOf: () => Promise.resolve(new Map()),
  });
  if (!page) throw notFound();
  await noteAct(rt, actor, { action: 'export.book', target: residentId, residentId });
  return { page, owner: { ...viewer, hostName: actor.host.name } };
}
