import { paths } from '#lib/paths.ts';
import type { Answer, Call } from './http.ts';
import { call, signIn } from './http.ts';
import { jpeg, vary } from './pictures.ts';

const BOUNDARY = '----WebKitFormBoundaryTsukidayori';

export interface PostedFile {
  name: string;
  type?: string;
  bytes: Buffer;
}

/** A form with files as browsers send it, fields first. */
export function postedForm(fields: Record<string, string>, files: readonly PostedFile[]): Buffer {
  const part = (head: string, body: Buffer | string): Buffer[] => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ];
  return Buffer.concat([
    ...Object.entries(fields).flatMap(([name, value]) => part(`name="${name}"`, value)),
    ...files.flatMap(({ name, type = 'image/jpeg', bytes }) =>
      part(`name="photos"; filename="${name}"\r\nContent-Type: ${type}`, bytes),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export const postForm = (body: Buffer, headers: Call['headers'] = {}): Call => ({
  method: 'POST',
  headers: { 'Content-Type': FORM_TYPE, Accept: 'text/html', ...headers },
  body,
});

/** Three photos, as long as those of a phone together. */
export async function sendFormOfPhotos(base: string, email: string): Promise<Answer> {
  const { cookie } = await signIn(base, email);
  const picture = await jpeg({ width: 900, height: 700 });
  // What follows the end of a picture is not looked at.
  const bytes = (): Buffer => Buffer.concat([vary(picture), Buffer.alloc(12_000_000)]);
  const photos = ['庭.jpg', '花.jpg', '空.jpg'].map((name) => ({ name, bytes: bytes() }));
  const form = postForm(postedForm({ place: 'none' }, photos), {
    Cookie: cookie,
    Origin: base,
  });
  return call(base, paths.uploadForm, form);
}
