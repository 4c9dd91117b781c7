/** Reported to the operator in one line. */
export class Refused extends Error {}
