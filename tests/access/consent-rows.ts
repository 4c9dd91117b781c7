import { makeConsent } from '../support/consents.ts';
import { makeResident } from '../support/factories.ts';
import { json } from '../support/http.ts';
import { JOINING_ACTIONS, JOINING_API, JOINING_PAGES } from './joining-rows.ts';
import type { Row } from './row.ts';
import { UNKNOWN, adminPage, admins, form, page } from './row.ts';
import type { Site } from './site.ts';

const CALL = '/api/v1/actions/residents/[id]/consents';
const to = (id: string): string => CALL.replace('[id]', id);

export const CONSENT_API: Row[] = [
  ...JOINING_API,
  {
    call: `GET ${CALL}`,
    path: ({ world }) => to(world.cast.neighbour.id),
    unknown: to(UNKNOWN),
    expected: admins(200, 404),
  },
  {
    call: `POST ${CALL}`,
    path: ({ world }) => to(world.cast.neighbour.id),
    unknown: to(UNKNOWN),
    options: json({ answer: 'all', by: 'relative', how: 'paper' }),
    expected: admins(201, 404),
  },
];

/** Names a resident on a photo of 施設全体. */
export const nameOne = ({ world }: Site) => ({
  ...json({ residentIds: [world.cast.resident.id] }),
  method: 'PUT',
});

export const CONSENT_PAGES: Row[] = [
  page('/adminstaff/residents/consents', adminPage()),
  ...JOINING_PAGES,
];

/** Created for each caller. */
const resident = async ({ factory, world }: Site, answer: null | 1): Promise<string> =>
  (await makeResident(factory, world.cast.host.id, { photo_consent: answer })).id;

const asked = (site: Site) => resident(site, null);

/** A family's answer, created for each caller. */
const waiting = async (site: Site): Promise<string> => {
  const { id: host_id } = site.world.cast.host;
  return makeConsent(site.factory, { id: await asked(site), host_id });
};

const adminForm = { anonymous: 401, general: 403, admin: 200, other: 404, inactive: 403 };

const press = (action: string, act: string, make: (site: Site) => Promise<string>): Row => ({
  call: `POST consents.${action}`,
  options: async (site) => form({ press: `${act} ${await make(site)}` }),
  unknownOptions: form({ press: `${act} ${UNKNOWN}` }),
  expected: adminForm,
});

const ANSWER = { answer: 'own', by: 'person', how: 'spoken', on: '', note: '', before: 'unknown' };
const record = (id: string) => form({ ...ANSWER, byName: '', relationship: '', id });

export const CONSENT_ACTIONS: Row[] = [
  ...JOINING_ACTIONS,
  {
    call: 'POST consents.record',
    options: async (site) => record(await asked(site)),
    unknownOptions: record(UNKNOWN),
    expected: { ...adminForm, admin: 204 },
  },
  press('recordSeveral', 'all', asked),
  press('confirm', 'confirm', waiting),
  press('keep', 'keep', (site) => resident(site, 1)),
];
