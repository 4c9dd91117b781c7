import { describe, expect, test } from 'vitest';
import { closeFirstSteps } from '#domains/dashboard/close-first-steps.ts';
import { firstStepsLeft } from '#domains/dashboard/first-steps.ts';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { sendOwnLetter } from '#domains/delivery/own-letter.ts';
import { readLastMonth } from '#domains/item/first-month.ts';
import { lettersShown } from '#domains/letter/desk/month-letters.ts';
import { readMonthLetters } from '#domains/letter/desk/read-month.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import { readPrintRun } from '#domains/paper/print/read-prints.ts';
import { readFamiliesPage } from '#domains/people/families-page.ts';
import { chooseResidents, readResidents } from '#domains/people/read-residents.ts';
import { castEachTest, rt, cast, admin, otherAdmin } from '../support/cast-each-test.ts';
import { NOON } from '../support/clock.ts';
import { makeFamily, makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { linkIn, mailsOf } from '../support/mailbox.ts';

castEachTest(['admin', 'otherAdmin']);

const left = async (actor = admin) => firstStepsLeft(await readDashboard(rt, actor));
const events = () =>
  rt.db
    .selectFrom('audit_logs')
    .select(['action', 'detail', 'target'])
    .where('action', '!=', 'session.started')
    .execute();

describe('the first steps', () => {
  test('are put away for one facility, once, and said in the history', async () => {
    expect(await left()).toContain('ownLetter');
    const others = await left(otherAdmin);
    await closeFirstSteps(rt, admin);
    await closeFirstSteps(rt, admin);
    expect(await left()).toEqual(['photos']);
    expect(await left(otherAdmin)).toEqual(others);
    expect(await events()).toEqual([
      { action: 'host.changed', detail: 'first_steps_closed_at', target: null },
    ]);
  });

  test('are over after two months of letters', async () => {
    const run = (year_month: number) =>
      rt.db
        .insertInto('delivery_runs')
        .values({
          ...{ host_id: cast.host.id, year_month, outcome: 'mails' as const },
          ...{ due_at: NOON, started_at: NOON, finished_at: NOON },
        })
        .execute();
    await run(202608);
    expect(await left()).toContain('ownLetter');
    await run(202609);
    expect(await left()).toEqual(['photos']);
  });

  test('count colleagues of the own facility only', async () => {
    expect(await left()).not.toContain('colleagues');
    const other = { host_id: cast.host.id };
    await rt.db
      .deleteFrom('staffs')
      .where('id', '!=', admin.id)
      .where('host_id', '=', other.host_id)
      .execute();
    expect(await left()).toContain('colleagues');
  });
});

describe('a letter to oneself', () => {
  test('is the mail of this month, to the admin alone, and leads to the preview', async () => {
    await makeItem(rt, cast.host.id, { residentId: cast.resident.id, takenOn: '2026-10-02' });
    expect(await left()).toContain('ownLetter');
    const email = await sendOwnLetter(rt, admin);
    const [mail, ...others] = await mailsOf(rt);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'delivery_test', recipient: email });
    expect(email).toBe(admin.email);
    expect(mail?.subject).toMatch(/^【ひだまりの家】（見本）/);
    expect(mail?.text).toContain('10月のお便りができました。');
    expect(linkIn(mail ?? { text: '' })).toBe(
      `${rt.env.PUBLIC_URL}/adminstaff/letters/202610/preview?resident=${cast.resident.id}`,
    );
    for (const secret of [cast.resident.token, cast.family.token, cast.family.name]) {
      expect(mail?.text).not.toContain(secret);
    }
    expect(await left()).not.toContain('ownLetter');
    expect(await left(otherAdmin)).toContain('ownLetter');
  });

  test('needs a resident', async () => {
    await rt.db.deleteFrom('residents').where('host_id', '=', cast.host.id).execute();
    await expect(sendOwnLetter(rt, admin)).rejects.toMatchObject({ status: 409 });
    expect(await mailsOf(rt)).toEqual([]);
  });
});

