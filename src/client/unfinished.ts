let count = 0;

/** @returns a function that ends it */
export function beginUnfinished(): () => void {
  count += 1;
  return () => {
    count -= 1;
  };
}

export const isUnfinished = (): boolean => count > 0;
