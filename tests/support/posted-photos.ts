import type { Call } from './http.ts';

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
