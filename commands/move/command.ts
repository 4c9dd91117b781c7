import path from 'node:path';
import { parseArgs } from 'node:util';
import { requireOwner } from '#server/folder-owner.ts';
import { ROOT } from '#server/root.ts';
import { failureOf } from './failure.ts';
import type { Moved } from './move.ts';
import { move } from './move.ts';
import type { Say } from './rows.ts';
import type { Place } from './settings.ts';
import { databaseName, photosName, readNext, readPresent } from './settings.ts';

const USAGE = 'usage: npm run move -- --to FILE [--accept-damaged], with the new settings in FILE';

const MIB = 1024 * 1024;
const sum = (numbers: Iterable<number>): number => [...numbers].reduce((a, b) => a + b, 0);

function report(file: string, from: Place, to: Place, { tables, photos, unmarked }: Moved): string {
  const lacking = photos?.lacking ?? 0;
  const old = [...(tables ? [databaseName(from)] : []), ...(photos ? [photosName(from)] : [])];
  return [
    ...(photos
      ? [
          `Photos are in ${photosName(to)}: ${photos.files} files copied (${(photos.bytes / MIB).toFixed(1)} MiB), ${photos.skipped} were there; every hash is right.`,
        ]
      : []),
    ...(lacking > 0 ? [`${lacking} missing or damaged files were left out.`] : []),
    ...(tables
      ? [
          `The database is ${databaseName(to)}: ${tables.size} tables with ${sum(tables.values())} rows, each with the same hash.`,
        ]
      : []),
    `Next: use the settings in ${file} instead of the present ones, start the server, open a letter.`,
    `Nothing was changed in ${old.join(' and ')}: remove it after a week.`,
    unmarked === null
      ? 'Until then nothing starts with the present settings any more.'
      : `It could not be marked as moved (${unmarked}): never start a server there again.`,
  ].join('\n');
}

const SAY_EVERY_MS = 5000;

function makeSay(): Say {
  let said = Date.now();
  return (line, isStep = false) => {
    if (isStep && Date.now() - said < SAY_EVERY_MS) return;
    said = Date.now();
    console.log(line);
  };
}

/** What `npm run move` does, in a thread of its own. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'accept-damaged': { type: 'boolean', default: false },
    },
  });
  if (values.to === undefined) throw new Error(USAGE);
  // npm changes to the project folder; paths are relative to where the user is.
  const file = path.resolve(process.env['INIT_CWD'] ?? ROOT, values.to);
  const from = readPresent(process.env);
  const to = readNext(file, process.env);
  requireOwner(from.env.DATA_DIR);
  requireOwner(to.env.DATA_DIR);
  const acceptDamaged = values['accept-damaged'];
  console.log(report(file, from, to, await move(from, to, { acceptDamaged, say: makeSay() })));
}

try {
  await main();
} catch (error) {
  console.error(failureOf(error));
  process.exitCode = 1;
}
