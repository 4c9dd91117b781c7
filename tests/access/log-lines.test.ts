import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { brokenBodies } from '../support/broken-bodies.ts';
import { askRaw } from '../support/raw-request.ts';
import { spellingsOf } from '../support/spellings.ts';
import { useSite } from './site.ts';

/** Every log line is JSON and names route patterns, not paths (P12). */
const site = useSite({ LOG_LEVEL: 'debug' });
const SECRET = 'NoLogMayHoldThis';

/** A file's route that takes GET alone. */
const ROOM = '/adminstaff';

/** URLs that Astro or a package would print. */
const ADDRESSES = [
  ...[`/_actions/${SECRET}.x`, `/_actions/session.${SECRET}`, `/_actions/${SECRET}`],
  ...[`/${SECRET}`, `/letters/${SECRET}`, `/adminstaff/${SECRET}`, `/api/${SECRET}`],
  ...[`/photos/staff/${SECRET}/360.webp`, `/letters/202610/photos/${SECRET}`],
  ...[`/_image?href=${SECRET}`, `/_server-islands/${SECRET}?e=${SECRET}&p=a&s=`],
  ...[paths.residentsTemplate, paths.exportResidents, paths.login, '/', '/500', '/letters'].map(
    (path) => `${path}?token=${SECRET}&_action=${SECRET}.x`,
  ),
  ...[paths.residentsTemplate, paths.exportResidents, ROOM].map(
    (path) => `${path}?token=${SECRET}`,
  ),
  paths.letters({ residentToken: SECRET, familyToken: SECRET }),
  paths.letterSeen(202610, { residentToken: SECRET, familyToken: SECRET }),
];

test('of every odd request', async () => {
  const { server, signed, ask } = site();
  const headers = { Cookie: signed.admin.cookie, 'Sec-Fetch-Site': 'same-origin', Referer: SECRET };
  for (const address of ADDRESSES) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      await ask('anonymous', address, { method, headers });
    }
    const [path = ''] = address.split('?', 1);
    for (const [, target] of spellingsOf(path)) await askRaw(server.url, target, headers);
  }
  for (const { type, body } of brokenBodies([SECRET])) {
    const sent = { method: 'POST', headers: { ...headers, 'Content-Type': type ?? '' }, body };
    await ask('anonymous', `${paths.editMyPage}?_action=me.updateProfile&x=${SECRET}`, sent);
  }
  // The log arrives through its own pipe, after the responses.
  const last = await ask('anonymous', paths.privacy);
  await expect.poll(() => server.output()).toContain(String(last.headers['x-request-id']));
  const lines = server.output().trim().split('\n');
  expect(lines.length).toBeGreaterThan(200);
  // Astro's own message about a method that a route does not take.
  const said = lines.filter((line) => line.includes('No API Route handler'));
  expect(said.join()).toContain(`"route":"${ROOM}"`);
  expect(lines.filter((line) => !isEntry(line))).toEqual([]);
  expect(lines.filter((line) => line.includes(SECRET))).toEqual([]);
});

function isEntry(line: string): boolean {
  try {
    const { level, time, msg } = JSON.parse(line) as Record<string, unknown>;
    return typeof level === 'number' && typeof time === 'string' && typeof msg === 'string';
  } catch {
    return false;
  }
}
