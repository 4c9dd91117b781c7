import { rm, truncate } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { findAddresses } from '#domains/facility/find-address.ts';
import { writePostalTable } from '#domains/facility/postal-table.ts';
import type { Address } from '#domains/facility/address.ts';
import { dataPaths } from '#server/data-folder.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';

let rt: TestRuntime;
beforeEach(async () => {
  rt = await makeRuntime();
});

const GINZA = { postcode: '1040061', pref: '東京都', city: '中央区', town: '銀座' };
const OFFICE = { postcode: '1008903', pref: '東京都', city: '千代田区', town: '霞が関' };
const tableFile = (): string => dataPaths(rt.dataDir).postcodes;
const write = (...addresses: Address[]) => writePostalTable(tableFile(), addresses);

/** A log that keeps its warnings. */
function keepWarnings() {
  const warnings: string[] = [];
  const warn = (...said: unknown[]) => void warnings.push(String(said.at(-1)));
  return { warnings, watched: { env: rt.env, log: { warn } as unknown as TestRuntime['log'] } };
}

describe('the bundled table', () => {
  test('knows an address, all of a code, and unknown codes', async () => {
    expect(await findAddresses(rt, '1040061')).toEqual([GINZA]);
    expect(await findAddresses(rt, '4980000')).toEqual([
      { postcode: '4980000', pref: '愛知県', city: '弥富市', town: '' },
      { postcode: '4980000', pref: '三重県', city: '桑名郡木曽岬町', town: '' },
    ]);
    expect(await findAddresses(rt, '0000000')).toEqual([]);
    expect(await findAddresses(rt, OFFICE.postcode)).toEqual([]);
  });
});

describe("the operator's table", () => {
  test('is used instead, from the next lookup until it is removed', async () => {
    expect(await findAddresses(rt, OFFICE.postcode)).toEqual([]);
    await write(OFFICE);
    expect(await findAddresses(rt, OFFICE.postcode)).toEqual([OFFICE]);
    expect(await findAddresses(rt, GINZA.postcode)).toEqual([]);

    await write(OFFICE, GINZA);
    expect(await findAddresses(rt, GINZA.postcode)).toEqual([GINZA]);

    await rm(tableFile());
    expect(await findAddresses(rt, OFFICE.postcode)).toEqual([]);
    expect(await findAddresses(rt, GINZA.postcode)).toEqual([GINZA]);
  });

  test('does not answer when it is damaged; that is said once', async () => {
    const { warnings, watched } = keepWarnings();
    await write(OFFICE);
    await truncate(tableFile(), 5000);
    const answers = [1, 2, 3].map(() => findAddresses(watched, GINZA.postcode));
    expect(await Promise.all(answers)).toEqual([[GINZA], [GINZA], [GINZA]]);
    expect(warnings).toHaveLength(1);

    await write(OFFICE);
    expect(await findAddresses(watched, OFFICE.postcode)).toEqual([OFFICE]);
  });
});
