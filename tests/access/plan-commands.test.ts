import { expect, test } from 'vitest';
import { newId } from '#server/secrets.ts';
import { runAdmin } from '../support/admin-command.ts';
import { useSite } from './site.ts';

const site = useSite();

const admin = (...args: string[]) => runAdmin(site(), args);

const planNow = async (hostId: string) =>
  (
    await site()
      .factory.db.selectFrom('hosts')
      .select('plan')
      .where('id', '=', hostId)
      .executeTakeFirstOrThrow()
  ).plan;

test.each([
  ['small', [], 'small', '入居者20人'],
  ['small', ['--plan', 'large'], 'large', '入居者150人'],
  ['none', [], null, '制限はありません'],
])('with the plan %s continues with %j as %s', async (had, options, has, says) => {
  const { otherHost } = site().world.cast;
  expect(await admin('set-plan', otherHost.id, had)).toMatchObject({ code: 0 });
  const { code, out } = await admin('continue-facility', otherHost.id, ...options);
  expect(code).toBe(0);
  expect(out).toContain(says);
  expect(await planNow(otherHost.id)).toBe(has);
});

test.each([
  ['large', 'large', '入居者150人、写真200GB'],
  ['none', null, '人数と容量の制限はありません'],
  ['standard', 'standard', '入居者50人、写真60GB'],
])('gets the plan %s', async (word, has, says) => {
  const { otherHost } = site().world.cast;
  const { code, out } = await admin('set-plan', otherHost.id, word);
  expect(code).toBe(0);
  expect(out).toContain(`「${otherHost.name}」`);
  expect(out).toContain(says);
  expect(await planNow(otherHost.id)).toBe(has);
  const listed = (await admin('facilities')).out.split('\n');
  expect(listed.find((line) => line.includes(otherHost.id))).toContain(has ?? '制限なし');
});

test.each([['gold'], []])('keeps its plan with the argument %j', async (...words) => {
  const { otherHost } = site().world.cast;
  const before = await planNow(otherHost.id);
  const { code, out, err } = await admin('set-plan', otherHost.id, ...words);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('small、standard、large、none');
  expect(await planNow(otherHost.id)).toBe(before);
  expect((await admin('set-plan', newId(), 'small')).err).toContain('この番号の施設はありません');
});
