import type { Side, Value } from './side.ts';
import { batches } from './side.ts';

export interface FileRow {
  name: string;
  byteSize: number;
  sha256: string;
}

/** A photo, or an upload that is to become one. */
export interface Photo {
  id: string;
  /** What was uploaded, as long as it is needed. */
  upload: { byteSize: number; sha256: string; md5: string } | null;
  files: FileRow[];
  /** Some of its files may not be recorded yet. */
  isUnfinished: boolean;
}

const COLUMNS = ['byte_size', 'checksum', 'id', 'sha256', 'state'];
const UNFINISHED = ['stored', 'accepted'];

/** All photos that have files, in the order of their ids; not those that are being removed. */
export async function* photosOf(side: Side): AsyncGenerator<Photo> {
  for await (const rows of batches(side, 'blobs', { columns: COLUMNS, key: ['id'] })) {
    for (const [byteSize, md5, id, sha256, state] of rows) {
      if (state === 'removing' || state === 'awaiting') continue;
      const isUnfinished = UNFINISHED.includes(String(state));
      const about = { byteSize: Number(byteSize), sha256: String(sha256), md5: String(md5) };
      const upload = isUnfinished && sha256 !== null ? about : null;
      yield { id: String(id), upload, files: await filesOf(side, id as Value), isUnfinished };
    }
  }
}

async function filesOf(side: Side, id: Value): Promise<FileRow[]> {
  const rows = await side.query(
    'SELECT name, byte_size, sha256 FROM blob_files WHERE blob_id = ? ORDER BY name',
    [id],
  );
  return rows.map(([name, byteSize, sha256]) => ({
    name: String(name),
    byteSize: Number(byteSize),
    sha256: String(sha256),
  }));
}
