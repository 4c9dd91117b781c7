import { HOUR_MS } from '../../lib/durations.ts';

export type TokenPurpose = 'host_sign_up' | 'staff_sign_up' | 'password' | 'email';

/** How long a mailed link holds, and how a mail says it. */
export const TOKEN_LIFETIMES: Record<TokenPurpose, { ms: number; text: string }> = {
  host_sign_up: { ms: 24 * HOUR_MS, text: '24時間' },
  staff_sign_up: { ms: 24 * HOUR_MS, text: '24時間' },
  password: { ms: HOUR_MS, text: '1時間' },
  email: { ms: 24 * HOUR_MS, text: '24時間' },
};

/** What a living token proves. */
export interface TokenClaims {
  email: string;
  hostId: string | null;
  staffId: string | null;
  /** Made by the operator, not asked for by anybody. */
  byOperator?: boolean;
}
