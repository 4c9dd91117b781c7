import { z } from 'zod';
import type { ConsentAnswer } from '#domains/people/consent.ts';
import { CONSENT_ANSWERS } from '#domains/people/consent.ts';
import { WrittenDay } from '#domains/people/day-input.ts';
import { REOPEN, formId, opaque } from '#lib/input.ts';
import { ConsentInput } from './consent-record.ts';

const Id = formId(64);
const Ids = z.array(Id).max(500, REOPEN);

/** That an answer was recorded by mistake: nobody was asked yet. */
export const NOT_ASKED = 'unknown';

const HELD = [...CONSENT_ANSWERS, NOT_ASKED] as const;

const emptyAsNull = (value: unknown): unknown => (value === '' ? null : value);
const { answer, by, byName, relationship, how, note } = ConsentInput.shape;

/** On a resident's page. */
export const ConsentForm = z.object({
  id: Id,
  answer: z.union([answer, z.literal(NOT_ASKED)], 'どのお返事かを選んでください。'),
  by: z.preprocess(emptyAsNull, by),
  byName,
  relationship,
  note,
  /** Empty: today. */
  on: WrittenDay,
  how: z.preprocess(emptyAsNull, how),
  /** What the page said. */
  before: z.enum(HELD, REOPEN),
});

/**
 * What a button does, with the one it stands beside; without, with all that are ticked. An answer
 * that was compared with the one that holds names that, too.
 */
const press = <const Act extends string>(acts: readonly Act[]) =>
  opaque(REOPEN, 100).transform((text, ctx) => {
    const [name, id, held] = text.split(' ');
    const act = acts.find((one) => one === name);
    const over = HELD.find((one) => one === held);
    if (act !== undefined) return { act, id, over };
    ctx.addIssue({ code: 'custom', message: REOPEN });
    return z.NEVER;
  });

/** A list of people to tick, with buttons. */
export const listForm = <const Act extends string>(acts: readonly Act[]) =>
  z.object({ ids: Ids, press: press(acts) });

export const UnansweredForm = listForm(CONSENT_ANSWERS);
export const WaitingForm = listForm(['confirm', 'decline']);
export const KeepForm = listForm(['keep']);

/** Whom a press is about. */
export const chosenBy = ({
  ids,
  press: { id },
}: {
  ids: string[];
  press: { id?: string | undefined };
}) => (id === undefined ? ids : [id]);

/** What is most often on paper. */
export const FROM_PAPER = { by: 'relative', how: 'paper' } as const;

export interface Recorded {
  act: ConsentAnswer | 'confirm' | 'decline' | 'keep';
  count: number;
  /** The one it is about. */
  id: string | null;
  /** Others that a colleague has dealt with meanwhile. */
  left: number;
}
