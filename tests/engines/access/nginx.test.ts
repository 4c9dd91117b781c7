import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import type { CopiedWorld } from '../../support/copied-world.ts';
import { copyWorld } from '../../support/copied-world.ts';
import { call, signIn } from '../../support/http.ts';
import { uploadByHttp } from '../../support/http-upload.ts';
import { needs } from '../../support/needs.ts';
import type { Nginx } from '../../support/nginx.ts';
import { NGINX_MISSING, hasNginx, startNginx } from '../../support/nginx.ts';
import { jpeg } from '../../support/pictures.ts';
import { sendFormOfPhotos } from '../../support/posted-photos.ts';
import type { TestServer } from '../../support/server.ts';
import { freePort, startServer } from '../../support/server.ts';

const world = inject('world');
const { resident, family, admin } = world.cast;
const letter = paths.letter(world.yearMonth, {
  residentToken: resident.token,
  familyToken: family.token,
});

describe('behind nginx with the shipped configuration', needs(hasNginx(), NGINX_MISSING), () => {
  let copied: CopiedWorld;
  let nginx: Nginx;
  let server: TestServer;
  beforeAll(async () => {
    copied = await copyWorld(world);
    const port = await freePort();
    nginx = await startNginx(port);
    server = await startServer(copied.dataDir, {
      ...copied.settings,
      PORT: String(port),
      PUBLIC_URL: nginx.url,
      TRUST_PROXY: '1',
    });
  });
  afterAll(async () => {
    await server.stop();
    await copied.remove();
  });

  test('pages, letters and uploads pass, and no key is logged when the server is away', async () => {
    const { cookie, bearer } = await signIn(nginx.url, admin.email);
    for (const address of [paths.items, paths.residents, paths.adminLetters, paths.dashboard]) {
      const { status } = await call(nginx.url, address, { headers: { Cookie: cookie } });
      expect(status, address).toBe(200);
    }
    expect((await call(nginx.url, letter)).status).toBe(200);
    expect(await uploadByHttp(nginx.url, bearer, await jpeg())).toBe(201);
    expect((await sendFormOfPhotos(nginx.url, admin.email)).text).toContain('3枚を追加');

    await server.stop();
    const away = await call(nginx.url, letter);
    expect(away).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    expect(away.text).toContain('つながると自動で切り替わります');
    const log = await nginx.stop();
    for (const key of [family.token, resident.token]) expect(log).not.toContain(key);
  });
});
