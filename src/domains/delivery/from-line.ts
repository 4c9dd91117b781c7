/** Messages that wait for accounts which have ended: the letter goes another way. */
export const moveFromLine = (): Promise<void> => Promise.resolve();
