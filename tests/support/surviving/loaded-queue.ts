/** Runs in the photo page, which loads what sends photos once it is idle. */
export const hasLoadedQueue = (): boolean => {
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return ['uploader', 'resume', 'photos'].every((part) =>
    names.some((name) => name.includes(`/_astro/${part}.`)),
  );
};
