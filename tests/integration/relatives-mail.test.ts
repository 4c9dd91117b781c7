import { beforeEach, describe, expect, test } from 'vitest';
import { checkWithNote } from '#domains/letter/check/check-with-note.ts';
import { runDeliveries } from '#domains/delivery/monthly-run.ts';
import { sendLetter, sendLetters } from '#domains/delivery/send-on-request.ts';
import { changeFamily, removeFamily } from '#domains/people/manage-families.ts';
import type { FamilyChange } from '#domains/people/family.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { paths } from '#lib/paths.ts';
import { tokyo } from '../support/delivery.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import type { Relatives } from '../support/relatives.ts';
import { YUMI, makeOldHost, makeRelatives, tokensNow } from '../support/relatives.ts';
import { inWords } from '../support/mailbox.ts';

const MONTH = 202610;
let all: Relatives;
let { rt, admin, haru, kiyo, ofHaru, ofKiyo } = {} as Relatives;
beforeEach(async () => {
  all = await makeRelatives();
  ({ rt, admin, haru, kiyo, ofHaru, ofKiyo } = all);
});

const change = ({ id }: { id: string }, set: FamilyChange) => changeFamily(rt, admin, id, set);

const deliver = async (): Promise<void> => {
  rt.clock.set(tokyo('2026-11-01T09:00:00'));
  await runDeliveries(rt);
};
const outbox = async () =>
  inWords(
    await rt.db
      .selectFrom('outbox')
      .select(['id', 'recipient', 'subject', 'text', 'html', 'content', 'stopped', 'state'])
      .where('kind', '=', 'delivery')
      .orderBy('subject')
      .execute(),
  );
/** Whose letters each mail brings; `!` is a stopped one. */
const mails = async (): Promise<string[]> => {
  const found: string[] = [];
  for (const mail of await outbox()) {
    const names = [];
    for (const [family, name] of [
      [ofHaru, 'ハル'],
      [ofKiyo, 'キヨ'],
    ] as const) {
      const tokens = await tokensNow(all, family).catch(() => null);
      if (tokens && mail.text.includes(paths.letter(MONTH, tokens))) names.push(name);
    }
    found.push(`${mail.stopped ? '!' : ''}${names.join('+')}`);
  }
  return found.sort();
};
const states = async () =>
  (
    await rt.db
      .selectFrom('deliveries')
      .leftJoin('outbox', 'outbox.id', 'deliveries.outbox_id')
      .select(['family_id', 'deliveries.state', 'outbox.id as mail'])
      .execute()
  )
    .map(
      ({ family_id, state, mail }) =>
        `${family_id === ofHaru.id ? 'ハル' : 'キヨ'} ${state}${mail ? '' : ' gone'}`,
    )
    .sort();

describe('the monthly mail', () => {
  test('is one, names both, and holds both links', async () => {
    await deliver();
    await runDeliveries(rt);
    expect(await mails()).toEqual(['ハル+キヨ']);
    expect(await states()).toEqual(['キヨ queued', 'ハル queued']);
    const [mail] = await outbox();
    expect(mail?.recipient).toBe('yumi@example.jp');
    expect(mail?.subject).toContain('佐藤様と鈴木様');
    expect(mail?.text).toContain('▼ 佐藤 ハル 様のお便りを読む');
    expect(mail?.html).toContain('鈴木 キヨ 様のお便りを読む');
    expect(mail?.text.match(/高橋 由美 様/g)).toHaveLength(1);
  });

  test.each([1, 2, 3])('is one in batches of %i', async (batch) => {
    await makeFamily(rt, haru, { ...YUMI, email: 'ani@example.jp' });
    rt.clock.set(tokyo('2026-11-01T09:00:00'));
    await Promise.all([runDeliveries(rt, { batch }), runDeliveries(rt, { batch })]);
    expect(await mails()).toEqual(['', 'ハル+キヨ']);
  });

  test.each<[string, () => Promise<unknown>, string[]]>([
    [
      'a letter is skipped',
      () => checkWithNote(rt, admin, MONTH, haru.id, { whySkipped: '入院中のため' }),
      ['キヨ'],
    ],
    [
      'someone is away',
      () => updateResident(rt, admin, haru.id, { awaySince: '2026-10-02' }),
      ['キヨ'],
    ],
    [
      'someone has left',
      () => updateResident(rt, admin, kiyo.id, { leftOn: '2026-09-02' }),
      ['ハル'],
    ],
    [
      'someone has died',
      () => updateResident(rt, admin, haru.id, { diedOn: '2026-10-12' }),
      ['キヨ'],
    ],
    [
      'someone has died and there is a last letter: a mail of its own',
      async () => {
        await updateResident(rt, admin, haru.id, { diedOn: '2026-10-12' });
        await chooseLastLetter(rt, admin, haru.id, { choice: 'last', words: '安らかに。' });
      },
      ['キヨ', 'ハル'],
    ],
    ['another address', () => change(ofKiyo, { email: 'kiyo@example.jp' }), ['キヨ', 'ハル']],
    ['another way', () => change(ofKiyo, { delivery: 'link' }), ['ハル']],
    ['the same resident twice', () => change(ofKiyo, { residentId: haru.id }), ['キヨ', 'ハル']],
  ])('leaves out what does not belong in it: %s', async (_what, prepare, expected) => {
    await prepare();
    await deliver();
    expect(await mails()).toEqual(expected);
  });

  test('does not join families of two facilities', async () => {
    const other = await makeOldHost(rt);
    await makeFamily(rt, await makeResident(rt, other.hostId), YUMI);
    await deliver();
    expect(await mails()).toEqual(['', 'ハル+キヨ']);
  });
});

