/** Targets of links within a letter. */
export const OWN_PHOTOS = 'own';
export const SHARED_PHOTOS = 'all';
export const CALL = 'call';
export const SEEN = 'seen';
