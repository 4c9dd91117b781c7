/** Where in a letter its own links lead. */
export const OWN_PHOTOS = 'own';
export const SHARED_PHOTOS = 'all';
export const CALL = 'call';
