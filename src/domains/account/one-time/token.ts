import { HOUR_MS } from '#lib/durations.ts';

export type TokenPurpose = 'host_sign_up' | 'staff_sign_up' | 'password' | 'email' | 'operator';

export const TOKEN_LIFETIMES: Record<TokenPurpose, { ms: number; text: string }> = {
  host_sign_up: { ms: 24 * HOUR_MS, text: '24時間' },
  staff_sign_up: { ms: 24 * HOUR_MS, text: '24時間' },
  password: { ms: HOUR_MS, text: '1時間' },
  email: { ms: 24 * HOUR_MS, text: '24時間' },
  operator: { ms: 24 * HOUR_MS, text: '24時間' },
};

/** After it expired. */
export const TOKEN_KEPT_DAYS = 30;

export interface TokenClaims {
  email: string;
  hostId: string | null;
  staffId: string | null;
  /** Created by the operator. */
  byOperator?: boolean;
}
