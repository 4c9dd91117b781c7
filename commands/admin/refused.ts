/** A command refused in one line for the operator. */
export class Refused extends Error {}
