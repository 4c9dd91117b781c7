import { expect, test } from 'vitest';
import {
  makeCardCodes,
  makeLineCode,
  readCardCodes,
  makeTestCode,
} from '#domains/line/join-codes.ts';
import { readLineState } from '#domains/line/line-state.ts';
import { takeWebhook } from '#domains/line/webhook.ts';
import { makeCast, signedIn } from '../support/cast.ts';
import { makeFamily } from '../support/factories.ts';
import { joinByLine, receive } from '../support/line-families.ts';
import {
  BROTHER,
  SISTER,
  admin,
  cast,
  family,
  familyId,
  joinEachTest,
  lineOfFile,
  now,
  rt,
  saidBy,
} from '../support/line-of-file.ts';
import { signLine, webhookBody, wrote } from '../support/line-platform.ts';
import { rounds } from '../support/in-full.ts';
import { makeRuntime } from '../support/runtime.ts';

const line = await lineOfFile();
joinEachTest(line);

const said = () => saidBy(line);

test('anything else is answered with the telephone number, three times an hour', async () => {
  await joinByLine(rt, admin, familyId, SISTER);
  line.replies.length = 0;
  for (let n = 0; n < 5; n++) await receive(rt, wrote(SISTER, `母は元気ですか ${n}`, now()));
  await receive(rt, wrote(BROTHER, 'こんにちは', now()));
  expect(said()).toHaveLength(4);
  expect(said()[0]).toContain(`${cast.host.name}（電話 ${cast.host.phone}）`);
  expect(said()[3]).toContain('お届けしていません');
  const kept = JSON.stringify(await rt.db.selectFrom('line_events').selectAll().execute());
  expect(kept).not.toContain('母');
  expect(kept).not.toContain(SISTER);
});

test('nothing but signed bodies is read, unknown events and other sources are ignored', async () => {
  const take = (body: string, signature: string | null) =>
    takeWebhook(rt, new TextEncoder().encode(body), signature);
  const body = webhookBody(wrote(SISTER, 'x'));
  for (const forged of [null, '', 'x', signLine(`${body} `), `${signLine(body)}=x`.slice(4)]) {
    await expect(take(body, forged)).rejects.toMatchObject({ status: 401 });
  }
  expect(await rt.db.selectFrom('line_events').selectAll().execute()).toEqual([]);
  for (const text of ['', 'null', '{}', '{"events":1}', '[', `{"events":${'['.repeat(9999)}`]) {
    await expect(take(text, signLine(text))).rejects.toMatchObject({ status: 422 });
  }
  const odd = [
    {},
    null,
    'x',
    { ...wrote(SISTER, 'とめる'), type: 'newKind' },
    { ...wrote(SISTER, 'とめる'), source: { type: 'group', groupId: 'C1', userId: SISTER } },
    { ...wrote(SISTER, 'とめる'), timestamp: 1e300 },
    { ...wrote(SISTER, 'とめる'), webhookEventId: '' },
  ];
  const text = JSON.stringify({ destination: 'x', events: odd });
  await take(text, signLine(text));
  const rows = await rt.db.selectFrom('line_events').select('id').execute();
  expect(rows).toEqual([{ id: 'last' }]);
});

test('guessing finds nothing and ends soon', async () => {
  await makeLineCode(rt, admin, familyId, 'card');
  const guesses = rounds(300, 10_000);
  for (let from = 0; from < guesses; from += 100) {
    const events = Array.from({ length: 100 }, (_, n) =>
      wrote(BROTHER, String(from + n).padStart(25, '0'), now()),
    );
    await receive(rt, ...events);
  }
  expect(await rt.db.selectFrom('line_accounts').selectAll().execute()).toEqual([]);
  // Ten tries, and three times that it is enough.
  expect(line.replies).toHaveLength(13);
});

test.each([
  ['a NUL', 'とめる\u0000'],
  ['one figure many times', '1'.repeat(5000)],
  ['strokes', '-'.repeat(5000)],
  ['figures of another script', '٣'.repeat(25)],
  ['an event', '{"type":"unfollow"}'],
  ['a statement', `'; DROP TABLE families; --`],
  ['a turned direction', '\u202e12345'],
  ['nothing', ''],
])('%s is answered like any other text', async (_what, text) => {
  await joinByLine(rt, admin, familyId, SISTER);
  await receive(rt, wrote(SISTER, text, now(1)));
  expect(await family()).toMatchObject({ lineCount: 1 });
  expect(said()).toHaveLength(2);
  expect(said()[1]).toContain('お電話ください');
});

test('the operator tries the channel by a code that joins nothing', async () => {
  line.accepted.length = 0;
  const { code } = await makeTestCode(rt);
  await receive(rt, wrote(SISTER, code, now()));
  expect(said()[0]).toContain('LINEの設定は正しくできています');
  expect(line.accepted).toMatchObject([{ to: SISTER }]);
  expect(await rt.db.selectFrom('line_accounts').selectAll().execute()).toEqual([]);
});

test('the operator sees how the channel is, and what it has used', async () => {
  expect(await readLineState(rt)).toEqual({
    trouble: null,
    quota: { limit: null, used: line.accepted.length },
    heardAt: null,
  });
  await receive(rt);
  line.limit = 200;
  const heardAt = rt.clock.now().toISOString();
  expect(await readLineState(rt)).toMatchObject({ quota: { limit: 200 }, heardAt });
  line.limit = null;
  const wrong = { LINE_CHANNEL_SECRET: 'f'.repeat(32) };
  expect(await readLineState(await makeRuntime({ ...line.settings, ...wrong }))).toMatchObject({
    trouble: 'settings',
    quota: null,
  });
  expect(await readLineState(await makeRuntime())).toBeNull();
});

test('without LINE there is no code, no webhook, and no call', async () => {
  const bare = await makeRuntime();
  const at = line.calls.length;
  const bareCast = await makeCast(bare);
  const actor = await signedIn(bare, bareCast.admin);
  const { id } = await makeFamily(bare, bareCast.resident);
  await expect(makeLineCode(bare, actor, id, 'page')).rejects.toMatchObject({ status: 404 });
  await expect(makeCardCodes(bare, actor, [id])).rejects.toMatchObject({ status: 404 });
  expect(await readCardCodes(bare, bareCast.host.id)).toEqual(new Map());
  const body = webhookBody();
  await expect(
    takeWebhook(bare, new TextEncoder().encode(body), signLine(body)),
  ).rejects.toMatchObject({ status: 404 });
  expect(line.calls).toHaveLength(at);
});

test('takes 200 events at once, as the contract says, and nothing of 201', async () => {
  const take = (count: number) => {
    const body = webhookBody(...Array.from({ length: count }, () => wrote(SISTER, 'x', now())));
    return takeWebhook(rt, new TextEncoder().encode(body), signLine(body));
  };
  await expect(take(201)).rejects.toMatchObject({ status: 422 });
  expect(await rt.db.selectFrom('line_events').selectAll().execute()).toEqual([]);
  await take(200);
  expect(await rt.db.selectFrom('line_events').selectAll().execute()).toHaveLength(201);
});
