/** Why a command did nothing, in one line for the operator. */
export class Refused extends Error {}
