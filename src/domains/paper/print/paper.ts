/** In millimetres, as in `styles/print/sheet.css`; tests/e2e/paper.story.ts measures the result. */
export const SHEET = { width: 210, height: 297 } as const;

/** 長形3号 with a standard window (45 × 90, 12 from the top, 20 from the left); sheets can slip. */
const ENVELOPE = {
  width: 235,
  height: 120,
  window: { left: 20, top: 12, width: 90, height: 45 },
} as const;

const FOLDED_HEIGHT = SHEET.height / 3;
const SLIP = { x: ENVELOPE.width - SHEET.width, y: ENVELOPE.height - FOLDED_HEIGHT };
const { window } = ENVELOPE;

/** Visible in every position: the address goes here. */
export const ALWAYS_SEEN = {
  left: window.left,
  right: window.left + window.width - SLIP.x,
  top: window.top,
  bottom: window.top + window.height - SLIP.y,
} as const;

/** Visible in some position: only the address goes here. */
export const EVER_SEEN = {
  right: window.left + window.width,
  bottom: window.top + window.height,
} as const;

export const ADDRESS = { left: 21, top: 12.5, width: 63, height: 23 } as const;

export const COLUMN = { width: 170, top: 18, bottom: 22 } as const;
const FIRST_TOP = 102;
export const GAP = 6;

export const BODY_HEIGHT = SHEET.height - COLUMN.top - COLUMN.bottom;
export const FIRST_HEIGHT = SHEET.height - FIRST_TOP - COLUMN.bottom;

const MM_PER_POINT = 25.4 / 72;

export const TEXT = { em: 15 * MM_PER_POINT, line: 9.5 } as const;
export const CAPTION = { em: 14 * MM_PER_POINT, line: 7, before: 2, narrowest: 22 } as const;
/** Around a photo, with what browsers round. */
export const FRAME = 0.5;
/** What staff wrote about the resident, beside a line; the gap is before the photos. */
export const NOTE = { em: TEXT.em, line: TEXT.line, width: COLUMN.width - 8, after: 5 } as const;
/** 「…様のご家族へ」, and a title. */
export const SALUTATION_HEIGHT = 14;
export const TITLE_LINE = 11;
export const TITLE_EM = 20 * MM_PER_POINT;
/** With up to two lines; each more takes another. */
export const HEADING = {
  height: 17,
  em: 18 * MM_PER_POINT,
  line: 8.5,
  width: COLUMN.width - 2 * GAP,
};
/** QR code and telephone number. */
export const CLOSING_HEIGHT = 48;

/** The month's number and drawing in a year's book. */
export const MONTH_HEIGHT = 40;
/** The facility's name, in two lines at most, and its telephone number. */
export const BOOK_CLOSING_HEIGHT = 36;
/** The longest edge of the photo on the cover: 1080 pixels are 196 per inch. */
export const COVER_EDGE = 140;

export const pixels = (millimetres: number): number => Math.floor((millimetres * 96) / 25.4);
