import type { Generated } from 'kysely';
import type { Flag, Instant } from './types.ts';

export interface LetterTable {
  host_id: string;
  year_month: number;
  title: string;
  body: string;
  cover_item_id: string | null;
  version: number;
  updated_at: Instant;
}

export interface LetterReadTable {
  host_id: string;
  family_id: string;
  year_month: number;
  seen_at: Instant;
  stamp: string | null;
}

export interface DeliverySettingTable {
  host_id: string;
  mail_enabled: Generated<Flag>;
  hour: Generated<number>;
  sender_name: Generated<string>;
  signature: Generated<string>;
  early_look: Generated<Flag>;
}

export interface DeliveryTable {
  host_id: string;
  family_id: string;
  year_month: number;
  outbox_id: string | null;
  created_at: Instant;
}
