const PREFIX = 'tsukidayori-page-';
const CLAIMING = 'tsukidayori-claiming';

/** Sorted by time; `crypto.randomUUID` is missing without TLS. */
let made = 0;
export function newLocalId(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  made += 1;
  return [Date.now(), made, random].map((part) => part.toString(36).padStart(9, '0')).join('-');
}

export const PAGE = newLocalId();

/** A browser without locks, or a page without TLS: the server's own check for duplicates remains. */
const locks = (): LockManager | undefined => (navigator as Partial<Pick<Navigator, 'locks'>>).locks;

let isHeld: Promise<void> | null = null;

/** Marks this page as open for as long as it lives, however it ends. */
export const holdPage = (): Promise<void> =>
  (isHeld ??= new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    const manager = locks();
    if (manager) void manager.request(PREFIX + PAGE, hold).catch(() => resolve());
    else resolve();
  }));

/** Runs while no other page claims photos. @param run is told which pages are open */
export async function claim<T>(run: (isOpen: (page: string) => boolean) => Promise<T>): Promise<T> {
  const manager = locks();
  if (!manager) return run(() => false);
  await holdPage();
  return manager.request(CLAIMING, async () => {
    const { held = [] } = await manager.query();
    const names = new Set(held.map(({ name }) => name));
    return run((page) => names.has(PREFIX + page));
  });
}
