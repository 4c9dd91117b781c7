import { expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { makeStaff } from '../support/factories.ts';
import { makePasskeyRow } from '../support/sign-in-rows.ts';
import { form } from './row.ts';
import { useSite } from './site.ts';

const site = useSite();

const post = (fields: Record<string, string>) => {
  const { headers, ...rest } = form(fields);
  return site().ask('anonymous', `${paths.staffs}?_action=members.takeBackWays`, {
    ...rest,
    headers: { ...headers, Origin: site().server.url, Cookie: site().signed.admin.cookie },
  });
};
const OFF = '二段階の確認を外す';

test("an admin takes a colleague's second step off only after having met the person", async () => {
  const { factory, world } = site();
  expect((await site().ask('admin', paths.staffs)).text).not.toContain(OFF);
  const colleague = await makeStaff(factory, world.cast.host.id, {
    name: '小川 光',
    email: 'hikaru@example.jp',
  });
  await makePasskeyRow(factory, colleague);
  const { text } = await site().ask('admin', paths.staffs);
  expect(text.split(OFF)).toHaveLength(2);
  expect(text).toContain('小川 光さんに直接お会いして、確かめました');
  const passkeys = factory.db.selectFrom('passkeys').select('id');
  const ofColleague = passkeys.where('staff_id', '=', colleague.id);
  const unsaid = await post({ id: colleague.id });
  expect([unsaid.status, await ofColleague.execute()]).toMatchObject([400, [{}]]);
  expect(unsaid.text).toContain('ご本人に直接お会いして確かめてから');
  const { status, headers } = await post({ id: colleague.id, understood: 'on' });
  expect([status, headers.location]).toEqual([303, `${paths.staffs}?taken_back=1`]);
  expect(await ofColleague.execute()).toEqual([]);
  const done = await site().ask('admin', `${paths.staffs}?taken_back=1`);
  expect(done.text).toContain('二段階の確認とパスキーを外しました');
  expect(done.text).not.toContain(OFF);
});
