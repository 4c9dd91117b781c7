import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findAddresses } from '#domains/facility/find-address.ts';
import { readEnv } from '#server/env.ts';
import { CORPUS, CORPUS_MISSING, readRows } from '../support/corpus.ts';
import { testLog } from '../support/log.ts';
import { needs } from '../support/needs.ts';

/** Without the operator's table. */
const rt = { env: readEnv({ DATA_DIR: path.join(os.tmpdir(), 'no-such-folder') }), log: testLog };

describe('real codes', needs(CORPUS !== undefined, CORPUS_MISSING), () => {
  /** One town is written with an old and a new form of the same character. */
  const VARIANTS: Record<string, string> = { '大阪府/貝塚市/地藏堂': '大阪府/貝塚市/地蔵堂' };
  const found = async (postcode = ''): Promise<string[]> => {
    const addresses = await findAddresses(rt, postcode);
    return addresses
      .map(({ pref, city, town }) => `${pref}/${city}/${town}`)
      .map((address) => VARIANTS[address] ?? address)
      .sort();
  };

  test.each(readRows('postal', 'edge_dev.tsv'))('$zip: $category', async (row) => {
    // Only the operator's table has codes of single businesses.
    const isUnknown = row['category']?.startsWith('business_only') || row['n_addresses'] === '0';
    const expected = isUnknown ? [] : (row['addresses'] ?? '').split('|').sort();
    expect(await found(row['zip'])).toEqual(expected);
  });

  test.each(readRows('postal', 'sample_dev.tsv'))('$zip: $pref $city $town', async (row) => {
    const own = [row['pref'], row['city'], row['town']].join('/');
    const [first, ...others] = await found(row['zip']);
    expect([first, ...others]).toContain(VARIANTS[own] ?? own);
    if (row['others'] === '') expect(others).toEqual([]);
  });
});

if (CORPUS === undefined) test('real codes', needs(false, CORPUS_MISSING), () => expect.fail());
