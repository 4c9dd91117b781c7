import { sql } from 'kysely';
import { PHOTO_FILES } from '#domains/photo/photo.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import type { Ledger } from '../crash/ledger.ts';
import { call } from '../support/http.ts';
import { sha256 } from '../support/uploads.ts';
import type { Cluster } from './cluster.ts';
import { picturesIn, pause, readerOf } from './load.ts';

/** Longer than the lease of a job whose process was killed, several times over. */
const DRAIN_MS = 300_000;

const AT_ONCE = 8;

/** Some thousand files of a long run would take minutes one after the other. */
async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const next = async (): Promise<void> => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Waits until the servers have processed what was left, by leases that must end first. */
export async function drained({ db }: Pick<Runtime, 'db'>): Promise<void> {
  const until = Date.now() + DRAIN_MS;
  while (Date.now() < until) {
    if ((await db.selectFrom('jobs').select('id').limit(1).execute()).length === 0) return;
    await pause(100);
  }
  const left = await db.selectFrom('jobs').selectAll().execute();
  throw new Error(`the servers did not finish their jobs: ${JSON.stringify(left.slice(0, 3))}`);
}

/** Broken promises in words. */
export async function check(cluster: Cluster, ledger: Ledger): Promise<string[]> {
  await drained(cluster.rt);
  return [
    ...ledger.wrong.splice(0),
    ...(await checkItems(cluster.rt, ledger)),
    ...(await checkUploads(cluster.rt, ledger)),
    ...(await checkFiles(cluster.rt)),
    ...(await checkLetter(cluster, ledger)),
  ];
}

/** Nothing acknowledged is lost. */
async function checkItems({ db }: Runtime, ledger: Ledger): Promise<string[]> {
  const rows = await db.selectFrom('items').selectAll().execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  return [...ledger.items].flatMap(([id, { captions }]) => {
    const row = items.get(id);
    if (!row) return [`item ${id} is lost`];
    if (!captions.has(row.caption)) return [`item ${id} says "${row.caption}"`];
    ledger.items.set(id, { blobId: row.blob_id, captions: new Set([row.caption]) });
    return [];
  });
}

async function checkUploads({ db, blobs }: Runtime, ledger: Ledger): Promise<string[]> {
  const found: string[] = [];
  const stored = new Set(await blobs.listUploads());
  for (const blobId of ledger.uploads.keys()) {
    const row = await db
      .selectFrom('blobs')
      .select('state')
      .where('id', '=', blobId)
      .executeTakeFirst();
    // Its item was made, only the answer was cut off.
    if (row?.state === 'ready') continue;
    if (!stored.has(blobId)) found.push(`upload ${blobId} is lost (${row?.state ?? 'no row'})`);
  }
  return found;
}

/** Each stored file matches its hash, and each photo has all of its files. */
async function checkFiles({ db, blobs }: Runtime): Promise<string[]> {
  const found: string[] = [];
  const noted = await db.selectFrom('blob_files').selectAll().execute();
  await inParallel(noted, async ({ blob_id, name, sha256: hash }) => {
    const content = await blobs.open(blob_id, name).catch(() => null);
    if (!content) found.push(`${blob_id}/${name} is missing`);
    else if (sha256(await content.read()) !== hash) found.push(`${blob_id}/${name} is damaged`);
    await content?.close();
  });
  const states = await db.selectFrom('blobs').select(['id', 'state']).execute();
  for (const { id, state } of states.filter((blob) => blob.state === 'ready')) {
    const names = noted.filter((row) => row.blob_id === id).map((row) => row.name);
    const absent = PHOTO_FILES.filter((name) => !names.includes(name));
    if (absent.length > 0) found.push(`photo ${id} (${state}) has no ${absent.join(', ')}`);
  }
  const { rows } = await sql<{ id: string }>`SELECT items.id FROM items
    JOIN blobs ON blobs.id = items.blob_id WHERE blobs.state <> 'ready'`.execute(db);
  return [...found, ...rows.map(({ id }) => `item ${id} never became ready`)];
}

/** Every server shows every acknowledged photo to its family; each picture opens on one of them. */
async function checkLetter(cluster: Cluster, ledger: Ledger): Promise<string[]> {
  const { world, nodes, url } = cluster;
  const letter = paths.letter(world.yearMonth, readerOf(cluster));
  const host = new URL(url).host;
  const found: string[] = [];
  for (const [n, { name, server }] of nodes.entries()) {
    const page = await call(server.url, letter, { headers: { Host: host } });
    const shown = picturesIn(page.text);
    if (page.status !== 200) found.push(`${name}: the letter answers ${page.status}`);
    for (const [id, { blobId }] of ledger.items) {
      if (!shown.some((path) => path.includes(blobId))) found.push(`${name}: ${id} is not shown`);
    }
    const asked = shown.filter((_, at) => at % nodes.length === n);
    await inParallel(asked, async (path) => {
      const { status } = await call(server.url, path, { headers: { Host: host } });
      if (status !== 200) found.push(`${name}: ${path} answers ${status}`);
    });
  }
  return found;
}
