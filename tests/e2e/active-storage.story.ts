import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { paths } from '#lib/paths.ts';
import { jpeg } from '../support/pictures.ts';
import { RARE, expect, signIn, test } from './support/story.ts';

const PHOTOS = 50;
const client = createRequire(import.meta.url).resolve('@rails/activestorage');

// The published client is injected from outside.
test.use({ bypassCSP: true });

/** What the published client exposes. */
interface Client {
  ActiveStorage: {
    DirectUpload: new (
      file: File,
      url: string,
    ) => {
      create: (done: (error: Error | null, blob: { signed_id: string }) => void) => void;
    };
  };
}

test('its published client uploads fifty photos unchanged', RARE, async ({ page, world }) => {
  await signIn(page, world.cast.otherAdmin.email);
  await expect(page).toHaveURL(paths.items);
  await page.addScriptTag({ content: readFileSync(client.replace(/\.esm\.js$/, '.js'), 'utf8') });
  const photos = await Promise.all(Array.from({ length: PHOTOS }, () => jpeg()));
  const statuses = await page.evaluate(
    async ({ pictures, uploads, items }) => {
      const { DirectUpload } = (globalThis as unknown as Client).ActiveStorage;
      const upload = (file: File): Promise<string> =>
        new Promise((resolve, reject) => {
          new DirectUpload(file, uploads).create((error, blob) =>
            error ? reject(error) : resolve(blob.signed_id),
          );
        });
      const answers: number[] = [];
      for (const [n, picture] of pictures.entries()) {
        const bytes = Uint8Array.from(atob(picture), (char) => char.charCodeAt(0));
        const blob = await upload(new File([bytes], `IMG_${n}.jpg`, { type: 'image/jpeg' }));
        const answer = await fetch(items, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ residentId: null, takenOn: '2026-01-05', caption: '', blob }),
        });
        answers.push(answer.status);
      }
      return answers;
    },
    {
      pictures: photos.map((photo) => photo.toString('base64')),
      uploads: paths.api.directUploads,
      items: paths.api.items,
    },
  );
  expect(statuses).toEqual(Array.from({ length: PHOTOS }, () => 201));
  const kept = await page.request.get(`${paths.api.items}?yearMonth=202601&residentId=none`);
  expect(((await kept.json()) as { count: number }).count).toBeGreaterThanOrEqual(PHOTOS);
});
