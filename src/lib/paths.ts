import type { YearMonth } from './calendar.ts';

/** The two query values of a family's link (spec 1). */
export interface LetterTokens {
  residentToken: string;
  familyToken: string;
}

const letterQuery = (tokens: LetterTokens): string =>
  `?resident_token=${encodeURIComponent(tokens.residentToken)}&family_token=${encodeURIComponent(tokens.familyToken)}`;

/** Every address of the site that code or tests point to (spec 2). */
export const paths = {
  home: '/',
  terms: '/terms',
  privacy: '/privacy',
  notFound: '/404',
  login: '/staffs/login',
  logout: '/staffs/logout',
  price: '/hosts/price',
  demoMails: '/demo/mails',
  items: '/adminstaff/items',
  residentItems: (residentId: string | null) =>
    residentId === null
      ? '/adminstaff/items/residents'
      : `/adminstaff/items/residents/${residentId}`,
  letters: (tokens: LetterTokens) => `/letters${letterQuery(tokens)}`,
  letter: (yearMonth: YearMonth, tokens: LetterTokens) =>
    `/letters/${yearMonth}${letterQuery(tokens)}`,
  letterPhoto: (yearMonth: YearMonth, itemId: string, tokens: LetterTokens) =>
    `/letters/${yearMonth}/photos/${itemId}${letterQuery(tokens)}`,
  staffPhoto: (blobId: string, file: string) => `/photos/staff/${blobId}/${file}`,
  familyPhoto: (familyId: string, blobId: string, signature: string, file: string) =>
    `/photos/family/${familyId}/${blobId}/${signature}/${file}`,
  api: {
    authLogin: '/api/auth/login',
    login: '/api/v1/actions/login',
    refresh: '/api/v1/actions/refresh',
    logout: '/api/v1/actions/logout',
    user: '/api/v1/actions/user',
    residents: '/api/v1/actions/residents',
    items: '/api/v1/actions/items',
    item: (id: string) => `/api/v1/actions/items/${id}`,
    restoreItem: (id: string) => `/api/v1/actions/items/${id}/restore`,
    moveItem: (id: string) => `/api/v1/actions/items/${id}/move`,
    copyItem: (id: string) => `/api/v1/actions/items/${id}/copy`,
    counts: '/api/v1/views/admin_staffs/items',
    directUploads: '/api/v1/direct_uploads',
    directUpload: (slot: string) => `/api/v1/direct_uploads/${slot}`,
    letters: '/api/v1/views/letters',
    letter: (yearMonth: YearMonth) => `/api/v1/views/letters/${yearMonth}`,
  },
} as const;
