import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { saveNote } from '#domains/letter/note/write-notes.ts';
import { decidePhotos } from '#domains/item/decide-on-photos.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { addConsent, answerSeveral } from '#domains/people/consent-records/answer-consent.ts';
import {
  confirmConsents,
  declineConsents,
} from '#domains/people/consent-records/confirm-consents.ts';
import { listConsentsOf } from '#domains/people/consent-records/consent-rows.ts';
import { answerOf } from '#domains/people/consent.ts';
import { findResident } from '#domains/people/resident-rows.ts';
import { removeResident } from '#domains/people/remove-resident.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { UpdateResidentInput } from '#domains/people/resident.ts';
import { makeConsent } from '../consents.ts';
import { makeResident } from '../factories.ts';
import { makeItem } from '../items.ts';
import type { TestRuntime } from '../runtime.ts';
import type { World } from './pairs.ts';
import { pairsOf } from './pairs.ts';

const MONTH = 202610;

async function make({ rt, cast, admin }: World) {
  const hostId = cast.host.id;
  const { blob_id: portrait } = await makeItem(rt, hostId, {
    residentId: null,
    takenOn: '2026-10-01',
  });
  await rt.db.deleteFrom('items').where('blob_id', '=', portrait).execute();
  const row = await makeResident(rt, hostId, {
    photo_consent: 0,
    photos_hidden: 1,
    portrait_blob_id: portrait,
  });
  return { admin, row, again: `${portrait}.${rt.secrets.sign('blob', portrait)}` };
}

type Made = Awaited<ReturnType<typeof make>>;

const readRow = ({ rt }: World, { row }: Made) =>
  rt.db
    .selectFrom('residents')
    .leftJoin('blobs', 'blobs.id', 'residents.portrait_blob_id')
    .selectAll('residents')
    .select('blobs.state as portrait_state')
    .where('residents.id', '=', row.id)
    .executeTakeFirst();

type After = NonNullable<Awaited<ReturnType<typeof readRow>>>;

const change =
  (input: UpdateResidentInput) =>
  (rt: TestRuntime, { admin, row }: Made) =>
    updateResident(rt, admin, row.id, input);

const dayChange = (input: UpdateResidentInput, counted: (after: After) => boolean) =>
  ({ apply: change(input), log: 'resident.state_changed', counted }) as const;

const CHANGES = {
  name: {
    apply: change({ name: '田中 梅子', nameKana: 'タナカ ウメコ' }),
    log: 'resident.changed',
    counted: (row: After) => row.name === '田中 梅子' && row.name_kana === 'タナカ ウメコ',
  },
  away: dayChange({ awaySince: '2026-10-10' }, (row) => row.away_since === '2026-10-10'),
  died: dayChange({ diedOn: '2026-10-16' }, (row) => row.letters_end === '2026-10-01'),
} as const;

const resident = pairsOf({
  make,
  read: readRow,
  changes: {
    ...CHANGES,
    room: {
      apply: change({ room: '205号室' }),
      log: 'resident.changed',
      counted: (row) => row.room === '205号室',
    },
    birthday: {
      apply: change({ birthday: '1935-04-01' }),
      log: 'resident.changed',
      counted: (row) => row.birthday === '1935-04-01',
    },
    left: dayChange({ leftOn: '2026-10-15' }, (row) => row.left_on === '2026-10-15'),
    'new link': {
      apply: change({ rotateToken: true }),
      log: 'resident.token_rotated',
    },
    'no portrait': {
      apply: change({ portrait: null }),
      log: 'resident.changed',
      counted: (row) => row.portrait_blob_id === null,
    },
    'the same portrait, sent again': {
      apply: (rt, { admin, row, again }) => updateResident(rt, admin, row.id, { portrait: again }),
      counted: (row) => row.portrait_state === 'ready' || row.portrait_state === null,
    },
    consent: {
      apply: change({ photoConsent: null }),
      log: 'resident.consent_changed',
      counted: (row) => row.photo_consent === null,
    },
    'decision on photos': {
      apply: (rt, { admin, row }) =>
        decidePhotos(rt, admin, row.id, { decision: 'keep', itemIds: [] }),
      log: 'resident.photos_decided',
      counted: (row) => row.photos_hidden === 0,
    },
    remove: {
      apply: (rt, { admin, row }) => removeResident(rt, admin, row.id),
      log: 'resident.deleted',
    },
  },
});

