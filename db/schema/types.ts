/** An instant: ISO 8601 text in UTC. */
export type Instant = string;
/** A civil date in Asia/Tokyo: `YYYY-MM-DD`. */
export type Civil = string;
/** A boolean. */
export type Flag = 0 | 1;
