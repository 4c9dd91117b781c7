/** In place of Astro's virtual module, for tests that look at what the forms declare. */
export class ActionError extends Error {}
export const defineAction = (action: object): object => action;
