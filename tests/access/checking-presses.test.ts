import { expect, test } from 'vitest';
import { civilDateOf, yearMonthOf } from '#lib/calendar.ts';
import { paths } from '#lib/paths.ts';
import { makeLetter, makeNote, makeResident } from '../support/factories.ts';
import type { FormPage } from '../support/page-forms.ts';
import { readPage } from '../support/page-forms.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

const RESIDENTS = 50;
const ALIKE = 20;
/** One begins, one for each letter that differs, and one for those that do not. */
const PRESSES = 1 + (RESIDENTS - ALIKE) + 1;

/** In the order of the list those alike stand among the others. */
async function makeHome(): Promise<number> {
  const { factory, world } = site();
  const hostId = world.cast.host.id;
  const month = yearMonthOf(civilDateOf(factory.clock.now()));
  await makeLetter(factory, hostId, month, { title: '今月号', body: '朝晩が涼しくなりました。' });
  const there = await factory.db
    .selectFrom('residents')
    .select(['id', 'host_id'])
    .where('host_id', '=', hostId)
    .execute();
  for (const one of there) await makeNote(factory, one, month, { body: 'お元気です。' });
  for (let n = there.length; n < RESIDENTS; n++) {
    const name = `${String(n).padStart(2, '0')} ミヨ`;
    const one = await makeResident(factory, hostId, { name: `福田 ${name}`, name_kana: 'ふくだ' });
    const isAlike = n % 2 === 0 && (n - there.length) / 2 < ALIKE;
    if (!isAlike) await makeNote(factory, one, month, { body: 'お元気です。' });
  }
  return month;
}

async function open(path: string): Promise<FormPage & { path: string }> {
  const { status, text } = await site().ask('admin', path);
  expect(status).toBe(200);
  return { ...readPage(text), path };
}

async function send(page: FormPage & { path: string }, words: string) {
  const pressed = page.press(words);
  if (!pressed) return null;
  const at = new URL(pressed.action, new URL(page.path, site().server.url));
  const answer = await site().ask('admin', at.pathname + at.search, form(pressed.fields));
  expect(answer.status, words).toBe(303);
  return open(String(answer.headers.location));
}

test(`${RESIDENTS} letters, ${ALIKE} of them alike, are checked with ${PRESSES} presses`, async () => {
  const month = await makeHome();
  const room = await open(paths.adminLetterRoom(month, 'each'));
  const begin = room.link('順番に見て確認する');
  expect(begin).toBeDefined();
  let [presses, together] = [1, 0];
  let page = await open(begin ?? '');
  while (!page.text.includes('全員のお便りを確認しました')) {
    const all = await send(page, 'まとめて確認して次へ');
    if (all) {
      together++;
      expect(page.text).toContain(`この方のほか${ALIKE - 1}人は`);
      expect(page.text.match(/福田 \d\d ミヨ 様/g)?.length).toBeGreaterThanOrEqual(ALIKE);
    }
    const next = all ?? (await send(page, '確認して次へ'));
    if (!next) throw new Error(`nothing to press on ${page.path}`);
    presses++;
    page = next;
    expect(presses).toBeLessThan(2 * RESIDENTS);
  }
  expect([presses, together]).toEqual([PRESSES, 1]);
});

test('a letter that is checked shows its own first, and what is everybody’s folded', async () => {
  const { factory, world } = site();
  const month = yearMonthOf(civilDateOf(factory.clock.now()));
  const { resident } = world.cast;
  const checking = (await site().ask('admin', paths.adminLetterPreview(month, resident.id))).text;
  const asFamily = (await site().ask('admin', paths.adminLetterAsFamily(month, resident.id))).text;
  const places = (html: string) =>
    ['お元気です。', '朝晩が涼しくなりました。'].map((words) => html.indexOf(words));
  const [own = 0, all = 0] = places(checking);
  expect(own).toBeLessThan(all);
  expect(checking).toContain('<details class="rest"><summary>');
  const [ownLater = 0, allFirst = 0] = places(asFamily);
  expect(allFirst).toBeLessThan(ownLater);
  expect(asFamily).not.toContain('class="rest"');
});
