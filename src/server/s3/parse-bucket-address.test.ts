import { expect, test } from 'vitest';
import { parseBucketAddress } from './parse-bucket-address.ts';

test.each([
  ['s3://photos', { bucket: 'photos', prefix: '' }],
  ['s3://photos/', { bucket: 'photos', prefix: '' }],
  ['s3://photos.example/a/b-1_c', { bucket: 'photos.example', prefix: 'a/b-1_c/' }],
  ['s3://photos/a/', { bucket: 'photos', prefix: 'a/' }],
])('%s is an address', (text, address) => {
  expect(parseBucketAddress(text)).toEqual(address);
});

test.each(['', 'photos', 's3://', 's3://Photos', 's3://a', 's3://photos//a', 's3://photos/../a'])(
  '%j is none',
  (text) => {
    expect(parseBucketAddress(text)).toBeNull();
  },
);
