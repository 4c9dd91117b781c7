import { readShelf, removePhotos } from './photo-store.ts';

/** Whatever form they have. Where storage is refused there are none. */
const idsOf = async (account: string): Promise<string[]> => {
  const { records } = await readShelf().catch(() => ({ records: [] }));
  return (records as { id: string; owner?: unknown }[])
    .filter(({ owner }) => owner === account)
    .map(({ id }) => id);
};

/** How many photos of this account the device keeps. */
export const countOf = async (account: string): Promise<number> => (await idsOf(account)).length;

export async function removeOf(account: string): Promise<void> {
  const ids = await idsOf(account);
  if (ids.length > 0) await removePhotos(ids).catch(() => undefined);
}
