import { readFamilies } from '#domains/people/manage-families.ts';
import type { Actor } from '#domains/account/session/session.ts';
import type { LetterTokens } from '#lib/paths.ts';
import { signedIn } from './cast.ts';
import { tokyo } from './delivery.ts';
import { makeFamily, makeHost, makeLetter, makeResident, makeStaff } from './factories.ts';
import type { TestRuntime } from './runtime.ts';
import { makeRuntime } from './runtime.ts';

const OLD = { created_at: '2026-01-05T03:00:00.000Z' };
export const YUMI = {
  ...OLD,
  name: '高橋 由美',
  email: 'yumi@example.jp',
  delivery: 'email' as const,
};
type Resident = Awaited<ReturnType<typeof makeResident>>;
type Family = Awaited<ReturnType<typeof makeFamily>>;

/** An old facility with a letter of October; one relative with her mother and her mother-in-law. */
export interface Relatives {
  rt: TestRuntime;
  admin: Actor;
  hostId: string;
  haru: Resident;
  kiyo: Resident;
  ofHaru: Family;
  ofKiyo: Family;
}

export async function makeRelatives(): Promise<Relatives> {
  const rt = await makeRuntime();
  rt.clock.set(tokyo('2026-10-20T12:00:00'));
  const { hostId } = await makeOldHost(rt);
  const admin = await signedIn(rt, await makeStaff(rt, hostId, { role: 'admin' }));
  const names = { name: '佐藤 ハル', name_kana: 'サトウ ハル' };
  const haru = await makeResident(rt, hostId, { ...OLD, ...names });
  const others = { name: '鈴木 キヨ', name_kana: 'スズキ キヨ' };
  const kiyo = await makeResident(rt, hostId, { ...OLD, ...others });
  const ofHaru = await makeFamily(rt, haru, YUMI);
  const ofKiyo = await makeFamily(rt, kiyo, YUMI);
  return { rt, admin, hostId, haru, kiyo, ofHaru, ofKiyo };
}

export async function makeOldHost(rt: TestRuntime): Promise<{ hostId: string }> {
  const host = await makeHost(rt, { ...OLD, activated_at: OLD.created_at });
  await makeLetter(rt, host.id, 202610);
  return { hostId: host.id };
}

/** A family's link as it is now. */
export async function tokensNow(
  { rt, admin }: Relatives,
  { id }: { id: string },
): Promise<LetterTokens> {
  const { familyToken, lettersUrl } =
    (await readFamilies(rt, admin)).find((family) => family.id === id) ?? {};
  const residentToken = new URL(lettersUrl ?? '').searchParams.get('resident_token') ?? '';
  return { residentToken, familyToken: familyToken ?? '' };
}
