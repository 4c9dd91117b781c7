import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { PREVIEW } from '#lib/picture-recipe.ts';
import type { NamedFile } from '#server/named-files.ts';
import { isNamed, namedFiles } from '#server/named-files.ts';
import type { Db } from '#server/database.ts';
import type { CheckedFiles } from './checked-files.ts';
import type { Finding, Verification } from './findings.ts';

/** Every recorded file must exist with its size and content. */
export async function findRowFaults(
  db: Db,
  files: CheckedFiles,
  readAll: boolean,
  found: Verification,
): Promise<void> {
  found.rows = await countPhotos(db);
  for await (const file of namedFiles(db)) {
    const fault = await faultOf(files, file, readAll);
    found.files++;
    found.bytes += file.size;
    // Skip files that the server removed meanwhile.
    if (fault && (await isNamed(db, file))) found.findings.push(fault);
  }
  found.findings.push(...(await unfinished(db)), ...(await portraitsOfNothing(db)));
}

async function faultOf(
  files: CheckedFiles,
  file: NamedFile,
  readAll: boolean,
): Promise<Finding | null> {
  const size = await files.sizeOf(file.path);
  if (size === null) return { kind: 'missing', what: file.path };
  if (size !== file.size) {
    return { kind: 'damaged', what: file.path, detail: `${size} bytes instead of ${file.size}` };
  }
  if (!readAll || (await files.hashOf(file.path)) === file.sha256) return null;
  return { kind: 'damaged', what: file.path, detail: 'the content differs' };
}

async function countPhotos(db: Db): Promise<number> {
  const counted = db.selectFrom('blobs').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.executeTakeFirstOrThrow()).count;
}

async function unfinished(db: Db): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, state } of await lackingSome(db)) {
    const names = await namesOf(db, id);
    if (state === 'accepted' && names.includes(PREVIEW) && (await hasJob(db, id))) continue;
    const lacking = PHOTO_FILES.filter((name) => !names.includes(name)).join(', ');
    findings.push({ kind: 'unfinished', what: `photo ${id}`, detail: `without ${lacking}` });
  }
  return findings;
}

const lackingSome = (db: Db) =>
  db
    .selectFrom('blobs as b')
    .leftJoin('blob_files as f', (join) =>
      join.onRef('f.blob_id', '=', 'b.id').on('f.name', 'in', PHOTO_FILES),
    )
    .select(['b.id', 'b.state'])
    .where('b.state', 'in', ['accepted', 'ready'])
    .groupBy(['b.id', 'b.state'])
    .having(({ fn }) => fn.count('f.name'), '<', PHOTO_FILES.length)
    .execute();

async function namesOf(db: Db, id: string): Promise<string[]> {
  const rows = await db.selectFrom('blob_files').select('name').where('blob_id', '=', id).execute();
  return rows.map(({ name }) => name);
}

async function hasJob(db: Db, blobId: string): Promise<boolean> {
  const job = db.selectFrom('jobs').select('id').where('payload', '=', JSON.stringify({ blobId }));
  return (await job.executeTakeFirst()) !== undefined;
}

/** The only reference to a photo without a foreign key. */
async function portraitsOfNothing(db: Db): Promise<Finding[]> {
  const rows = await db
    .selectFrom('residents')
    .leftJoin('blobs', (join) =>
      join.onRef('blobs.id', '=', 'residents.portrait_blob_id').on('blobs.state', '<>', 'removing'),
    )
    .select('residents.id')
    .where('residents.portrait_blob_id', 'is not', null)
    .where('blobs.id', 'is', null)
    .execute();
  return rows.map(({ id }) => ({ kind: 'nothing', what: `portrait of resident ${id}` }));
}
