import { sendAnswer } from '#domains/letter/answer/family-answers.ts';
import { sendConsent } from '#domains/letter/consent/family-consent.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import type { FamilyChange } from '#domains/people/family.ts';
import { openLink } from '#domains/letter/link.ts';
import { changeHandover } from '#domains/delivery/letters-by-hand.ts';
import { noteSeen } from '#domains/letter/mark-seen.ts';
import { makeFamily, makeLetter, makeResident } from '../factories.ts';
import type { TestRuntime } from '../runtime.ts';
import type { World } from './pairs.ts';
import { pairsOf } from './pairs.ts';

/** The letter that came out last, by the tests' clock. */
const MONTH = 202609;
const CONSENT = {
  answer: 'all',
  by: 'relative',
  byName: '田中 梅',
  relationship: '長女',
  note: '',
} as const;

async function make({ rt, cast, admin }: World) {
  const hostId = cast.host.id;
  const letter = rt.db.selectFrom('letters').select('year_month').where('host_id', '=', hostId);
  if (!(await letter.executeTakeFirst())) await makeLetter(rt, hostId, MONTH);
  const resident = await makeResident(rt, hostId, { created_at: '2026-01-05T03:00:00.000Z' });
  const row = await makeFamily(rt, resident);
  const link = await openLink(rt, { residentToken: resident.token, familyToken: row.token });
  if (!link) throw new Error('the link does not open');
  return { admin, row, link, elsewhere: cast.neighbour.id };
}

type Made = Awaited<ReturnType<typeof make>>;

async function readFamily({ rt }: World, { row }: Made) {
  const rows = rt.db.selectFrom('families').selectAll().where('id', '=', row.id);
  const after = await rows.executeTakeFirst();
  return after && { ...after, before: row };
}

type After = NonNullable<Awaited<ReturnType<typeof readFamily>>>;

const change =
  (input: FamilyChange) =>
  (rt: TestRuntime, { admin, row }: Made) =>
    changeFamily(rt, admin, row.id, input);

const fields = (input: FamilyChange, counted: (row: After) => boolean) =>
  ({ apply: change(input), log: 'family.changed', counted }) as const;

const family = pairsOf({
  make,
  read: readFamily,
  changes: {
    name: fields({ name: '田中 二郎' }, (row) => row.name === '田中 二郎'),
    relationship: fields({ relationship: '長男' }, (row) => row.relationship === '長男'),
    mail: fields(
      { delivery: 'email', email: 'jiro@example.jp' },
      (row) => row.delivery === 'email',
    ),
    address: fields({ town: '銀座', postcode: '1040061' }, (row) => row.town === '銀座'),
    resident: {
      apply: (rt, { admin, row, elsewhere }) =>
        changeFamily(rt, admin, row.id, { residentId: elsewhere }),
      log: 'family.changed',
      counted: (row) => row.resident_id !== row.before.resident_id,
    },
    'new link': {
      apply: change({ rotateToken: true }),
      log: 'family.link_renewed',
      counted: (row) => row.token !== row.before.token,
    },
    // Another resident's letter was not handed over, and a new link has to be.
    'handed over': {
      apply: (rt, { admin, row }) => changeHandover(rt, admin, MONTH, row.id, true),
      log: 'handover.done',
    },
    answer: {
      apply: (rt, { link }) => sendAnswer(rt, link, MONTH, 'ありがとうございます。'),
      log: 'answer.sent',
    },
    consent: {
      apply: (rt, { link }) => sendConsent(rt, link, CONSENT),
      log: 'consent.answered',
    },
    remove: {
      apply: (rt, { admin, row }) => removeFamily(rt, admin, row.id),
      log: 'family.deleted',
    },
  },
});

/** 見ました is nobody's act in the log. */
const letterOfFamily = pairsOf({
  make,
  async read(world, made) {
    const reads = world.rt.db.selectFrom('letter_reads').selectAll();
    const read = await reads.where('family_id', '=', made.row.id).executeTakeFirst();
    return (await readFamily(world, made)) && { read };
  },
  changes: {
    seen: {
      apply: (rt, { link }) => noteSeen(rt, link, MONTH, 'glad'),
      counted: ({ read }) => read?.stamp === 'glad',
    },
    answer: {
      apply: (rt, { link }) => sendAnswer(rt, link, MONTH, 'うれしいです。'),
      log: 'answer.sent',
      counted: ({ read }) => read?.answers === 1,
    },
    remove: {
      apply: (rt, { admin, row }) => removeFamily(rt, admin, row.id),
      log: 'family.deleted',
    },
  },
});

export const FAMILIES = { family, letterOfFamily };
