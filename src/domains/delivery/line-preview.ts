import type { Actor } from '#domains/account/session/session.ts';
import type { LineWords } from '#domains/line/message.ts';
import { addMonths, civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import type { Runtime } from '#server/runtime.ts';
import { readPaper } from './delivery-mail.ts';
import { lineLetterWords } from './line-words.ts';

/** The monthly message, with stand-ins for the names. */
export async function previewLine(rt: Runtime, { host }: Actor): Promise<LineWords> {
  const { hostName, hostPhone } = await readPaper(rt.db, host.id);
  const letter = {
    residentName: '（ご入居者のお名前）',
    holds: { ownPhotos: 8, hasNote: true, hasSharedPhotos: true },
    url: `${rt.env.PUBLIC_URL}/letters/…`,
  };
  const yearMonth = addMonths(yearMonthOf(civilDateOf(rt.clock.now())), -1);
  return lineLetterWords({ letters: [letter], yearMonth, hostName, hostPhone });
}
