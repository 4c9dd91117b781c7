/** ISO 8601 in UTC. */
export type Instant = string;
/** `YYYY-MM-DD` in Asia/Tokyo. */
export type Civil = string;
export type { Flag } from '#lib/flags.ts';
