import { z } from 'zod';
import { readFamilyForm } from '#domains/people/family-form.ts';
import type { Link } from '#domains/letter/link.ts';
import { mayHaveLetter } from '#domains/people/stay.ts';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { notFound, orMissing } from '#lib/errors.ts';
import { paths } from '#lib/paths.ts';
import type { Runtime } from '#server/runtime.ts';
import { joinAddress, readCode } from './code.ts';
import { endOwnLine } from './end-line.ts';
import { hashCode, linkOf, makeOwnLineCode } from './join-codes.ts';
import { findCode, listAccountsOf } from './line-rows.ts';

const Press = z.object({ press: z.enum(['join', 'end']) });

/** What a family sees about LINE. */
interface OwnLine {
  /** LINE accounts that get its letters. */
  count: number;
  /** `@tayori` */
  basicId: string;
  /** The code that was just made; `over` once its time is up. */
  code: { code: string; url: string; expiresAt: string } | 'joined' | 'over' | null;
  /** No letters come any more: nothing is offered. */
  hasEnded: boolean;
}

/** @param asked the page's query. @throws AppError 404 without LINE */
export async function readOwnLine(
  { db, line, clock }: Runtime,
  link: Link,
  asked: URLSearchParams,
): Promise<OwnLine> {
  const { basicId } = orMissing(line);
  const { hostId, familyId } = link;
  const count = (await listAccountsOf(db, hostId, familyId)).length;
  const own = { count, basicId, hasEnded: hasEnded(clock, link) };
  const figures = readCode(asked.get('code') ?? '');
  if (figures === null) return { ...own, code: null };
  const row = await findCode(db, hashCode(figures));
  const isOwn = row?.family_id === familyId && row.link === linkOf(link);
  if (isOwn && row.account !== null) return { ...own, code: count > 0 ? 'joined' : 'over' };
  if (!isOwn || row.expires_at <= clock.now().toISOString()) return { ...own, code: 'over' };
  const code = (figures.match(/\d{5}/g) ?? []).join('-');
  return { ...own, code: { code, url: joinAddress(basicId, code), expiresAt: row.expires_at } };
}

/** After a death, once the month of leaving is over, or the facility's last day. */
const hasEnded = (clock: Runtime['clock'], link: Link): boolean =>
  link.isOver ||
  link.lettersEnd !== null ||
  !mayHaveLetter(link, yearMonthOf(civilDateOf(clock.now())));

/** A press of the page's buttons. @returns where it leads. @throws AppError 404, 415, 429 */
export async function pressOwnLine(rt: Runtime, link: Link, request: Request): Promise<string> {
  orMissing(rt.line);
  const input = Press.safeParse(await readFamilyForm(request));
  if (!input.success) throw notFound();
  const here = paths.letterLine(link);
  if (input.data.press === 'end') {
    await endOwnLine(rt, link);
    return `${here}&ended=1`;
  }
  if (hasEnded(rt.clock, link)) throw notFound();
  const { code } = await makeOwnLineCode(rt, link);
  return `${here}&code=${code}`;
}
