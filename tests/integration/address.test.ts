import { rm, utimes, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { findAddresses } from '#features/address/address.service.ts';
import { writeTable } from '#features/address/tsv-table.server.ts';
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
    await writeFile(tableFile(), writeTable([OFFICE]));
    expect(await findAddresses(rt, OFFICE.postcode)).toEqual([OFFICE]);
    expect(await findAddresses(rt, GINZA.postcode)).toEqual([]);

    await writeFile(tableFile(), writeTable([OFFICE, GINZA]));
    expect(await findAddresses(rt, GINZA.postcode)).toEqual([GINZA]);

    await rm(tableFile());
    expect(await findAddresses(rt, OFFICE.postcode)).toEqual([]);
    expect(await findAddresses(rt, GINZA.postcode)).toEqual([GINZA]);
  });

  test('is not used when damaged, which is logged once', async () => {
    const warnings: string[] = [];
    const log = { warn: (_: unknown, text: string) => warnings.push(text) };
    const watched = { env: rt.env, log: log as unknown as TestRuntime['log'] };
    await writeFile(tableFile(), writeTable([OFFICE]).slice(0, -3));
    const answers = [1, 2, 3].map(() => findAddresses(watched, GINZA.postcode));
    expect(await Promise.all(answers)).toEqual([[GINZA], [GINZA], [GINZA]]);
    expect(warnings).toHaveLength(1);

    await writeFile(tableFile(), writeTable([OFFICE]));
    await utimes(tableFile(), 1, 1);
    expect(await findAddresses(watched, OFFICE.postcode)).toEqual([OFFICE]);
  });
});
