import type { Listed } from '#lib/pages.ts';
import { addressWith, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';

export const LISTED_CONSENT_SHEETS: Listed = {
  name: 'お伺いの紙',
  unit: '枚',
  ordinal: '枚目',
  perPage: 100,
  onePageUpTo: 150,
};

/** A resident's form, for one family or for none. */
export interface ConsentSheet {
  residentId: string;
  residentName: string;
  room: string | null;
  /** Whose link the code opens; null without a family, and then without a code. */
  family: { id: string; name: string; url: string } | null;
}

export interface ConsentSheetsQuery {
  /** One resident's forms; null: of all who have not been asked. */
  residentId: string | null;
  /** From 1. */
  page: number;
}

export const readConsentSheetsQuery = (query: URLSearchParams): ConsentSheetsQuery => ({
  residentId: query.get('resident') || null,
  page: readPage(query),
});

export const consentSheetsAddress = ({ residentId, page }: ConsentSheetsQuery): string =>
  addressWith(paths.printConsents, { resident: residentId, page: page > 1 ? page : null });
