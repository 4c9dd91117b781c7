import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { dataPaths } from '#server/data-folder.ts';
import { makeFamily } from '../support/factories.ts';
import { json } from '../support/http.ts';
import type { LinePlatform } from '../support/line-platform.ts';
import {
  blocked,
  lineUser,
  signLine,
  startLine,
  unblocked,
  webhookBody,
  wrote,
} from '../support/line-platform.ts';
import { onlyOnFile } from '../support/on-file.ts';
import type { OpenSite } from '../support/open-site.ts';
import { openSite } from '../support/open-site.ts';

/** With LINE's platform beside the built server. */
let line: LinePlatform;
let site: OpenSite;
beforeAll(async () => {
  line = await startLine();
  site = await openSite(inject('world'), line.settings);
});
afterAll(async () => {
  await site.close();
  await line.close();
});
beforeEach(() => void (line.replies.length = 0));

const SISTER = lineUser(101);
const STRANGER = lineUser(102);

const post = (body: string, signature = signLine(body)) =>
  site.ask('anonymous', paths.api.lineWebhook, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Line-Signature': signature },
    body,
  });

/** Brings events, and waits until all are worked off. */
async function bring(...events: object[]): Promise<void> {
  expect((await post(webhookBody(...events))).status).toBe(200);
  const open = async () => {
    const rows = await site.factory.db
      .selectFrom('line_events')
      .select('id')
      .where('payload', 'is not', null)
      .execute();
    return rows.length;
  };
  await expect.poll(open, { timeout: 30_000 }).toBe(0);
}

const said = () => line.replies.map(({ messages }) => JSON.stringify(messages));
const lastAnswer = (words: string) =>
  expect.poll(() => said().at(-1) ?? '', { timeout: 30_000 }).toContain(words);

async function newFamily(): Promise<string> {
  const { id } = await makeFamily(site.factory, site.world.cast.resident, { name: '田中 試' });
  return id;
}

async function codeFor(familyId: string): Promise<string> {
  const made = await site.ask('admin', paths.api.lineCodes(familyId), json({ for: 'card' }));
  expect(made.status).toBe(201);
  return (JSON.parse(made.text) as { code: string }).code;
}

const countOf = async (familyId: string): Promise<number> => {
  const { text } = await site.ask('admin', paths.api.families);
  const { families } = JSON.parse(text) as { families: { id: string; lineCount: number }[] };
  return families.find(({ id }) => id === familyId)?.lineCount ?? -1;
};

test('a code in a group is not taken, and is good for the one who then sends it alone', async () => {
  const familyId = await newFamily();
  const code = await codeFor(familyId);
  const event = wrote(STRANGER, code);
  const group = { ...event, source: { type: 'group', groupId: 'C1', userId: STRANGER } };
  await bring(group, { ...event, source: { type: 'room', roomId: 'R1', userId: STRANGER } });
  expect(await countOf(familyId)).toBe(0);
  await bring(wrote(SISTER, code));
  await lastAnswer('LINEでお届けします');
  expect(await countOf(familyId)).toBe(1);
  await bring(wrote(STRANGER, code));
  await lastAnswer('お使いいただけません');
  expect(await countOf(familyId)).toBe(1);
});

test('who blocks and comes back is told that nothing comes, and may join again', async () => {
  const familyId = await newFamily();
  await bring(wrote(SISTER, await codeFor(familyId)));
  await lastAnswer('LINEでお届けします');
  await bring(blocked(SISTER));
  expect(await countOf(familyId)).toBe(0);
  await bring(unblocked(SISTER));
  await lastAnswer('お届けしていません');
  await bring(wrote(SISTER, await codeFor(familyId)));
  await lastAnswer('LINEでお届けします');
  expect(await countOf(familyId)).toBe(1);
});

test('many events at once are taken, and what is too long is refused', async () => {
  const familyId = await newFamily();
  const others = Array.from({ length: 199 }, (_, n) => wrote(lineUser(1000 + n), 'こんにちは'));
  const join = wrote(lineUser(5000), await codeFor(familyId));
  expect((await post(webhookBody(...others, ...others, join))).status).toBe(422);
  await bring(...others, join);
  expect(await countOf(familyId)).toBe(1);
  expect((await post(' '.repeat(1_100_000))).status).toBe(413);
  expect((await post('{"events":')).status).toBe(422);
  expect((await post(webhookBody(), 'x')).status).toBe(401);
});

async function isOnDisk(text: string): Promise<boolean> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(site.factory.db);
  return (await readFile(dataPaths(site.dataDir).database)).includes(text);
}

test('with its family an account is gone, from the file too', onlyOnFile('a file'), async () => {
  const user = lineUser(777_777);
  const familyId = await newFamily();
  const code = await codeFor(familyId);
  await bring(wrote(user, code));
  await lastAnswer('LINEでお届けします');
  expect(await isOnDisk(user)).toBe(true);
  const removed = await site.ask('admin', paths.api.family(familyId), { method: 'DELETE' });
  expect(removed.status).toBe(204);
  expect(await site.server.stop()).toBe(0);
  expect(await isOnDisk(user)).toBe(false);
  expect(await isOnDisk(code.replaceAll('-', ''))).toBe(false);
  // Nor was anything of it in the log.
  expect(site.server.output()).not.toMatch(/U0{20}|Bearer|\d{5}-\d{5}-\d{5}/);
  expect(site.server.errors()).toEqual([]);
});
