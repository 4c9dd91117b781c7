/** Without the schemas, which the browser need not load. */
export const PAGE_SIZE = 24;
export const CAPTION_MAX_LENGTH = 200;
export const UNDO_MS = 24 * 60 * 60 * 1000;
/** For one posted form; more are sent with the next one. */
export const FORM_UPLOAD = { files: 30, bytes: 300 * 1024 * 1024 } as const;
/** Residents who are on one photo. */
export const MAX_RESIDENTS = 30;
/** Residents who are named on one photo of 施設全体. */
export const MAX_NAMED = 100;
/** For a photo in a list; the others are counted. */
export const MAX_PEOPLE_SHOWN = 30;
