import { afterAll, beforeEach } from 'vitest';
import type { Actor } from '#domains/account/session/session.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Link } from '#domains/letter/link.ts';
import type { Family } from '#domains/people/family.ts';
import { readFamilies } from '#domains/people/manage-families.ts';
import { MINUTE_MS } from '#lib/durations.ts';
import type { Cast } from './cast.ts';
import { makeCast, signedIn } from './cast.ts';
import { makeFamily } from './factories.ts';
import type { LinePlatform } from './line-platform.ts';
import { lineUser, startLine } from './line-platform.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';

/** LINE's platform for the tests of a file. */
export async function lineOfFile(): Promise<LinePlatform> {
  const line = await startLine();
  afterAll(() => line.close());
  return line;
}

/** Of the test that runs (cast-each-test.ts). */
export let rt: TestRuntime;
export let cast: Cast;
export let admin: Actor;
export let familyId: string;

/** Two accounts of LINE. */
export const SISTER = lineUser(1);
export const BROTHER = lineUser(2);

/** For each test of a file, a facility that may join LINE, with a family that has not yet. */
export function joinEachTest(line: LinePlatform): void {
  beforeEach(async () => {
    rt = await makeRuntime(line.settings);
    cast = await makeCast(rt);
    admin = await signedIn(rt, cast.admin);
    ({ id: familyId } = await makeFamily(rt, cast.resident, { name: '田中 花' }));
    line.replies.length = 0;
  });
}

/** When somebody wrote, in minutes from now. */
export const now = (minutes = 0): { at: number } => ({
  at: rt.clock.now().getTime() + minutes * MINUTE_MS,
});

/** As it is now. */
export const family = async (): Promise<Family | undefined> =>
  (await readFamilies(rt, admin)).find(({ id }) => id === familyId);

/** What opens its letters now. */
export async function linkNow(): Promise<Link> {
  const { familyToken = '', lettersUrl = '' } = (await family()) ?? {};
  const residentToken = new URL(lettersUrl).searchParams.get('resident_token') ?? '';
  const link = await openLink(rt, { residentToken, familyToken });
  if (!link) throw new Error('no link');
  return link;
}

export const saidBy = (line: LinePlatform): string[] =>
  line.replies.map(({ messages }) => JSON.stringify(messages));
