/** Offline, server unreachable, connection breaking, server busy or failing, session ended. */
export type Pause = 'signedOut' | 'offline' | 'away' | 'weak' | 'busy' | 'failing';

export const PAUSE_TEXTS: Record<Pause, string> = {
  signedOut: 'ログインすると、続きを送ります',
  offline: '電波がありません。電波が戻ったら続きを送ります',
  away: 'サーバーにつながりません。つながりしだい続きを送ります',
  weak: '通信が途切れました。続きを送り直します',
  busy: '混み合っています。順番に続けます',
  failing: 'サーバーの調子が悪いようです。続きを送り直します',
};

const ORDER: readonly Pause[] = ['signedOut', 'offline', 'away', 'failing', 'busy', 'weak'];

export const worstOf = (pauses: Iterable<Pause>): Pause | null => {
  const all = new Set(pauses);
  return ORDER.find((pause) => all.has(pause)) ?? null;
};
