import type { Listed } from '#lib/pages.ts';
import { addressWith, readPage } from '#lib/pages.ts';
import { paths } from '#lib/paths.ts';

export const LISTED_SHEETS: Listed = {
  name: 'ご案内の紙',
  unit: '枚',
  ordinal: '枚目',
  perPage: 100,
  onePageUpTo: 150,
};

export const LISTED_CONSENT_SHEETS: Listed = { ...LISTED_SHEETS, name: 'お伺いの紙' };

/** A resident's sheet, which all relatives may use. */
export interface JoiningSheet {
  residentId: string;
  residentName: string;
  room: string | null;
  /** `1234-5678-9012` */
  code: string;
  url: string;
  expiresAt: string;
}

/** A resident's form about photos, for one family or for none. */
export interface ConsentSheet {
  residentId: string;
  residentName: string;
  room: string | null;
  /** Whose link the code opens; null without a family, and then without a code. */
  family: { id: string; name: string; url: string } | null;
}

export interface SheetsQuery {
  /** One resident's; null: of all who live here, or have not been asked. */
  residentId: string | null;
  /** From 1. */
  page: number;
}

export const readSheetsQuery = (query: URLSearchParams): SheetsQuery => ({
  residentId: query.get('resident') || null,
  page: readPage(query),
});

const addressAt =
  (path: string) =>
  ({ residentId, page }: SheetsQuery): string =>
    addressWith(path, { resident: residentId, page: page > 1 ? page : null });

export const sheetsAddress = addressAt(paths.sheets);
export const postcardsAddress = addressAt(paths.postcards);
export const consentSheetsAddress = addressAt(paths.printConsents);
