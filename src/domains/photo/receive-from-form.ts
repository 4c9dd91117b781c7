import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Actor } from '#domains/account/session/session.ts';
import { invalid } from '#lib/errors.ts';
import type { FormFile } from '#server/form-files.ts';
import type { Runtime } from '#server/runtime.ts';
import { MAX_UPLOAD_BYTES } from './photo-limits.ts';
import { DirectUploadInput } from './photo.ts';
import { openUploadSlot, receiveUpload, slotOf } from './take-in-photo.ts';
import { withinBounds } from './quota.ts';

/**
 * Takes a file of a posted form on the way of every upload: it is kept aside until its size and
 * checksum are known, and then sent to a slot of its own.
 * @returns what `createItems` takes
 * @throws AppError as `openUploadSlot` and `receiveUpload` do
 */
export async function receiveFromForm(rt: Runtime, actor: Actor, file: FormFile): Promise<string> {
  const folder = await rt.blobs.makeWorkFolder();
  try {
    const kept = path.join(folder, 'upload');
    const most = { host_id: actor.host.id, byte_size: MAX_UPLOAD_BYTES };
    const facts = await withinBounds(rt.db, most, () => keepAside(file, kept));
    const { data, error } = DirectUploadInput.safeParse({ blob: facts });
    if (!data) throw invalid(error.issues[0]?.message ?? '');
    const { id, signed_id } = await openUploadSlot(rt, actor, data, '');
    await receiveUpload(rt, slotOf(rt, id), data.blob.content_type, createReadStream(kept));
    return signed_id;
  } finally {
    await rt.blobs.removeWorkFolder(folder);
  }
}

async function keepAside({ name, stream }: FormFile, kept: string) {
  const md5 = createHash('md5');
  let byteSize = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      byteSize += chunk.length;
      md5.update(chunk);
      done(null, chunk);
    },
  });
  const handle = await open(kept, 'wx');
  try {
    await pipeline(stream, meter, handle.createWriteStream());
  } finally {
    await handle.close();
  }
  // However the browser labels it.
  return { filename: name, content_type: '', byte_size: byteSize, checksum: md5.digest('base64') };
}