describe('a resident without family', () => {
  const nobody = async () => {
    const { id } = await makeResident(rt, cast.host.id, { name: '独り', photo_consent: 1 });
    await updateResident(rt, admin, id, { hasNoFamily: true });
    return id;
  };
  const askedFor = async (id: string) => {
    const { withoutFamily, withoutPhotos } = await readDashboard(rt, admin);
    const letters = await readMonthLetters(rt, admin, 202610);
    const lists = {
      family: withoutFamily.first,
      photos: withoutPhotos.first,
      check: lettersShown(letters, 'unchecked'),
      note: lettersShown(letters, 'unwritten'),
      photoless: lettersShown(letters, 'photoless'),
    };
    return Object.entries(lists).flatMap(([name, list]) =>
      list.some((one) => one.id === id) ? [name] : [],
    );
  };
  const ALL = ['family', 'photos', 'check', 'note', 'photoless'];

  test('is asked for nothing, until it is taken back', async () => {
    const id = await nobody();
    expect(await askedFor(id)).toEqual([]);
    await updateResident(rt, admin, id, { hasNoFamily: false });
    expect(await askedFor(id)).toEqual(ALL);
    expect(await events()).toMatchObject([
      { action: 'resident.changed', detail: 'has_no_family', target: id },
      { action: 'resident.changed', detail: 'has_no_family', target: id },
    ]);
  });

  test('has one again as soon as somebody is registered', async () => {
    const id = await nobody();
    const of = async () => (await readResidents(rt, admin)).find((one) => one.id === id);
    expect(await of()).toMatchObject({ hasNoFamily: true, familiesCount: 0 });
    await makeFamily(rt, { id, host_id: cast.host.id });
    expect(await of()).toMatchObject({ hasNoFamily: false, familiesCount: 1 });
    expect(await askedFor(id)).toEqual(ALL.filter((name) => name !== 'family'));
    const short = (await chooseResidents(rt, admin)).find((one) => one.id === id);
    expect(short?.hasNoFamily).toBe(false);
  });
});

describe('the letter of a resident without family', () => {
  const MONTH = 202609;
  const print = (residentId: string | null) =>
    readPrintRun(rt, admin, MONTH, { familyId: null, residentId });

  test('is printed if it is asked for, for the person and without a link', async () => {
    const nobody = await makeResident(rt, cast.host.id, { name: '独り', photo_consent: 1 });
    await makeItem(rt, cast.host.id, { residentId: nobody.id, takenOn: '2026-09-02' });
    await expect(print(nobody.id)).rejects.toMatchObject({ status: 404 });
    await updateResident(rt, admin, nobody.id, { hasNoFamily: true });
    const before = await print(null);
    expect(before.own).toEqual([{ id: nobody.id, name: '独り' }]);
    expect(before.letters.map(({ residentName }) => residentName)).not.toContain('独り');
    const { letters, left: others } = await print(nobody.id);
    expect(others).toEqual([]);
    expect(letters).toMatchObject([
      { familyId: null, familyName: '独り', residentName: '独り', url: null, address: null },
    ]);
    expect(JSON.stringify(letters)).not.toContain(nobody.token);
  });

  test('is not there without photos or words, nor of another facility', async () => {
    const { id } = await makeResident(rt, cast.host.id);
    await updateResident(rt, admin, id, { hasNoFamily: true });
    const { letters, left: others } = await print(id);
    expect([letters, others]).toMatchObject([[], [{ reason: 'noLetter' }]]);
    const foreign = readPrintRun(rt, otherAdmin, MONTH, { familyId: null, residentId: id });
    await expect(foreign).rejects.toMatchObject({ status: 404 });
  });
});

test('who has no family is listed so among those to whom letters go', async () => {
  const { id } = await makeResident(rt, cast.host.id, { name: '独り' });
  await updateResident(rt, admin, id, { hasNoFamily: true });
  const { groups } = await readFamiliesPage(rt, admin, new URLSearchParams());
  expect(groups.find(({ resident }) => resident.id === id)?.resident.hasNoFamily).toBe(true);
});

test('a facility that began this month has no letter of the last', async () => {
  expect(await readLastMonth(rt, admin)).toBeNull();
  await makeItem(rt, cast.host.id, { residentId: null, takenOn: '2026-09-30' });
  expect(await readLastMonth(rt, admin)).toBe(202609);
  expect(await readLastMonth(rt, otherAdmin)).toBeNull();
});
