import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { endedWords, forgetEndedFacilities } from '#domains/facility/ending/ended.ts';
import { setEnding, takeBackEnding } from '#domains/facility/ending/set-ending.ts';
import { EndedLink, requireLink } from '#domains/letter/link.ts';
import { deleteEndedFacilities } from '#domains/operator/delete-ended.ts';
import { beginRemoval, removalJobs } from '#domains/operator/remove-facility.ts';
import { makeJobWorker } from '#server/jobs.ts';
import { addDays, civilDateOf } from '#lib/calendar.ts';
import { readEnv } from '#server/env.ts';
import { openRuntime } from '#server/runtime.ts';
import { restoreBackup } from '../../commands/restore.ts';
import { backUp, makeFolder } from '../support/backups.ts';
import { cast, castEachTest, rt as original } from '../support/cast-each-test.ts';
import { DAY } from '../support/clock.ts';
import { endingOf } from '../support/endings.ts';
import { rowsOfHost } from '../support/host-rows.ts';
import { onlyOnFile } from '../support/on-file.ts';
import type { TestRuntime } from '../support/runtime.ts';

castEachTest();

/** The cast's, or the one of its restored backup. */
let rt: TestRuntime;
/** Everybody was told. */
let unnotified: { familyId: string; familyName: string; residentName: string }[] = [];
beforeEach(async () => {
  unnotified = [];
  rt = original;
  await setEnding(rt, null, endingOf(rt, cast.host.id, 30));
});

const sweep = () => deleteEndedFacilities(rt, () => Promise.resolve(unnotified));
const workOff = () => makeJobWorker({ ...rt, handlers: removalJobs(rt) }).drain();
const today = () => civilDateOf(rt.clock.now());
const LAST_DAY = '2026-11-16';
const row = () =>
  rt.db.selectFrom('facility_endings').selectAll().where('host_id', '=', cast.host.id);
const isThere = async (): Promise<boolean> => (await row().executeTakeFirst()) !== undefined;
/** Day by day, looked at several times a day, as the server does. */
async function pass(days: number): Promise<void> {
  for (let n = 0; n < days; n++) {
    rt.clock.advance(DAY);
    for (let look = 0; look < 3; look++) await sweep();
  }
}
const tokens = () =>
  new URLSearchParams({ resident_token: cast.resident.token, family_token: cast.family.token });

describe('an ended facility', () => {
  test('is deleted after sixty days and one more, and not before', async () => {
    const before = await rowsOfHost(rt.db, cast.otherHost.id);
    while (today() < addDays(LAST_DAY, 61)) {
      await pass(1);
      expect(await isThere()).toBe(true);
    }
    expect(await row().executeTakeFirst()).toMatchObject({ days_given: 61 });
    expect((await requireLink(rt, tokens())).isOver).toBe(true);
    await pass(1);
    expect(today()).toBe('2027-01-17');
    expect(await isThere()).toBe(false);
    await workOff();
    expect(await rowsOfHost(rt.db, cast.host.id)).toEqual({});
    expect(await rowsOfHost(rt.db, cast.otherHost.id)).toEqual(before);
  });

  test('is not deleted while somebody is unnotified, and then only after sixty days more', async () => {
    unnotified = [{ familyId: 'a', familyName: '田中', residentName: '田中' }];
    await pass(200);
    expect(await row().executeTakeFirst()).toMatchObject({ days_given: 0 });
    unnotified = [];
    await pass(61);
    expect(await isThere()).toBe(true);
    await pass(1);
    expect(await isThere()).toBe(false);
  });

  test('is not deleted by a clock that jumps ahead, and back', async () => {
    while (today() <= addDays(LAST_DAY, 60)) {
      const now = rt.clock.now().toISOString();
      if ([0, 20, 60].some((days) => today() === addDays(LAST_DAY, days))) {
        rt.clock.set('2031-01-01T00:00:00.000Z');
        for (let look = 0; look < 3; look++) await sweep();
        expect(await isThere()).toBe(true);
        rt.clock.set(now);
        await sweep();
      }
      expect(await isThere()).toBe(true);
      await pass(1);
    }
    await pass(2);
    expect(await isThere()).toBe(false);
  });

  test('is not deleted at once after a year without the server', async () => {
    await pass(40);
    rt.clock.advance(365 * DAY);
    const { days_given: given } = await row().executeTakeFirstOrThrow();
    await sweep();
    await pass(61 - given - 1);
    expect(await isThere()).toBe(true);
    await pass(1);
    expect(await isThere()).toBe(false);
  });

  test('stays when it is taken back on the last evening', async () => {
    await pass(91);
    await takeBackEnding(rt, null, { hostId: cast.host.id });
    await pass(30);
    await workOff();
    expect(await rowsOfHost(rt.db, cast.host.id)).toHaveProperty('families');
    expect((await requireLink(rt, tokens())).isOver).toBe(false);
  });

  test('cannot be taken back once it is being deleted', async () => {
    await pass(92);
    await expect(takeBackEnding(rt, null, { hostId: cast.host.id })).rejects.toMatchObject({
      status: 409,
    });
  });
});