const residentWhoDied = pairsOf({
  async make(world) {
    const made = await make(world);
    await updateResident(world.rt, world.admin, made.row.id, { diedOn: '2026-10-14' });
    return made;
  },
  read: readRow,
  changes: {
    name: CHANGES.name,
    away: CHANGES.away,
    'other day': dayChange({ diedOn: '2026-10-13' }, (row) => row.died_on === '2026-10-13'),
    'last letter': {
      apply: (rt, { admin, row }) =>
        chooseLastLetter(rt, admin, row.id, { choice: 'last', words: 'お悔やみ申し上げます。' }),
      log: 'resident.last_letter_chosen',
      counted: (row) => row.last_letter === 1,
    },
  },
});

/** What is said about one month of one resident, in three places. */
const monthOfResident = pairsOf({
  make,
  async read({ rt }, { row }) {
    const of = { host_id: row.host_id, resident_id: row.id, year_month: MONTH };
    const note = rt.db.selectFrom('letter_notes').select('body');
    const check = rt.db.selectFrom('letter_checks').select(['checked_at', 'held_back']);
    return {
      note: await note.where((eb) => eb.and(of)).executeTakeFirst(),
      check: await check.where((eb) => eb.and(of)).executeTakeFirst(),
    };
  },
  changes: {
    died: { ...CHANGES.died, counted: () => true },
    note: {
      apply: (rt, { admin, row }) =>
        saveNote(rt, admin, MONTH, row.id, { body: 'お元気です。', version: 0 }),
      log: 'note.saved',
      counted: ({ note }) => note?.body === 'お元気です。',
    },
    "a colleague's note": {
      apply: (rt, { admin, row }) =>
        saveNote(rt, admin, MONTH, row.id, { body: 'よく歩かれます。', version: 0 }),
      log: 'note.saved',
      counted: ({ note }) => note?.body === 'よく歩かれます。',
    },
    checked: {
      apply: (rt, { admin, row }) => checkWithNote(rt, admin, MONTH, row.id, { checked: true }),
      log: 'letter.checked',
      counted: ({ check }) => check !== undefined && check.checked_at !== null,
    },
    skipped: {
      apply: (rt, { admin, row }) =>
        checkWithNote(rt, admin, MONTH, row.id, { whySkipped: '入院のため' }),
      log: 'letter.held_back',
      counted: ({ check }) => check?.held_back === '入院のため',
    },
  },
});

/** Answers about a resident's photos: each is kept, and the last one holds. */
const consentOfResident = pairsOf({
  async make(world) {
    const { admin, row } = await make(world);
    return { admin, row, waiting: await makeConsent(world.rt, row, { answer: 'none' }) };
  },
  async read({ rt }, { row, waiting }) {
    const resident = await findResident(rt.db, row.host_id, row.id);
    const answers = await listConsentsOf(rt.db, row.host_id, row.id);
    const said = answers.filter(({ confirmed_at: at }) => at !== null);
    const holds = resident && answerOf(resident);
    if (said.length > 0 && !said.some(({ answer }) => answer === holds)) {
      throw new Error('what holds was never said');
    }
    return resident && { resident, answers, waiting };
  },
  changes: {
    'on paper, for the own family': {
      apply: (rt, { admin, row }) => addConsent(rt, admin, row.id, { answer: 'own', how: 'paper' }),
      log: 'resident.consent_changed',
      counted: ({ answers }) => answers.some(({ answer }) => answer === 'own'),
    },
    'on paper, for all': {
      apply: (rt, { admin, row }) => answerSeveral(rt, admin, [row.id], 'all'),
      counted: ({ answers }) => answers.some(({ answer }) => answer === 'all'),
    },
    "a family's is confirmed": {
      apply: (rt, { admin, waiting }) => confirmConsents(rt, admin, [waiting], 'all'),
      counted: ({ answers, waiting }) =>
        answers.some(({ id, confirmed_at: at }) => id === waiting && at !== null),
    },
    "a family's is declined": {
      apply: (rt, { admin, waiting }) => declineConsents(rt, admin, [waiting], 'all'),
      log: 'resident.consent_declined',
      counted: ({ answers, waiting }) => answers.every(({ id }) => id !== waiting),
    },
    wish: {
      apply: (rt, { admin, row }) => updateResident(rt, admin, row.id, { ownWish: '笑顔で' }),
      log: 'resident.changed',
      counted: ({ resident }) => resident.own_wish === '笑顔で',
    },
  },
});

export const RESIDENTS = { resident, residentWhoDied, monthOfResident, consentOfResident };
