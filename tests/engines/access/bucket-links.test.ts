import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Family } from '#domains/people/family.ts';
import { ALL_FILES } from '#domains/photo/photo.ts';
import { paths } from '#lib/paths.ts';
import { CEPH_MISSING, hasCeph } from '../../support/ceph.ts';
import { json } from '../../support/http.ts';
import { needs } from '../../support/needs.ts';
import { useBucketSite } from './bucket-site.ts';

describe('pictures from a bucket', needs(hasCeph(), CEPH_MISSING), () => {
  const site = useBucketSite();
  const cast = () => site().world.cast;
  const items = () => site().world.items;
  const ask = (address: string, method = 'GET', headers: OutgoingHttpHeaders = {}) =>
    site().ask('anonymous', address, { method, headers });
  const asAdmin = (path: string, method: string, body?: object) =>
    site().ask('admin', path, { ...(body && json(body)), method });
  const ofResident = (change: object) =>
    asAdmin(paths.api.adminResident(cast().resident.id), 'PATCH', change);

  async function addFamily(): Promise<Family> {
    const body = {
      residentId: cast().resident.id,
      name: '田中 花',
      nameKana: '',
      delivery: 'link',
    };
    const { text } = await asAdmin(paths.api.families, 'POST', body);
    return (JSON.parse(text) as { family: Family }).family;
  }

  /** Its letter's address as it is now. */
  async function letterOf({ id }: Family): Promise<string> {
    const link = await site()
      .factory.db.selectFrom('families')
      .innerJoin('residents', 'residents.id', 'families.resident_id')
      .select(['families.token as familyToken', 'residents.token as residentToken'])
      .where('families.id', '=', id)
      .executeTakeFirstOrThrow();
    return paths.letter(site().world.yearMonth, link);
  }

  interface Picture {
    blobId: string;
    address: string;
    etag: string;
  }

  /** Every file of every photo that a family's letter shows, each opened twice: also from memory. */
  async function handedOut(family: Family): Promise<Picture[]> {
    const { text } = await ask(await letterOf(family));
    expect(text).not.toMatch(/X-Amz|s3:/i);
    const folders = new Set(
      [...text.matchAll(/\/photos\/family\/\w+\/(\w+)\/[\w-]+\//g)].map(([folder]) => folder),
    );
    expect(folders.size).toBeGreaterThan(1);
    const found: Picture[] = [];
    for (const address of [...folders].flatMap((to) => ALL_FILES.map((file) => to + file))) {
      const { status, headers } = await ask(address);
      // The largest size of a small photo is the next one, which the answer names.
      if (status === 302) expect(ALL_FILES).toContain(headers.location);
      else expect([status, (await ask(address)).status], address).toEqual([200, 200]);
      const [, blobId = ''] = /family\/\w+\/(\w+)/.exec(address) ?? [];
      found.push({ blobId, address, etag: headers.etag ?? '"none"' });
    }
    return found;
  }

  /** However they are asked for. */
  async function expectRefused(pictures: Picture[]): Promise<void> {
    expect(pictures.length).toBeGreaterThanOrEqual(ALL_FILES.length);
    for (const { address, etag } of pictures) {
      const answers = [
        await ask(address),
        await ask(address, 'HEAD'),
        await ask(address, 'GET', { Range: 'bytes=0-99' }),
        await ask(address, 'GET', { Range: 'bytes=-1', 'If-Range': etag }),
        await ask(address, 'GET', { 'If-None-Match': etag }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store');
    }
  }

  async function expectOpen(pictures: Picture[]): Promise<void> {
    expect(pictures.length).toBeGreaterThanOrEqual(ALL_FILES.length);
    for (const { address } of pictures) {
      expect([200, 302], address).toContain((await ask(address)).status);
    }
  }

  const OF_A_LINK: Record<string, (family: Family) => Promise<{ status: number }>> = {
    "its family's was renewed": ({ id }) =>
      asAdmin(paths.api.family(id), 'PATCH', { rotateToken: true }),
    'its family was deleted': ({ id }) => asAdmin(paths.api.family(id), 'DELETE'),
  };

  test.each(Object.entries(OF_A_LINK))(
    'are refused with the next request once %s, and others open (P12)',
    async (_what, end) => {
      const [one, other] = [await addFamily(), await addFamily()];
      const [gone, open] = [await handedOut(one), await handedOut(other)];
      expect((await end(one)).status).toBeLessThan(300);
      await expectRefused(gone);
      await expectOpen(open);
    },
  );

  test("… of all the resident's families once the resident's token was renewed", async () => {
    const [one, other] = [await addFamily(), await addFamily()];
    const gone = [...(await handedOut(one)), ...(await handedOut(other))];
    expect((await ofResident({ rotateToken: true })).status).toBe(200);
    await expectRefused(gone);
    await handedOut(one);
  });

  test('… of one photo once its consent is withdrawn, or it is deleted', async () => {
    const all = await handedOut(await addFamily());
    const of = (id: string) => all.filter(({ blobId }) => blobId === id);
    const { own, hall } = items();
    expect((await ofResident({ photoConsent: false })).status).toBe(200);
    await expectRefused(of(own.blobId));
    await expectOpen(of(hall.blobId));
    expect((await asAdmin(paths.api.item(hall.id), 'DELETE')).status).toBe(204);
    await expectRefused(of(hall.blobId));
    // Nothing was removed there: both can be taken back.
    expect((await site().stored.list('photos')).join()).toContain(hall.blobId);
  });

  test('while the store is away, open from memory, else are 503, and a dead link stays 404', async () => {
    const { neighbourFamily, neighbour } = cast();
    const tokens = { residentToken: neighbour.token, familyToken: neighbourFamily.token };
    const { text } = await ask(paths.letter(site().world.yearMonth, tokens));
    const [folder = ''] = /\/photos\/family\/\w+\/\w+\/[\w-]+\//.exec(text) ?? [];
    const [hot, cold] = [`${folder}720.webp`, `${folder}360.webp`];
    expect((await ask(hot)).status).toBe(200);
    await site().ceph.gateway.kill();
    expect([(await ask(hot)).status, (await ask(cold)).status]).toEqual([200, 503]);
    const { id } = neighbourFamily;
    const renewed = await asAdmin(paths.api.family(id), 'PATCH', { rotateToken: true });
    expect(renewed.status).toBe(200);
    expect([(await ask(hot)).status, (await ask(cold)).status]).toEqual([404, 404]);
    await site().ceph.gateway.start();
    expect([(await ask(hot)).status, (await ask(cold)).status]).toEqual([404, 404]);
    const output = site().server.output();
    for (const secret of [neighbourFamily.token, items().neighbour.blobId, folder]) {
      expect(output).not.toContain(secret);
    }
  });
});