describe('while the mail waits', () => {
  beforeEach(deliver);

  test.each<[string, () => Promise<unknown>, string[], string[]]>([
    [
      'holding one letter back',
      () => checkWithNote(rt, admin, MONTH, haru.id, { whySkipped: '入院中のため' }),
      ['キヨ'],
      ['キヨ queued'],
    ],
    [
      'a death',
      () => updateResident(rt, admin, haru.id, { diedOn: '2026-10-30' }),
      ['!ハル', 'キヨ'],
      ['キヨ queued', 'ハル queued'],
    ],
    [
      'another address',
      () => change(ofHaru, { email: 'haru@example.jp' }),
      ['キヨ'],
      ['キヨ queued'],
    ],
    ['another way', () => change(ofHaru, { delivery: 'link' }), ['キヨ'], ['キヨ queued']],
    ['another resident', () => change(ofHaru, { residentId: kiyo.id }), ['キヨ'], ['キヨ queued']],
    ['a removal', () => removeFamily(rt, admin, ofHaru.id), ['キヨ'], ['キヨ queued']],
    ['a renewed link', () => change(ofHaru, { rotateToken: true }), [], []],
    [
      "a resident's renewed link",
      () => updateResident(rt, admin, haru.id, { rotateToken: true }),
      [],
      [],
    ],
  ])('%s concerns one letter, and loses none', async (_what, act, expected, delivered) => {
    await act();
    expect(await mails()).toEqual(expected);
    expect(await states()).toEqual(delivered);
    await runDeliveries(rt);
    expect(await mails()).toEqual(expected);
    for (const { text } of await outbox()) {
      expect(text.match(/▼/g)).toHaveLength(1);
      expect(text).not.toContain('みなさま');
    }
  });

  test('a death that is taken back sends the other one after all', async () => {
    await updateResident(rt, admin, haru.id, { diedOn: '2026-10-30' });
    await updateResident(rt, admin, haru.id, { diedOn: null });
    expect(await mails()).toEqual(['キヨ', 'ハル']);
  });

  test('one that is being sent goes as it is', async () => {
    const lease = new Date(rt.clock.now().getTime() + 3 * 60_000).toISOString();
    await rt.db.updateTable('outbox').set({ attempts: 1, next_attempt_at: lease }).execute();
    await checkWithNote(rt, admin, MONTH, haru.id, { whySkipped: '入院中のため' });
    expect(await mails()).toEqual(['ハル+キヨ']);
  });
});

describe('sending by hand', () => {
  const setMails = (set: object) => rt.db.updateTable('outbox').set(set).execute();
  beforeEach(deliver);

  test('a failed mail goes again as one', async () => {
    await setMails({ state: 'failed', last_error: '552' });
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'failed' })).toBe(2);
    expect(await mails()).toEqual(['ハル+キヨ']);
    await setMails({ state: 'failed', last_error: '552' });
    await sendLetter(rt, admin, { familyId: ofKiyo.id, yearMonth: MONTH });
    expect(await mails()).toEqual(['ハル+キヨ']);
    expect(await states()).toEqual(['キヨ queued', 'ハル queued']);
  });

  test('what never went goes as one, also over many batches', async () => {
    await rt.db.deleteFrom('deliveries').execute();
    await rt.db.deleteFrom('outbox').execute();
    for (let n = 0; n < 45; n++) await makeFamily(rt, haru, { ...YUMI, email: `a${n}@example.jp` });
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'unsent' })).toBe(47);
    expect((await mails()).filter((names) => names !== '')).toEqual(['ハル+キヨ']);
    expect(await outbox()).toHaveLength(46);
  });

  test('one that has arrived is sent again alone', async () => {
    await setMails({ state: 'sent', sent_at: rt.clock.now().toISOString() });
    await sendLetter(rt, admin, { familyId: ofKiyo.id, yearMonth: MONTH });
    expect(await mails()).toEqual(['キヨ', 'ハル+キヨ']);
    expect(await states()).toEqual(['キヨ queued', 'ハル sent']);
  });

  test('a failed one loses only what is skipped', async () => {
    await setMails({ state: 'failed', last_error: '552' });
    await checkWithNote(rt, admin, MONTH, haru.id, { whySkipped: '入院中のため' });
    expect(await states()).toEqual(['キヨ failed gone']);
    expect(await sendLetters(rt, admin, { yearMonth: MONTH, which: 'failed' })).toBe(1);
    expect(await mails()).toEqual(['キヨ']);
  });
});
