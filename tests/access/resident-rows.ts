import type { Call } from '../support/http.ts';
import { json } from '../support/http.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { readingField } from '#domains/people/readings.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, exportPage, form, page } from './row.ts';
import type { Site } from './site.ts';

const VIEW = '/api/v1/views/admin_staffs/residents';
const PAGE = '/adminstaff/residents';
const person = { name: '高橋 ハル', nameKana: 'たかはし はる', birthday: '1935-03-03' };

export const RESIDENT_API: Row[] = [
  { call: 'POST /api/v1/actions/residents', options: json(person), expected: admins(201) },
  { call: `GET ${VIEW}`, expected: admins(200) },
  { call: `POST ${VIEW}`, options: json(person), expected: admins(201) },
  {
    call: `PATCH ${VIEW}/[id]`,
    path: ({ world }) => `${VIEW}/${world.cast.neighbour.id}`,
    unknown: `${VIEW}/${UNKNOWN}`,
    options: { ...json({ room: '201', rotateToken: true }), method: 'PATCH' },
    expected: admins(200, 404),
  },
  {
    call: `PATCH ${VIEW}/[id]`,
    path: async (site) => `${VIEW}/${await died(site)}`,
    unknown: `${VIEW}/${UNKNOWN}`,
    options: { ...json({ awaySince: null, leftOn: null, diedOn: null }), method: 'PATCH' },
    expected: admins(200, 404),
  },
  {
    call: `DELETE ${VIEW}/[id]`,
    path: async (site) => `${VIEW}/${await mistaken(site)}`,
    unknown: `${VIEW}/${UNKNOWN}`,
    options: { method: 'DELETE' },
    expected: admins(204, 404),
  },
];

export const RESIDENT_PAGES: Row[] = [
  page(PAGE, adminPage()),
  page(`${PAGE}/new`, adminPage()),
  page(`${PAGE}/import`, adminPage()),
  page(`${PAGE}/export.csv`, exportPage()),
  page(`${PAGE}/readings`, adminPage()),
  page(`${PAGE}/template.csv`, adminPage()),
  page(
    `${PAGE}/[id]`,
    { ...adminPage(), other: 404 },
    {
      path: ({ world }) => `${PAGE}/${world.cast.resident.id}`,
      unknown: `${PAGE}/${UNKNOWN}`,
    },
  ),
];

const adminForm = { anonymous: 401, general: 403, admin: 204, other: 204, inactive: 403 };

type Fields = Record<string, string>;

/** A form about one of our residents; 404 for another facility's admin. */
const about = (action: string, make: (site: Site) => Promise<string>, fields: Fields): Row => ({
  call: `POST residents.${action}`,
  options: async (site) => form({ id: await make(site), ...fields }),
  unknownOptions: form({ id: UNKNOWN, ...fields }),
  expected: { ...adminForm, other: 404 },
});

const resident = ({ world }: Site): Promise<string> => Promise.resolve(world.cast.neighbour.id);

/** A resident with photos to decide about, created for each caller. */
const undecided = async ({ factory, world }: Site): Promise<string> => {
  const hidden = { photo_consent: 0, photos_hidden: 1 } as const;
  const { id, host_id } = await makeResident(factory, world.cast.host.id, hidden);
  await makeItem(factory, host_id, { residentId: id, takenOn: '2026-01-02' });
  return id;
};

/** Entered by mistake, created for each caller. */
const mistaken = async ({ factory, world }: Site): Promise<string> =>
  (await makeResident(factory, world.cast.host.id)).id;

/** Without a reading, created for each caller. */
const unread = async ({ factory, world }: Site): Promise<string> =>
  (await makeResident(factory, world.cast.host.id, { name_kana: '' })).id;

/** Away before; created for each caller. */
const died = async ({ factory, world }: Site): Promise<string> => {
  const days = { away_since: '2026-01-02', died_on: '2026-01-03', letters_end: '2026-01-01' };
  return (await makeResident(factory, world.cast.host.id, days)).id;
};

const BOUNDARY = 'tsukidayori-test';

export const file = (name: string, content: string): Call => ({
  method: 'POST',
  headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
  body: [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"; filename="list.csv"`,
    'Content-Type: text/csv',
    '',
    content,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n'),
});

const fields = { name: '高橋 ハル', photoConsent: 'yes' };

export const RESIDENT_ACTIONS: Row[] = [
  {
    call: 'POST residents.create',
    options: form(fields),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  about('update', resident, { ...fields, name: '鈴木 正', shown: '{}' }),
  about('rotateToken', resident, { understood: 'on' }),
  about('decidePhotos', undecided, { decision: 'delete' }),
  about('remove', mistaken, {}),
  about('setState', died, { awaySince: '', leftOn: '', diedOn: '', shown: '{}' }),
  about('comeBack', died, {}),
  about('setFamilies', died, { hasNoFamily: 'yes' }),
  about('takeBackDeath', died, {}),
  about('chooseLastLetter', died, { choice: 'last', words: '安らかに。' }),
  {
    call: 'POST residents.saveReadings',
    options: async (site) => form({ [readingField(await unread(site))]: 'たかはし はる' }),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  {
    call: 'POST residents.tryImport',
    options: file('file', '氏名\r\n新しい人'),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  {
    call: 'POST residents.wrongLines',
    options: form({ csv: '氏名\r\n新しい人' }),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
  {
    call: 'POST residents.addAll',
    options: form({ csv: '氏名\r\n新しい人' }),
    expected: { ...adminForm, admin: 200, other: 200 },
  },
];
