/** As the database keeps it. Only here it becomes a boolean, and back. */
export type Flag = 0 | 1;

/** @param flag none of a row that is not there, or not answered yet: false */
export const isOn = (flag: Flag | null | undefined): boolean => flag === 1;

export const toFlag = (is: boolean): Flag => (is ? 1 : 0);
