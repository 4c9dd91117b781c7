import { beforeEach, expect, test } from 'vitest';
import sharp from 'sharp';
import { importFacility } from '#domains/operator/transfer/import-facility.ts';
import { makeArchiveWorld } from '../support/archive-world.ts';
import type { Package } from '../support/packages/package.ts';
import { exportPackage, sourceOf, withFile, withRows } from '../support/packages/package.ts';
import type { TestRuntime } from '../support/runtime.ts';
import { makeRuntime } from '../support/runtime.ts';
import { drainJobs } from '../support/uploads.ts';

const noise = () =>
  sharp({
    create: {
      ...{ width: 800, height: 600, channels: 3, background: '#885533' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer();

let of: Package;
let to: TestRuntime;
beforeEach(async () => {
  const from = await makeArchiveWorld();
  await from.add('2026-09-03', undefined, { bytes: await noise() });
  await drainJobs(from.rt);
  of = await exportPackage(from.rt, from.cast.host.id);
  to = await makeRuntime();
  to.clock.set(from.rt.clock.now().toISOString());
});

const fileOf = (name: string): [string, Buffer] => {
  const found = [...of.files].find(([path]) => path.endsWith(`/${name}`));
  if (!found) throw new Error(`no ${name}`);
  return found;
};

async function expectRefused(files: Map<string, Buffer>, words: RegExp): Promise<void> {
  const taking = importFacility(to, sourceOf(files), { same: true });
  await expect(taking).rejects.toMatchObject({ status: 422 });
  await expect(taking).rejects.toThrow(words);
  expect(await to.db.selectFrom('hosts').selectAll().execute()).toEqual([]);
  expect(await to.stored.list('photos')).toEqual([]);
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#885533' } });
const { master, webp } = { master: 'master.jpg', webp: '720.webp' };
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>');

/** As large as it is in the package. */
async function sized(name: string) {
  const { width, height } = await sharp(fileOf(name)[1]).metadata();
  return picture(width, height);
}

test.each<[string, string, () => Promise<Buffer> | Buffer, RegExp]>([
  ['a page', master, () => HTML, /写真ではありません/],
  ['a page', webp, () => HTML, /写真ではありません/],
  [
    'nothing but a beginning',
    master,
    () => fileOf(master)[1].subarray(0, 3),
    /写真として開けません/,
  ],
  ['half of it', webp, () => fileOf(webp)[1].subarray(0, 2000), /開けません/],
  [
    'damage in the middle',
    master,
    () => {
      const bytes = Buffer.from(fileOf(master)[1]);
      return bytes.fill(0xff, Math.floor(bytes.length / 3), bytes.length - 2);
    },
    /開けません/,
  ],
  ['a JPEG', webp, async () => (await sized(webp)).jpeg().toBuffer(), /写真ではありません/],
  ['a PNG', master, async () => (await sized(master)).png().toBuffer(), /写真ではありません/],
  ['an animation', webp, () => animation(), /付け足された|開けません/],
  [
    'its place',
    master,
    async () =>
      (await sized(master))
        .withExif({ IFD3: { GPSLatitude: '35/1' } })
        .jpeg()
        .toBuffer(),
    /付け足された/,
  ],
  [
    'a profile',
    webp,
    async () => (await sized(webp)).withIccProfile('p3').webp().toBuffer(),
    /付け足された/,
  ],
  ['a page behind it', master, () => Buffer.concat([fileOf(master)[1], HTML]), /付け足された/],
  [
    'a page behind it',
    webp,
    () => Buffer.concat([fileOf(webp)[1], HTML]),
    /付け足された|開けません/,
  ],
  ['another shape', webp, () => picture(300, 600).webp().toBuffer(), /縦横/],
  ['a larger one', webp, () => picture(1600, 1200).webp().toBuffer(), /縦横/],
  ['a dot', master, () => picture(1, 1).jpeg().toBuffer(), /縦横/],
])('%s instead of %s is refused by the name of the file', async (_what, name, made, words) => {
  const [path] = fileOf(name);
  const bytes = await made();
  await expectRefused(withFile(of, path, bytes), new RegExp(`${path}: .*${words.source}`));
});

async function animation(): Promise<Buffer> {
  const frames = ['#111111', '#eeeeee'].map((background) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .webp({ delay: [100, 100] })
    .toBuffer();
}

test('a file that is longer than its row says is read no further, and one that is missing is named', async () => {
  const [path, bytes] = fileOf(master);
  const rows = withRows(of, of.lines);
  await expectRefused(
    new Map([...rows, [path, Buffer.concat([bytes, Buffer.alloc(1e6)])]]),
    /書き出したときのものと違います/,
  );
  await expectRefused(new Map([...rows].filter(([name]) => name !== path)), /ありません/);
});

test('a bomb is refused before it is decoded', async () => {
  const [path] = fileOf(master);
  const huge = Buffer.from(await picture(64, 64).jpeg().toBuffer());
  const at = huge.indexOf(Buffer.from([0xff, 0xc0]));
  huge.writeUInt16BE(65_000, at + 5);
  huge.writeUInt16BE(65_000, at + 7);
  await expectRefused(withFile(of, path, huge), /大きすぎます/);
});

const rows = (change: (line: { table: string; row: Record<string, unknown> }) => void) => {
  const lines = of.lines.map(({ table, row }) => ({ table, row: { ...row } }));
  lines.forEach(change);
  return withRows(of, lines);
};

test('a name of 300 KB and a day that never was are told with row and column, not with the value', async () => {
  const files = rows(({ table, row }) => {
    if (table === 'hosts')
      Object.assign(row, { name: 'あ'.repeat(100_000), created_at: '2026-02-31' });
    if (table === 'residents') row['birthday'] = '2026-02-31';
  });
  const error: unknown = await importFacility(to, sourceOf(files), { same: true }).catch(
    (thrown: unknown) => thrown,
  );
  const { message } = error as Error;
  expect(message).toContain('の1行目（hosts の name）: 施設のお名前は60文字までです。');
  expect(message).toContain('（hosts の created_at）: 日時ではないか、ありえない日時です。');
  expect(message).toMatch(/の\d+行目（residents の birthday）: 日付ではないか/);
  expect(message.length).toBeLessThan(800);
});

test('who has a hash of another cost chooses a new password', async () => {
  const salt = 'A'.repeat(22);
  const costs = ['m=4194304,t=100,p=1', 'm=19456,t=2,p=2', 'm=8,t=1,p=1'];
  const hashes = [
    ...costs.map((cost) => `$argon2id$v=19$${cost}$${salt}$${'A'.repeat(43)}`),
    `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(86)}`,
    '$2b$31$abcdefghijklmnopqrstuv',
  ];
  const ours = `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(43)}`;
  for (const hash of hashes) {
    let n = 0;
    const files = rows(({ table, row }) => {
      if (table === 'staffs') row['password_hash'] = n++ === 0 ? ours : hash;
    });
    const done = await importFacility(to, sourceOf(files), { same: false });
    expect(done.newPasswords).toBe(n - 1);
    const staffs = await to.db
      .selectFrom('staffs')
      .select('password_hash')
      .where('host_id', '=', done.hostId)
      .execute();
    expect(staffs.filter(({ password_hash: kept }) => kept === ours)).toHaveLength(1);
    expect(staffs.filter(({ password_hash: kept }) => kept === null)).toHaveLength(n - 1);
    await to.db.deleteFrom('items').execute();
    await to.db.deleteFrom('hosts').execute();
  }
});

test('rows beyond any facility are not read to their end', async () => {
  let read = 0;
  const files = withRows(of, of.lines);
  const endless = sourceOf(files);
  const taking = importFacility(
    to,
    {
      open: async (name) => {
        if (name !== 'data/rows.jsonl') return endless.open(name);
        const { Readable } = await import('node:stream');
        return Readable.from(
          (function* () {
            for (; read < 100_000_000; read += 65_536) yield Buffer.alloc(65_536, 'x');
          })(),
        );
      },
    },
    { same: true },
  );
  await expect(taking).rejects.toThrow(/表が長すぎます/);
  expect(read).toBeLessThan(1_000_000);
});
