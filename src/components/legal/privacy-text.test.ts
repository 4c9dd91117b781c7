import { expect, test } from 'vitest';
import type { Installation } from '#lib/installation.ts';
import { unsaidBy } from './handling-text.ts';
import { privacyFor } from './privacy-text.ts';

const SMALL: Installation = {
  hasLine: false,
  sendsMail: false,
  readsReturned: false,
  hasPhotosElsewhere: false,
  hasDatabaseElsewhere: false,
  backupsKept: null,
  copies: 'none',
  copiesKept: 5,
  isEncrypted: true,
};
const textFor = (more: Partial<Installation>): string =>
  JSON.stringify(privacyFor({ ...SMALL, ...more }, null));

test.each<[keyof Installation, Partial<Installation>, RegExp]>([
  ['hasLine', { hasLine: true }, /LINEヤフー株式会社.*LINEでのお届け/],
  ['sendsMail', { sendsMail: true }, /メールの配送サービス/],
  ['sendsMail', { sendsMail: true }, /本文は送りおえたときに消し/],
  ['readsReturned', { readsReturned: true }, /戻ってきたメールを受け取るメールボックス/],
  ['hasPhotosElsewhere', { hasPhotosElsewhere: true }, /写真の保管サービス/],
  ['hasDatabaseElsewhere', { hasDatabaseElsewhere: true }, /データベースのサーバー/],
  ['backupsKept', { backupsKept: 9 }, /新しいほうから9回分/],
  ['copiesKept', { copies: 'plain' }, /別の場所にも写し、そこには新しいほうから5回分を残します/],
  ['copies', { copies: 'plain' }, /すべての情報の控えを置きます/],
  ['copies', { copies: 'encrypted' }, /控えを、暗号にして置きます/],
  ['isEncrypted', { isEncrypted: false }, /通信を暗号にしていません/],
])(
  'the privacy page says by %s what this installation does, and only then',
  (_name, more, words) => {
    expect(textFor(more)).toMatch(words);
    expect(textFor({})).not.toMatch(words);
  },
);

test('the privacy page says what the history keeps of who was removed, and of changes', () => {
  const text = textFor({});
  expect(text).toMatch(
    /施設が消したあとも、お名前、亡くなられた日、写真のお返事などは.*400日残ります/,
  );
  expect(text).toMatch(/施設が外した入居者、ご家族、職員と、パスキー、共用の端末/);
  expect(text).not.toMatch(/変える前とあとの内容は書きません/);
});

test('the privacy page says what the operator sees of mails, endings and staff', () => {
  const text = textFor({});
  expect(text).toMatch(/送れなかったメールの宛先と理由、ご利用の終わり.*お名前は、運営者も。/);
  expect(text).toContain('施設の管理者。メールアドレスは、運営者も。');
});

test('the privacy page says each way in which staff sign in', () => {
  expect(textFor({})).toMatch(/パスワードかパスキーで、共用の端末では6桁の暗証番号でもログイン/);
});

test('without backups of the program, nothing is said of those that others may make', () => {
  expect(textFor({})).toMatch(/この仕組みでは控えをとりません。控えのことは、運営者にお尋ね/);
  for (const more of [{ backupsKept: 9 }, { copies: 'plain' } as const]) {
    expect(textFor(more)).not.toMatch(/控えをとりません/);
  }
});

test('without a mail service, bodies are said to stay in the folder as long as they do', () => {
  expect(textFor({})).toMatch(/ファイルで残し、宛先、件名、本文とも41日で消します/);
});

test('where the server stands is said, or whom to ask', () => {
  const placed = JSON.stringify(privacyFor(SMALL, '日本（甲社）'));
  expect(placed).toContain('サーバーの場所: 日本（甲社）');
  expect(placed).not.toContain('サーバーを置く場所と');
  expect(textFor({})).toContain('サーバーを置く場所と、運営者の中での決まりは、運営者に');
});

test('the sheet asks for what the operator does not say, each by itself', () => {
  const subcontractors = [{ name: '甲社', task: 'メール', place: '日本' }];
  expect(unsaidBy({ server: null, subcontractors })).toEqual(['サーバーの場所（国と会社）']);
  expect(unsaidBy({ server: '日本', subcontractors: [] })).toEqual(['サービスの名前']);
  expect(unsaidBy({ server: '日本', subcontractors })).toEqual([]);
});

test('without LINE nothing is said to be kept of it', () => {
  expect(textFor({})).not.toMatch(/ユーザーID|LINEから届いた/);
  expect(textFor({ hasLine: true })).toMatch(/ユーザーID.*LINEから届いた/);
});
