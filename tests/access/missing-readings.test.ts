import { expect, test } from 'vitest';
import { readingField } from '#domains/people/readings.ts';
import { paths } from '#lib/paths.ts';
import { makeResident } from '../support/factories.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

/** Sends the page's own text fields, filled in. */
async function fill(text: string) {
  const page = await site().ask('admin', paths.readings);
  const names = [...page.text.matchAll(/<input(?=[^>]* type="text")[^>]* name="([^"]+)"/g)];
  const fields = names.map(([, name = '']): [string, string] => [name, text]);
  const { headers, ...rest } = form(Object.fromEntries(fields));
  return site().ask('anonymous', `${paths.readings}?_action=residents.saveReadings`, {
    ...rest,
    headers: { ...headers, Origin: site().server.url, Cookie: site().signed.admin.cookie },
  });
}

test('the page of missing readings saves what is typed into it, and keeps what is refused', async () => {
  const { factory, world } = site();
  const { id } = await makeResident(factory, world.cast.host.id, { name_kana: '' });
  for (const wrong of ['森', 'あ'.repeat(300)]) {
    const { status, text } = await fill(wrong);
    expect(status).toBe(400);
    expect(text).toContain(`value="${wrong}"`);
    expect(text).toContain(`href="#${readingField(id)}"`);
  }
  expect((await fill('もり はな')).headers.location).toMatch(/saved=[1-9]/);
  const saved = factory.db.selectFrom('residents').select('name_kana').where('id', '=', id);
  expect(await saved.execute()).toEqual([{ name_kana: 'もり はな' }]);
});
