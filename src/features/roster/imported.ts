import { addressWith } from '#lib/pages.ts';
import type { Imported } from './import.service.ts';
import { countWords } from './roster-words.ts';

/** The list after an import, which says what was added. */
export const importedAddress = (list: string, { residents, families }: Imported): string =>
  addressWith(list, { imported: residents, families });

/** `3名と2家族を追加しました`; null without an import. */
export function importedWords(query: URLSearchParams): string | null {
  const [residents = 0, families = 0] = ['imported', 'families'].map((name) => {
    const count = Number(query.get(name));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  });
  return residents + families > 0 ? `${countWords({ residents, families })}を追加しました` : null;
}
