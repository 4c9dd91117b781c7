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

export interface SheetsQuery {
  /** One resident's; null: of all who live here. */
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
