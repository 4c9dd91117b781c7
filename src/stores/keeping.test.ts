import { beforeEach, expect, test, vi } from 'vitest';

const store = vi.hoisted(() => ({
  putPhotos: vi.fn(() => Promise.resolve()),
  putFile: vi.fn<(id: string) => Promise<void>>(() => Promise.resolve()),
  readFile: vi.fn<(id: string) => Promise<Blob | undefined>>(() => Promise.resolve(undefined)),
  removePhotos: vi.fn(() => Promise.resolve()),
}));
vi.mock('#client/photo-store.ts', () => store);
vi.mock('#client/account.ts', () => ({ accountOfPage: () => 'me' }));

const named = (name: string) => new DOMException(name, name);
const good = () => new Blob(['photo']);
const broken = (): Blob =>
  Object.assign(new Blob(['photo']), {
    slice: () => ({ arrayBuffer: () => Promise.reject(named('NotReadableError')) }),
  });

/** The module's state is a page's. */
async function choose(files: Record<string, Blob>) {
  const keeping = await import('./keeping.ts');
  const type = 'image/jpeg';
  keeping.keepPhotos(
    Object.entries(files).map(([id, file]) => ({ id, name: `${id}.jpg`, type, place: null, file })),
  );
  await vi.waitFor(() => expect(keeping.$keeping.get().pending).toBe(0));
  return keeping;
}

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  store.putFile.mockImplementation(() => Promise.resolve());
  store.readFile.mockImplementation(() => Promise.resolve(good()));
});

test.each([
  ['the storage fails', () => Promise.reject(named('UnknownError'))],
  ['the storage says nothing of it', () => Promise.resolve()],
])('a file that has gone is not the fault of the device, where %s', async (_name, put) => {
  store.putFile.mockImplementation((id) => (id === 'b' ? put() : Promise.resolve()));
  store.readFile.mockImplementation((id) => Promise.resolve(id === 'b' ? broken() : good()));
  const { $keeping, $gone } = await choose({ a: good(), b: broken(), c: good() });
  expect([...$gone.get()]).toEqual(['b']);
  expect($keeping.get()).toMatchObject({ unkept: 0, isFull: false, isDenied: false });
});

const NOT_FULL = { unkept: 2, isFull: false };

test.each([
  ['QuotaExceededError', 'of all', { unkept: 2, isFull: true, isDenied: false }],
  // A private window: Safari's, and older ones of its kind.
  ['UnknownError', 'of all', { ...NOT_FULL, isDenied: true }],
  ['DataCloneError', 'of all', { ...NOT_FULL, isDenied: true }],
  ['UnknownError', 'of these', { ...NOT_FULL, isDenied: false }],
  ['AbortError', 'of these', { ...NOT_FULL, isDenied: false }],
])('%s %s is what it is', async (name, of, expected) => {
  store.putFile.mockImplementation((id) =>
    of === 'of all' || id.length === 1 ? Promise.reject(named(name)) : Promise.resolve(),
  );
  const { $keeping, $gone } = await choose({ a: good(), b: good() });
  expect($keeping.get()).toMatchObject(expected);
  expect($gone.get().size).toBe(0);
});

test('a copy stands in for a file only where it is complete and can be read', async () => {
  store.putFile.mockImplementation((id) =>
    id === 'unkept' ? Promise.reject(named('QuotaExceededError')) : Promise.resolve(),
  );
  const { keptFile } = await choose({ kept: good(), unkept: good(), rotten: good() });
  const copy = good();
  store.readFile.mockImplementation((id) => Promise.resolve(id === 'rotten' ? broken() : copy));
  expect(await keptFile('kept')).toBe(copy);
  expect(await keptFile('unkept')).toBeNull();
  expect(await keptFile('rotten')).toBeNull();
  expect(await keptFile('nobody')).toBeNull();
  store.readFile.mockImplementation(() => Promise.reject(named('DataError')));
  expect(await keptFile('kept')).toBeNull();
});
