import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORM_TYPE, postedForm } from '../../tests/support/posted-photos.ts';
import type { FormFile } from './form-files.ts';
import { readFormFiles } from './form-files.ts';

const LIMITS = { files: 3, fileBytes: 1000, bytes: 20_000 };

async function read(body: Readable, limits = LIMITS, type = FORM_TYPE) {
  const files: { name: string; bytes: Buffer; place: string | undefined }[] = [];
  const take = async ({ name, stream }: FormFile, fields: ReadonlyMap<string, string>) => {
    files.push({ name, bytes: await buffer(stream), place: fields.get('place') });
  };
  const { isCut } = await readFormFiles(body, type, limits, take);
  return { files, isCut };
}

const one = { name: '庭.jpg', bytes: Buffer.from('a photo') };

describe('a form with files', () => {
  test('is read the same, however it is cut on its way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 900 }), { maxLength: 3 }),
        fc.integer({ min: 1, max: 500 }),
        async (contents, size) => {
          const files = contents.map((bytes, at) => ({
            name: `${at}.jpg`,
            bytes: Buffer.from(bytes),
          }));
          const body = postedForm({ place: 'none' }, files);
          const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
            body.subarray(at * size, (at + 1) * size),
          );
          const { files: found, isCut } = await read(Readable.from(chunks));
          expect(isCut).toBe(false);
          expect(found).toEqual(files.map((file) => ({ ...file, place: 'none' })));
        },
      ),
    );
  });

  test('that is broken off anywhere is refused, and nobody waits for its end', async () => {
    const body = postedForm({ place: 'none' }, [one, one]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: body.length - 4 }), async (length) => {
        const ended = read(Readable.from([body.subarray(0, length)]));
        await expect(ended).rejects.toMatchObject({ status: 400 });
        const torn = new PassThrough();
        torn.write(body.subarray(0, length));
        setImmediate(() => torn.destroy(new Error('gone')));
        await expect(read(torn)).rejects.toMatchObject({ status: 400 });
      }),
      { numRuns: 60 },
    );
  });

  test('ends a file that is too long, and leaves out what is beyond the number', async () => {
    const long = { name: 'long.jpg', bytes: Buffer.alloc(1500, 1) };
    const { files, isCut } = await read(Readable.from([postedForm({}, [long, one, one, one])]));
    expect(files.map(({ bytes }) => bytes.length)).toEqual([1001, 7, 7]);
    expect(isCut).toBe(true);
  });

  test('is refused beyond its length, without a boundary, and as another type', async () => {
    const body = () => Readable.from([postedForm({}, [one])]);
    await expect(read(body(), { ...LIMITS, bytes: 100 })).rejects.toMatchObject({ status: 413 });
    for (const type of ['multipart/form-data', 'application/json', '', 'text/plain; boundary=x']) {
      await expect(read(body(), LIMITS, type)).rejects.toMatchObject({ status: 415 });
    }
  });

  test('is read to its end after an error, which is told then', async () => {
    const body = Readable.from([postedForm({}, [one, one])]);
    const refuse = () => Promise.reject(new Error('no'));
    await expect(readFormFiles(body, FORM_TYPE, LIMITS, refuse)).rejects.toThrow('no');
    expect(body.readableEnded).toBe(true);
  });
});
