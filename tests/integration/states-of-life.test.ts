import { beforeEach, describe, expect, test } from 'vitest';
import { readDashboard } from '#domains/dashboard/read-dashboard.ts';
import { changeItem } from '#domains/item/change-items.ts';
import { copyItem, moveItem } from '#domains/item/item-place.ts';
import { chooseLastLetter } from '#domains/people/choose-last-letter.ts';
import { createResident } from '#domains/people/read-residents.ts';
import { updateResident } from '#domains/people/change-resident.ts';
import type { UpdateResidentInput } from '#domains/people/resident.ts';
import { CreateResidentInput } from '#domains/people/resident.ts';
import { makeResident } from '../support/factories.ts';
import { makeItem } from '../support/items.ts';
import { lettersSent, mailbox, tokyo } from '../support/delivery.ts';
import { makeLife } from '../support/life.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
let life: Awaited<ReturnType<typeof makeLife>>;
beforeEach(async () => {
  rt = await makeRuntime();
  life = await makeLife(rt);
});

const FIRST = '2026-11-01T09:00:00';
const ALL = [`${mailbox(0)} 202610`, `${mailbox(1)} 202610`];

describe('on the 1st', () => {
  test.each<[string, UpdateResidentInput, string[]]>([
    ['is away', { awaySince: '2026-10-12' }, []],
    ['is away since the day after the month', { awaySince: '2026-11-01' }, ALL],
    ['left in the month', { leftOn: '2026-10-12' }, ALL],
    ['left before it', { leftOn: '2026-09-30' }, []],
    ['died', { diedOn: '2026-10-12' }, []],
    ['was away, and died', { awaySince: '2026-10-01', diedOn: '2026-10-12' }, []],
    ['left long ago, and died', { leftOn: '2026-03-01', diedOn: '2026-10-12' }, []],
  ])('families of someone who %s', async (_state, days, mails) => {
    rt.clock.set(tokyo('2026-11-01T08:00:00'));
    await life.change(days);
    await life.runAt(FIRST);
    expect(await lettersSent(rt)).toEqual(mails);
  });

  test('someone who is away gets a letter that holds a photo of theirs', async () => {
    await life.own('2026-10-03');
    await life.change({ awaySince: '2026-10-12' });
    await life.runAt(FIRST);
    expect(await lettersSent(rt)).toEqual(ALL);
  });

  test('a state that was taken back in time changes nothing', async () => {
    await life.change({ awaySince: '2026-10-12', leftOn: '2026-09-30', diedOn: '2026-10-13' });
    await life.choose('last');
    await life.change({ awaySince: null, leftOn: null, diedOn: null });
    await life.runAt(FIRST);
    expect(await lettersSent(rt)).toEqual(ALL);
    expect(await life.subjects()).toEqual(Array(2).fill(expect.stringContaining('10月号の')));
  });
});

describe('staff', () => {
  test('are not asked about anyone who is away or has died', async () => {
    const waiting = async () => {
      const { withoutPhotos, unreached, withoutFamily } = await readDashboard(rt, life.admin);
      return [withoutPhotos.count, unreached.count, withoutFamily.count];
    };
    const alone = await makeResident(rt, life.hostId, { name: '一人' });
    await rt.db.updateTable('families').set({ email: null }).execute();
    expect(await waiting()).toEqual([2, 2, 1]);
    for (const days of [{ awaySince: '2026-10-01' }, { awaySince: null, diedOn: '2026-10-02' }]) {
      await life.change(days);
      await updateResident(rt, life.admin, alone.id, days);
      expect(await waiting()).toEqual([0, 0, 0]);
    }
    expect((await readDashboard(rt, life.admin)).families).toEqual({
      email: 0,
      link: 0,
      print: 0,
      line: 0,
    });
  });

  test('complete earlier months, and are refused later ones', async () => {
    await life.change({ leftOn: '2026-09-12' });
    const shared = { residentId: null };
    const late = await makeItem(rt, life.hostId, { ...shared, takenOn: '2026-10-02' });
    const good = await makeItem(rt, life.hostId, { ...shared, takenOn: '2026-09-30' });
    const refusal = { status: 422, errors: { takenOn: [expect.stringContaining('9月号まで')] } };
    for (const put of [moveItem, copyItem]) {
      await expect(put(rt, life.admin, late.id, life.residentId)).rejects.toMatchObject(refusal);
    }
    await moveItem(rt, life.admin, good.id, life.residentId);
    const dated = changeItem(rt, life.admin, good.id, { takenOn: '2026-10-01' });
    await expect(dated).rejects.toMatchObject(refusal);
    await life.change({ diedOn: '2026-10-12' });
    await copyItem(rt, life.admin, late.id, life.residentId);
  });

  test.each<[UpdateResidentInput, string]>([
    [{ awaySince: '2026-10-21' }, 'awaySince'],
    [{ diedOn: '2026-10-21' }, 'diedOn'],
    [{ diedOn: '1935-03-02' }, 'diedOn'],
    [{ leftOn: '1935-03-02' }, 'leftOn'],
    [{ awaySince: '1935-03-02' }, 'awaySince'],
  ])('are told kindly about %j', async (input, field) => {
    await life.change({ birthday: '1935-03-03' });
    const refused = { status: 422, errors: { [field]: [expect.stringContaining('確かめて')] } };
    await expect(life.change(input)).rejects.toMatchObject(refused);
    expect(Object.keys(refused.errors)).toEqual([field]);
  });

  test('may not enter a birthday after a stored day, but may change anything else', async () => {
    await life.change({ diedOn: '2026-10-02' });
    const late = life.change({ birthday: '2026-10-03' });
    await expect(late).rejects.toMatchObject({ errors: { birthday: [expect.any(String)] } });
    expect((await life.change({ room: '101' })).state).toBe('died');
  });

  test('may enter someone who has died already', async () => {
    const input = CreateResidentInput.parse({ name: '故人', diedOn: '2026-10-02' });
    const { id, state } = await createResident(rt, life.admin, input);
    expect(state).toBe('died');
    await chooseLastLetter(rt, life.admin, id, { choice: 'none', words: '' });
  });
});
