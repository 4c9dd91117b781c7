import { z } from 'zod';
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
});
