import type { LetterTokens } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { listCompanions } from './companions.repository.ts';

/** Another resident of whom the same relative gets letters. */
interface Companion extends LetterTokens {
  residentName: string;
}

/** Whose letters the shelf leads to (domain.md#one-relative-several-residents). */
export async function readCompanions(
  { readConnection }: Pick<Runtime, 'readConnection'>,
  { familyId }: { familyId: string },
): Promise<Companion[]> {
  const rows = await listCompanions(readConnection, familyId);
  return [...new Map([...rows].reverse().map((row) => [row.residentId, row])).values()].reverse();
}
