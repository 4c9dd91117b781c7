import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/durations.ts';
import { SESSION_ABSOLUTE_DAYS, SHARED_IDLE_MINUTES, SHARED_SESSION_HOURS } from './session.ts';

interface Session {
  created_at: string;
  device_id: string | null;
  used_at: string | null;
}

/** A shared device is put down between two tasks: sessions there are short. */
export function isSessionOver({ created_at, device_id, used_at }: Session, now: Date): boolean {
  const age = now.getTime() - Date.parse(created_at);
  if (device_id === null) return age > SESSION_ABSOLUTE_DAYS * DAY_MS;
  const idle = now.getTime() - Date.parse(used_at ?? created_at);
  return age > SHARED_SESSION_HOURS * HOUR_MS || idle > SHARED_IDLE_MINUTES * MINUTE_MS;
}

const NOTED_EVERY_MS = MINUTE_MS;

/** Whether the use of a session on a shared device has to be recorded. */
export const isUseDue = ({ device_id, used_at }: Session, now: Date): boolean =>
  device_id !== null && now.getTime() - Date.parse(used_at ?? '1970-01-01') >= NOTED_EVERY_MS;
