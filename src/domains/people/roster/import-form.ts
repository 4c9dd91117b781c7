import { z } from 'zod';
import { LISTED_FACTS } from '#domains/people/resident-facts.ts';
import { REOPEN, opaque } from '#lib/input.ts';
import { addressWith } from '#lib/pages.ts';
import type { Imported } from './import-roster.ts';
import { countWords } from './import-roster.ts';
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from './roster-csv.ts';

const noFile = 'CSVのファイルを選んでください。';
const SAME_MAX_LENGTH = 50;
/** Line, field and what is registered. */
const OVERWRITE_MAX_LENGTH = 100;

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
  skipsWrong: z.boolean(REOPEN).default(false),
  /** `line id` or `line other`; empty where somebody decides later. */
  same: z.array(opaque(REOPEN, SAME_MAX_LENGTH)).max(IMPORT_MAX_ROWS, REOPEN),
  overwrites: z
    .array(opaque(REOPEN, OVERWRITE_MAX_LENGTH))
    .max(LISTED_FACTS.length * IMPORT_MAX_ROWS, REOPEN),
});

/** What was answered to the preview. */
export const toAnswers = ({ skipsWrong, same, overwrites }: z.output<typeof ImportForm>) => ({
  skipsWrong,
  same: new Set(same),
  overwrites: new Set(overwrites),
});

/** The list after an import, which says what was added. */
export const importedAddress = (list: string, { residents, families, changed }: Imported): string =>
  addressWith(list, { imported: residents, families, changed: changed > 0 ? changed : null });

/** `3人と2家族を追加しました`; null without an import. */
export function importedWords(query: URLSearchParams): string | null {
  const [residents = 0, families = 0, changed = 0] = ['imported', 'families', 'changed'].map(
    (name) => {
      const count = Number(query.get(name));
      return Number.isSafeInteger(count) && count > 0 ? count : 0;
    },
  );
  const added = residents + families > 0 && `${countWords({ residents, families })}を追加しました`;
  const filled = changed > 0 && `${changed}人の登録に書き足しました`;
  return [added, filled].filter(Boolean).join('。') || null;
}