test(
  'from the backup of its last day to read, it is not deleted at once, but after as many days again',
  onlyOnFile('our own backups are of files'),
  async () => {
    await pass(91);
    const { at } = await backUp(rt.env);
    await pass(1);
    expect(await isThere()).toBe(false);
    const to = path.join(await makeFolder(), 'restored');
    await restoreBackup(at, to);
    const env = readEnv({ DATA_DIR: to, LOG_LEVEL: 'silent' });
    const { close, ...opened } = await openRuntime(env, rt.clock);
    rt = { ...rt, ...opened, clock: rt.clock };
    await pass(60);
    expect(await isThere()).toBe(true);
    await pass(2);
    expect(await isThere()).toBe(false);
    await close();
  },
);

describe('links of a facility that was deleted', () => {
  const opened = () => requireLink(rt, tokens()).catch((error: unknown) => error);

  test('say so for a year, and open nothing', async () => {
    await pass(92);
    const error = await opened();
    expect(error).toBeInstanceOf(EndedLink);
    expect(error).toMatchObject({ status: 410 });
    expect(String(error)).toContain(
      `${cast.host.name}のつきだよりは、2026年11月16日(月)で終わりました。`,
    );
    rt.clock.advance(366 * DAY);
    await forgetEndedFacilities(rt);
    expect(await opened()).toBeInstanceOf(EndedLink);
    rt.clock.advance(DAY);
    await forgetEndedFacilities(rt);
    expect(await opened()).toMatchObject({ status: 401 });
    expect(await rt.db.selectFrom('ended_links').selectAll().execute()).toEqual([]);
  });

  test('need both tokens', async () => {
    await pass(92);
    for (const [name, value] of [...tokens()]) {
      const other = tokens();
      other.set(name, value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x'));
      await expect(requireLink(rt, other)).rejects.toMatchObject({ status: 401 });
      other.delete(name);
      await expect(requireLink(rt, other)).rejects.toMatchObject({ status: 401 });
    }
  });

  test('hold no token and no name of a person', async () => {
    await pass(92);
    await workOff();
    const kept = [
      ...(await rt.db.selectFrom('ended_facilities').selectAll().execute()),
      ...(await rt.db.selectFrom('ended_links').selectAll().execute()),
    ];
    const text = JSON.stringify(kept);
    for (const word of [...tokens().values(), cast.resident.name, cast.family.name]) {
      expect(text).not.toContain(word);
    }
    expect(kept).toHaveLength(3);
  });

  test('of one that the operator removed early say its day; of one without an ending, nothing', async () => {
    await beginRemoval(rt, cast.host.id, cast.host.name);
    expect(String(await opened())).toContain(
      endedWords({ name: cast.host.name, endedOn: today() }),
    );
    await beginRemoval(rt, cast.otherHost.id, cast.otherHost.name);
    const other = new URLSearchParams({
      resident_token: cast.foreignResident.token,
      family_token: cast.foreignFamily.token,
    });
    await expect(requireLink(rt, other)).rejects.toMatchObject({ status: 401 });
  });
});

test('the sentence names the facility and the day', () => {
  expect(endedWords({ name: '月の家', endedOn: '2026-12-31' })).toBe(
    '月の家のつきだよりは、2026年12月31日(木)で終わりました。お便りは、もうここにはありません。',
  );
});
