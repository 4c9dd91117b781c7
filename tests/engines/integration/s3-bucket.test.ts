import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bucket } from '#server/s3/bucket.ts';
import { openBucket } from '#server/s3/bucket.ts';
import type { Ceph } from '../../support/ceph.ts';
import { CEPH_MISSING, hasCeph, makeBucket, startCeph } from '../../support/ceph.ts';
import { needs } from '../../support/needs.ts';

describe('a bucket of a real S3 server', needs(hasCeph(), CEPH_MISSING), () => {
  let ceph: Ceph;
  let bucket: Bucket;
  let folder: string;
  beforeAll(async () => {
    ceph = await startCeph();
    await makeBucket(ceph, 'photos');
    bucket = await openBucket({ bucket: 'photos', prefix: 'here/' }, ceph.env);
    folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-bucket-'));
  });
  afterAll(async () => {
    bucket.close();
    await ceph.stop();
    await rm(folder, { recursive: true });
  });

  const textOf = async (key: string): Promise<string> => {
    const { byteSize, stream } = await bucket.get(key);
    const text = Buffer.concat(await stream.toArray()).toString();
    expect(byteSize).toBe(text.length);
    return text;
  };
  const keys = async (start: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const { key } of bucket.list(start)) found.push(key);
    return found;
  };

  test('keeps what was put, lists it and removes it', async () => {
    await bucket.put('kept/1', Buffer.from('one'));
    await bucket.put('kept/2', Buffer.from('two'));
    await bucket.put('kept/1', Buffer.from('another'));
    expect(await textOf('kept/1')).toBe('another');
    expect(await bucket.find('kept/2')).toMatchObject({ key: 'kept/2', byteSize: 3 });
    expect(await keys('kept/')).toEqual(['kept/1', 'kept/2']);
    await bucket.remove('kept/1');
    await bucket.remove('kept/1');
    expect(await bucket.find('kept/1')).toBeNull();
    expect(await keys('kept/')).toEqual(['kept/2']);
  });

  test('takes a file, and nothing of one that changed after it was measured', async () => {
    const file = path.join(folder, 'file');
    const text = 'x'.repeat(200_000);
    const md5 = createHash('md5').update(text).digest('base64');
    await writeFile(file, text);
    await bucket.putFile('file', file, { byteSize: text.length, md5 });
    expect(await textOf('file')).toBe(text);
    await writeFile(file, `y${text.slice(1)}`);
    const changed = bucket.putFile('changed', file, { byteSize: text.length, md5 });
    await expect(changed).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect(await bucket.find('changed')).toBeNull();
  });

  test('lists more than one page', async () => {
    const all = Array.from({ length: 1003 }, (_, n) => `many/${String(n).padStart(4, '0')}`);
    for (let n = 0; n < all.length; n += 50) {
      await Promise.all(all.slice(n, n + 50).map((key) => bucket.put(key, Buffer.from('x'))));
    }
    expect(await keys('many/')).toEqual(all);
  });

  test('a missing object is told from a store that is away, refuses or has no such bucket', async () => {
    await expect(bucket.get('none')).rejects.toMatchObject({ code: 'ENOENT' });
    const elsewhere = await openBucket({ bucket: 'no-bucket', prefix: '' }, ceph.env);
    const wrongKey = { ...ceph.env, AWS_SECRET_ACCESS_KEY: 'another' };
    const stranger = await openBucket({ bucket: 'photos', prefix: '' }, wrongKey);
    for (const refused of [elsewhere, stranger]) {
      await expect(refused.check()).rejects.toMatchObject({ code: 'STORE_AWAY' });
      await expect(refused.get('none')).rejects.toMatchObject({ code: 'STORE_AWAY' });
    }
    await ceph.gateway.kill();
    await expect(bucket.get('none')).rejects.toMatchObject({ code: 'STORE_AWAY' });
    await expect(bucket.put('kept/3', Buffer.from('x'))).rejects.toMatchObject({
      code: 'STORE_AWAY',
    });
    await ceph.gateway.start();
    await bucket.check();
  });
});
