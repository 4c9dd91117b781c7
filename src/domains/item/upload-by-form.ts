import type { Readable } from 'node:stream';
import type { Actor } from '#domains/account/session/session.ts';
import { requireSession } from '#domains/account/session/session-lifecycle.ts';
import { requirePlace } from '#domains/people/read-residents.ts';
import { MAX_UPLOAD_BYTES } from '#domains/photo/photo-limits.ts';
import { receiveFromForm } from '#domains/photo/receive-from-form.ts';
import { AppError, invalid } from '#lib/errors.ts';
import { oneLine } from '#lib/text.ts';
import { asAppError } from '#server/failures.ts';
import type { FormFile } from '#server/form-files.ts';
import { readFormFiles } from '#server/form-files.ts';
import type { Runtime } from '#server/runtime.ts';
import { createItem } from './create-items.ts';
import { FACILITY } from './item-filter.ts';
import { FORM_UPLOAD } from './item-limits.ts';
import type { Place } from './item.ts';

interface Outcomes {
  added: number;
  /** Added ones that wait for an answer about their day. */
  held: number;
  /** The place had them. */
  known: number;
  refused: { name: string; reason: string }[];
}

/** What became of the files of one form. */
export interface FormUpload extends Outcomes {
  place: Place;
  /** More files were chosen than one form takes. */
  isCut: boolean;
}

const CONFLICT = 409;
const LONGEST_NAME = 255;
const NO_PLACE = 'どなたの写真かを選んでください。写真は、まだ追加していません。';
const NO_FILE = '写真が選ばれていません。写真を選んでから、もう一度送ってください。';

/**
 * Adds photos that a browser without our scripts posts (docs/browsers.md), each as if it had come
 * by the direct upload; what is added stays, whatever becomes of the rest.
 * @throws AppError 400 broken off, 401 signed out meanwhile, 404 unknown resident, 413, 415, 422
 */
export async function uploadByForm(
  rt: Runtime,
  actor: Actor,
  contentType: string,
  body: Readable,
): Promise<FormUpload> {
  const upload: Outcomes = { added: 0, held: 0, known: 0, refused: [] };
  const take = async (file: FormFile, fields: ReadonlyMap<string, string>): Promise<void> => {
    if (file.name === '') return;
    await requireSession(rt, actor);
    const place = placeOf(fields);
    if (isEmpty(upload)) await requirePlace(rt, actor, place);
    await add(rt, actor, file, place, upload);
  };
  const limits = { ...FORM_UPLOAD, fileBytes: MAX_UPLOAD_BYTES };
  const { fields, isCut } = await readFormFiles(body, contentType, limits, take);
  const place = placeOf(fields);
  if (isEmpty(upload)) throw invalid(NO_FILE, { photos: [NO_FILE] });
  return { ...upload, place, isCut };
}

const isEmpty = ({ added, known, refused }: Outcomes): boolean =>
  added + known + refused.length === 0;

/** @throws AppError 422 */
function placeOf(fields: ReadonlyMap<string, string>): Place {
  const place = fields.get('place') ?? '';
  if (place === '') throw invalid(NO_PLACE, { place: [NO_PLACE] });
  return place === FACILITY ? null : place;
}

async function add(
  rt: Runtime,
  actor: Actor,
  file: FormFile,
  residentId: Place,
  upload: Outcomes,
): Promise<void> {
  try {
    const blob = await receiveFromForm(rt, actor, file);
    const { held } = await createItem(rt, actor, { residentId, caption: '', blob });
    upload.added++;
    if (held) upload.held++;
  } catch (error) {
    const refusal = asAppError(error);
    if (!(refusal instanceof AppError)) throw error;
    if (refusal.status === CONFLICT) upload.known++;
    else
      upload.refused.push({
        name: oneLine(file.name.slice(0, LONGEST_NAME)),
        reason: refusal.message,
      });
  }
}
