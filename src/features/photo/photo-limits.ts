/** Limits of uploads without their schemas, so that the browser need not load those. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png'] as const;
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
