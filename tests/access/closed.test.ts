import { expect, test } from 'vitest';
import { paths } from '../../src/lib/paths.ts';
import { useSite } from './site.ts';

const site = useSite({ SITE_MODE: 'closed' });

/** `SITE_MODE=closed` (design, "Paths, guards and layouts"). */
test.each(['/terms', paths.login, paths.items, '/letters', '/nowhere'])(
  'the page %s leads to the root',
  async (path) => {
    const { status, headers } = await site().ask('anonymous', path);
    expect([status, headers.location]).toEqual([302, '/']);
  },
);

test('the API, its actions and the photos are not there', async () => {
  const { blobId } = site().world.items.own;
  for (const path of [
    paths.api.user,
    paths.api.letters,
    '/_actions/session.login',
    paths.staffPhoto(blobId, '360.webp'),
  ]) {
    expect((await site().ask('anonymous', path)).status, path).toBe(404);
  }
  const { text } = await site().ask('anonymous', paths.api.user);
  expect(JSON.parse(text)).toEqual({ msg: '見つかりませんでした。' });
});

test.each(['/', '/healthz'])('%s stays', async (path) => {
  expect((await site().ask('anonymous', path)).status).toBe(200);
});
