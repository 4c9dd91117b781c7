import { z } from 'zod';
import { addressWith } from '#lib/pages.ts';
import type { Imported } from './import-roster.ts';
import { countWords } from './import-roster.ts';
import { IMPORT_MAX_BYTES } from './roster-csv.ts';

const noFile = 'CSVのファイルを選んでください。';
/** A form without a choice sends a file without a name. */
export const TryImportForm = z.object({
  file: z.instanceof(File, { error: noFile }).refine(({ size }) => size > 0, noFile),
});

export const ImportForm = z.object({
  csv: z.string('もう一度ファイルを選んでください。').max(IMPORT_MAX_BYTES, {
    error: 'ファイルが大きすぎます。いくつかに分けてください。',
    abort: true,
  }),
  /** Adds the good lines, though others are wrong. */
  skipsWrong: z.boolean('もう一度お試しください。').default(false),
});

/** The list after an import, which says what was added. */
export const importedAddress = (list: string, { residents, families }: Imported): string =>
  addressWith(list, { imported: residents, families });

/** `3人と2家族を追加しました`; null without an import. */
export function importedWords(query: URLSearchParams): string | null {
  const [residents = 0, families = 0] = ['imported', 'families'].map((name) => {
    const count = Number(query.get(name));
    return Number.isSafeInteger(count) && count > 0 ? count : 0;
  });
  return residents + families > 0 ? `${countWords({ residents, families })}を追加しました` : null;
}
