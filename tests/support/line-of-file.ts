import { afterAll } from 'vitest';
import type { Actor } from '#domains/account/session/session.ts';
import { openLink } from '#domains/letter/link.ts';
import type { Link } from '#domains/letter/link.ts';
import type { Family } from '#domains/people/family.ts';
import { readFamilies } from '#domains/people/manage-families.ts';
import type { Cast } from './cast.ts';
import { makeCast, signedIn } from './cast.ts';
import { makeFamily } from './factories.ts';
import type { LinePlatform } from './line-platform.ts';
import { startLine } from './line-platform.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';

/** LINE's platform for the tests of a file. */
export async function lineOfFile(): Promise<LinePlatform> {
  const line = await startLine();
  afterAll(() => line.close());
  return line;
}

interface Joining {
  rt: TestRuntime;
  cast: Cast;
  admin: Actor;
  familyId: string;
}

/** A facility that may join LINE, with a family that has not yet. */
export async function makeJoining(line: LinePlatform): Promise<Joining> {
  const rt = await makeRuntime(line.settings);
  const cast = await makeCast(rt);
  const admin = await signedIn(rt, cast.admin);
  const { id: familyId } = await makeFamily(rt, cast.resident, { name: '田中 花' });
  line.replies.length = 0;
  return { rt, cast, admin, familyId };
}

type Asked = Omit<Joining, 'cast'>;

/** As it is now. */
export const familyOf = async ({ rt, admin, familyId }: Asked): Promise<Family | undefined> =>
  (await readFamilies(rt, admin)).find(({ id }) => id === familyId);

/** What opens its letters now. */
export async function linkOf(asked: Asked): Promise<Link> {
  const { familyToken = '', lettersUrl = '' } = (await familyOf(asked)) ?? {};
  const residentToken = new URL(lettersUrl).searchParams.get('resident_token') ?? '';
  const link = await openLink(asked.rt, { residentToken, familyToken });
  if (!link) throw new Error('no link');
  return link;
}

export const saidBy = (line: LinePlatform): string[] =>
  line.replies.map(({ messages }) => JSON.stringify(messages));
