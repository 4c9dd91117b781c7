/** What needs a fresh sign-in and is done together with its confirmation, by the action's name. */
export const DEEDS = {
  removePasskey: 'パスキーを外す',
  beginApp: '認証アプリを登録する',
  renewCodes: '予備のコードを作り直す',
  removeApp: '二段階の確認をやめる',
} as const;

type Deed = keyof typeof DEEDS;

export const DEED_NAMES = Object.keys(DEEDS) as Deed[];
