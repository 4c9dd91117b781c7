import { z } from 'zod';
import { DELIVERY_WAYS, FamilyIdInput } from '#domains/people/family.ts';
import type { CivilDate } from '#lib/calendar.ts';
import type { Listed } from '#lib/pages.ts';
import { addressWith, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';

/** Cards of A6 on a sheet of A4. */
export const CARDS_ON_A_SHEET = 4;

/** With their codes, cards are some 10 KB each: 50 sheets at once. */
export const LISTED_CARDS: Listed = {
  name: 'カード',
  unit: '枚',
  ordinal: '枚目',
  perPage: 200,
  onePageUpTo: 300,
};

/** A family's card: whose letters, and how they open. */
export interface InvitationCard {
  familyId: string;
  familyName: string;
  residentName: string;
  url: string;
  /** Away or no longer there: nothing is promised. */
  isQuiet: boolean;
  /** To get letters by LINE; null until a code was made, where nothing comes, and once it is joined. */
  line: CardLine | null;
}

interface CardLine {
  basicId: string;
  code: string;
  url: string;
  expiresOn: CivilDate;
}

const WAYS = ['', ...DELIVERY_WAYS] as const;

export interface InvitationsQuery {
  /** One family's card. */
  familyId: string | null;
  way: (typeof WAYS)[number];
  /** From 1. */
  page: number;
}

export const readInvitationsQuery = (query: URLSearchParams): InvitationsQuery => ({
  familyId: query.get('family') || null,
  way: WAYS.find((way) => way === query.get('delivery')) ?? '',
  page: readPage(query),
});

/** What the page shows, beside its button for LINE. */
export const CardsForm = z.object({
  family: z.union([z.literal(''), FamilyIdInput.shape.id]).nullish(),
  delivery: z.enum(WAYS).catch(''),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
});

export const toInvitationsQuery = ({
  family,
  delivery,
  page,
}: z.output<typeof CardsForm>): InvitationsQuery => ({
  familyId: family || null,
  way: delivery,
  page,
});

export const invitationsAddress = ({ familyId, way, page }: InvitationsQuery): string =>
  addressWith(paths.familyCards, {
    family: familyId,
    delivery: way,
    page: page > 1 ? page : null,
  });

/** Four to a sheet unless told; the last one may have fewer. */
export const onSheets = <T>(cards: readonly T[], perSheet = CARDS_ON_A_SHEET): T[][] =>
  Array.from({ length: Math.ceil(cards.length / perSheet) }, (_, sheet) =>
    cards.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
