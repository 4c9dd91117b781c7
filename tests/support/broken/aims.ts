import { readdirSync } from 'node:fs';
import path from 'node:path';
import { familyPhotoAddresses } from '#domains/letter/photo-access.ts';
import { yearOf } from '#lib/calendar.ts';
import { MASTER } from '#lib/picture-recipe.ts';
import { SLOT_LIFETIME_MS } from '#domains/photo/photo.ts';
import { paths } from '#lib/paths.ts';
import { keptAppSecret, makeSecrets, newId } from '#server/secrets.ts';
import type { Row } from '../../access/row.ts';
import { ACTIONS, API, FRONT, PAGES } from '../../access/rows.ts';
import { makeFamily } from '../factories.ts';
import type { Site, Who } from '../open-site.ts';
import { CAST } from '../open-site.ts';
import type { Random } from '../random.ts';
import { ROOT } from '../server.ts';
import { md5 } from '../uploads.ts';

/** What a well-behaved client would send. */
export interface Aim {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

type Draw = (site: Site, random: Random) => Aim | Promise<Aim>;

const NOTHING = Buffer.alloc(0);
const MOST_UPLOAD_BYTES = 200_000;

const get = (name: string, target: string, headers: Record<string, string> = {}): Aim => ({
  name,
  method: 'GET',
  path: target,
  headers,
  body: NOTHING,
});

/** Pages identify people by cookie, the API by cookie or bearer. */
function credentials({ signed }: Site, who: Who, random: Random): Record<string, string> {
  if (who === 'anonymous') return {};
  if (random.chance(0.5)) return { Authorization: signed[who].bearer };
  return { Cookie: signed[who].cookie, 'Sec-Fetch-Site': 'same-origin' };
}

const ofRow =
  (row: Row, isAction: boolean): Draw =>
  async (site, random) => {
    const [method = '', route = ''] = row.call.split(' ');
    const options = typeof row.options === 'function' ? await row.options(site) : row.options;
    const target = isAction ? `/_actions/${route}` : ((await row.path?.(site)) ?? route);
    const given = Object.entries(options?.headers ?? {}).map(([key, value]) => [
      key,
      String(value),
    ]);
    return {
      name: row.call,
      method,
      path: target,
      headers: {
        ...credentials(site, random.pick(CAST), random),
        ...(Object.fromEntries(given) as Record<string, string>),
      },
      body: Buffer.from(options?.body ?? ''),
    };
  };

/** A slot as from step 1; quotas have their own test. */
const upload: Draw = async ({ factory: { db }, dataDir, world }, random) => {
  const body = random.bytes(random.int(1, MOST_UPLOAD_BYTES));
  const id = newId();
  const now = Date.now();
  await db
    .insertInto('blobs')
    .values({
      id,
      host_id: world.cast.host.id,
      filename: 'IMG_0001.jpg',
      content_type: 'image/jpeg',
      byte_size: body.length,
      checksum: md5(body),
      state: 'awaiting',
      sha256: null,
      width: null,
      height: null,
      color: null,
      exif_taken_on: null,
      created_by: world.cast.general.id,
      created_at: new Date(now).toISOString(),
      slot_expires_at: new Date(now + SLOT_LIFETIME_MS).toISOString(),
    })
    .execute();
  const signature = makeSecrets(keptAppSecret(dataDir)).sign('slot', id);
  return {
    name: 'PUT a photo',
    method: 'PUT',
    path: paths.api.directUpload(`${id}.${signature}`),
    headers: { 'Content-Type': 'image/jpeg' },
    body,
  };
};

/** A link that has used up no limit. */
async function freshLink({ factory, world: { cast } }: Site) {
  const { id, token } = await makeFamily(factory, cast.resident);
  return { familyId: id, familyToken: token, residentToken: cast.resident.token };
}

const letter: Draw = ({ world: { cast, yearMonth } }) =>
  get(
    'GET a letter',
    paths.letter(yearMonth, {
      familyToken: cast.family.token,
      residentToken: cast.resident.token,
    }),
  );

const archive: Draw = async (site) =>
  get('GET an archive', paths.letterArchive(site.world.yearMonth, await freshLink(site)));

const yearArchive: Draw = async (site) => {
  const year = yearOf(site.world.yearMonth);
  return get('GET the archive of a year', paths.letterYearArchive(year, await freshLink(site)));
};

/** Beyond its limits it is refused. */
const facilityArchive: Draw = ({ signed }) =>
  get('GET the archive of a facility', paths.facilityArchive, {
    Authorization: signed.admin.bearer,
  });

const familyPhoto: Draw = async (site) => {
  const secrets = makeSecrets(keptAppSecret(site.dataDir));
  const address = familyPhotoAddresses(secrets, await freshLink(site))(site.world.items.own.blobId);
  return get("GET a family's photo", address(MASTER));
};

const staffPhoto: Draw = ({ world, signed }) =>
  get("GET a staff's photo", `/photos/staff/${world.items.own.blobId}/${MASTER}`, {
    Authorization: signed.general.bearer,
  });

const client = path.join(ROOT, 'dist/client');
let files: string[] | undefined;
/** Only once it is built: all hostile parts are loaded before. */
const listFiles = (): string[] =>
  (files ??= readdirSync(client, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${path.relative(client, path.join(entry.parentPath, entry.name))}`));

const file: Draw = (_site, random) => get('GET a file of the build', random.pick(listFiles()));

const ODD_PATHS = ['/nowhere', '/readyz', '/%', '//', '/api/', '/api/nothing', '/photos/x', '*'];
const oddPath: Draw = (_site, random) => get('GET an odd path', random.pick(ODD_PATHS));

/** Every row of the access matrix, as often as its weight; then streams. */
const ROWS: Draw[] = [
  ...[...API, ...PAGES, ...FRONT].map((row) => ofRow(row, false)),
  ...ACTIONS.map((row) => ofRow(row, true)),
];
const STREAMS = [
  ...[upload, upload, upload, letter, archive, yearArchive, facilityArchive],
  ...[familyPhoto, staffPhoto, file, oddPath],
];

/** The first cases of a run use each aim once. */
export const AIMS = ROWS.length + STREAMS.length;

export const drawAim = (index: number, site: Site, random: Random): Promise<Aim> | Aim => {
  const every = [...ROWS, ...STREAMS];
  const draw = index < AIMS ? every[index] : random.pick(random.chance(0.5) ? STREAMS : ROWS);
  return (draw ?? upload)(site, random);
};
