/** Without the schemas, which the browser need not load. */
export const PAGE_SIZE = 24;
export const CAPTION_MAX_LENGTH = 200;
export const UNDO_MS = 24 * 60 * 60 * 1000;
/** Residents who are on one photo. */
export const MAX_RESIDENTS = 30;
