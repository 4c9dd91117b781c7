/** Any number that nothing else in the database locks. */
const WRITERS = 7_215_001;

/** Taken by every transaction and every single write: there is one writer at a time, in all processes. */
export const BEGIN = `BEGIN; SELECT pg_advisory_xact_lock(${WRITERS})`;
