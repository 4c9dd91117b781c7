/** How many parts of the page hold what would be lost with it. */
let count = 0;

/** Something begins that leaving the page would lose. @returns says that it is over */
export function beginUnfinished(): () => void {
  count += 1;
  return () => {
    count -= 1;
  };
}

export const isUnfinished = (): boolean => count > 0;
