import path from 'node:path';
import { importFacility } from '#domains/operator/transfer/import-facility.ts';
import type { Command } from './command.ts';
import { openPackage } from './package-source.ts';
import { plain } from './print.ts';
import { Refused } from './refused.ts';

export const importing: Command = {
  takes: 'ファイル [--same]',
  says: 'ほかのサーバーで export-facility --move を付けて保存した施設を取り込みます（--same は、番号とご家族のリンクを同じまま）',
  async run(rt, { words: [file], flags }) {
    if (!file) throw new Refused('取り込むファイルかフォルダーを、続けて入力してください。');
    const same = flags.same;
    const { source, close } = await openPackage(path.resolve(file));
    try {
      const done = await importFacility(rt, source, { same });
      return [
        `「${plain(done.name)}」を取り込みました（番号 ${done.hostId}）。`,
        `入居者${done.residents}人、ご家族${done.families}件、職員${done.staffs}人、写真${done.photos}枚。写真はすべて、もとのものと同じだと確かめ、開いて見ました。`,
        'メールは1通も送っていません。次のお届けから、このサーバーが送ります。もとのサーバーでは、remove-facility で削除するか、メールのお届けを止めてください。',
        same
          ? 'ご家族のリンクの鍵は同じままです。PUBLIC_URL も同じなら、前のリンクがそのまま開きます。'
          : 'ご家族のリンクは新しくなりました。招待のカードか次のお便りでお渡しください。',
        ...(done.newPasswords > 0
          ? [
              `職員${done.newPasswords}人のパスワードは、ほかの決め方で守られていたため、移していません。ログインの画面から、決め直していただいてください。`,
            ]
          : []),
        '暗証番号・共用の端末・パスキー・認証アプリ・LINE のつながりは移りません。認証アプリやパスキーを使っていた職員は、パスワードを決め直します。',
      ].join('\n');
    } finally {
      await close();
    }
  },
};
