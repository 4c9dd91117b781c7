/** 95 bits (contract.md#conventions). */
export const ID_LENGTH = 16;

const ID = new RegExp(`^[a-zA-Z0-9]{${ID_LENGTH}}$`);

export const isId = (text: string): boolean => ID.test(text);
