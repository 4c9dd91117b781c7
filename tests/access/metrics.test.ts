import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { PASSWORD } from '../support/factories.ts';
import { call, json } from '../support/http.ts';
import { freePort } from '../support/server.ts';
import { useSite } from './site.ts';

const port = await freePort();
const site = useSite({ METRICS_PORT: String(port), LOG_LEVEL: 'debug' });
const watch = (path: string) => call(`http://127.0.0.1:${port}`, path);

test('responses are counted by pattern, without tokens, addresses or names', async () => {
  const { resident, family, admin, host } = site().world.cast;
  const reader = { residentToken: resident.token, familyToken: family.token };
  const letter = paths.letter(site().world.yearMonth, reader);
  for (let n = 0; n < 3; n++) expect((await site().ask('anonymous', letter)).status).toBe(200);
  await site().ask('anonymous', `/adminstaff/secret-${admin.id}?token=${resident.token}`);
  await site().ask('anonymous', paths.api.login, json({ email: admin.email, password: PASSWORD }));
  await site().ask('admin', paths.api.directUpload(`slot-${resident.token}`), { method: 'PUT' });

  const { status, text } = await watch('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/_count\{method="GET",route="\/letters \(drawn\)",status="200"\} 1\n/);
  expect(text).toMatch(/_count\{method="GET",route="\/letters \(ready\)",status="200"\} 2\n/);
  expect(text).toMatch(/_count\{method="POST",route="\/api\/v1\/actions\/login",status="200"\}/);
  const secrets = [resident.token, family.token, admin.email, admin.id, host.id, host.name];
  for (const secret of [...secrets, site().signed.admin.bearer]) expect(text).not.toContain(secret);
});

test('cover the process and the product', async () => {
  // Of the sign-ins before.
  await expect
    .poll(async () => (await watch('/metrics')).text)
    .toMatch(/^tsukidayori_mails_queued 0$/m);
  const { text } = await watch('/metrics');
  const figure = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(figure('tsukidayori_storage_up')).toBe(1);
  expect(figure('tsukidayori_facilities')).toBe(3);
  expect(figure('tsukidayori_photos')).toBe(5);
  expect(figure('tsukidayori_photo_bytes')).toBeGreaterThan(10_000);
  expect(figure('tsukidayori_sessions')).toBeGreaterThan(3);
  expect(figure('tsukidayori_disk_free_bytes')).toBeGreaterThan(0);
  expect(figure('tsukidayori_jobs_failed')).toBe(0);
  expect(figure('tsukidayori_contacts')).toBe(0);
  expect(figure('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('are only on their own port; so are the details of readiness', async () => {
  expect((await site().ask('anonymous', '/metrics')).status).toBe(404);
  expect((await watch('/')).status).toBe(404);
  expect(JSON.parse((await watch('/readyz')).text)).toHaveProperty('facts.freeBytes');
  const outside = JSON.parse((await site().ask('anonymous', '/readyz')).text) as object;
  expect(Object.keys(outside)).toEqual(['status']);
  const here = await fetch(`${site().server.url}/readyz`);
  expect(await here.json()).toHaveProperty('checks.disk');
});
